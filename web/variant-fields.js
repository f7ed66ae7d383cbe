// @ts-check
/** The fields of a form that begins a game, whichever it begins. */

import { all } from "./dom.js";

/** Shows the variants of the chosen game, if it has several. @param {HTMLFormElement} form */
export function showVariants(form) {
  const game = new FormData(form).get("game");
  for (const label of all(form, "[data-of]"))
    label.hidden = label.dataset.of !== game || label.querySelectorAll("option").length < 2;
}

/** Restores the values that the form still offers. @param {HTMLFormElement} form @param {[string, string][]} choices */
export function restoreValues(form, choices) {
  for (const [name, value] of choices) {
    const field = form.elements.namedItem(name);
    const boxes = all(form, `input[type="checkbox"][name="${name}"]`);
    const box = boxes.find((box) => /** @type {HTMLInputElement} */ (box).value === value);
    if (box instanceof HTMLInputElement) box.checked = true;
    else if (boxes.length) continue;
    else if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
    else if (
      field instanceof HTMLSelectElement &&
      [...field.options].some((option) => option.value === value)
    )
      field.value = value;
  }
}
