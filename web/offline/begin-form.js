// @ts-check
/** The form that begins a game in this browser. */

import { RefusedError } from "../api.js";
import { all, noteScript, setText } from "../dom.js";
import { refusalText } from "../game/refusal-notice.js";
import { readChoices, writeChoices } from "../new-game.js";
import { translate } from "../texts.js";
import { restoreValues, showVariants } from "../variant-fields.js";
import { beginLocalGame } from "./local-games.js";

/** @typedef {import("./local-games").NewLocalGame} NewLocalGame */

/** @param {HTMLFormElement} form */
export function setUpBeginForm(form) {
  const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));
  noteScript();
  fields.disabled = false;
  restoreValues(form, readChoices());
  showVariants(form);
  form.addEventListener("change", () => showVariants(form));
  for (const way of all(form, "button[name=way]"))
    way.addEventListener("click", (press) => {
      press.preventDefault();
      begin(form, fields, /** @type {HTMLButtonElement} */ (way));
    });
  // A visitor who comes back to this page begins another game.
  addEventListener("pageshow", () => (fields.disabled = false));
}

/** @param {HTMLFormElement} form @param {HTMLFieldSetElement} fields @param {HTMLButtonElement} pressed */
async function begin(form, fields, pressed) {
  const problem = form.querySelector("[role=alert]");
  const choices = new FormData(form);
  setText(problem, "");
  keepChoices(choices);
  fields.disabled = true;
  try {
    location.assign(await beginLocalGame(gameOf(choices, pressed.value)));
  } catch (error) {
    fields.disabled = false;
    pressed.focus();
    if (!(error instanceof RefusedError)) throw error;
    setText(problem, refusalText(error));
  }
}

/** @param {FormData} choices @param {string} way the value of the pressed button @returns {NewLocalGame} */
function gameOf(choices, way) {
  const value = (/** @type {string} */ name) => String(choices.get(name) ?? "");
  const rules = value(`rules-${value("game")}`);
  if (way === "two") return { rules, seat: "south", opponent: translate("offline.friend") };
  const beginsItself = value("starts") === "me" || (value("starts") === "random" && Math.random() < 0.5);
  // South makes the first turn.
  return { rules, seat: beginsItself ? "south" : "north", opponent: value("level") };
}

/** Keeps what was chosen, beside the other choices of the first page's form. @param {FormData} choices */
function keepChoices(choices) {
  const kept = new FormData();
  const names = new Set(choices.keys());
  for (const [name, value] of [...readChoices().filter(([name]) => !names.has(name)), ...choices])
    kept.append(name, value);
  writeChoices(kept);
}
