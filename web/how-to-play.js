// @ts-check
/** Shows how to play over a page with a board: the section at the start of the rules, with its example. */

import { all, button, element, opensElsewhere } from "./dom.js";
import { Stepper } from "./examples/stepper.js";
import { translate } from "./texts.js";

/** Whether the section is being loaded. */
let isOpening = false;

/** Opens a dialog instead of following the links to how a game is played. Browsers without dialogs follow the links. */
export function setUpHowToPlay() {
  if (!("HTMLDialogElement" in globalThis)) return;
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(document, "a.how-to-play")))
    link.addEventListener("click", async (press) => {
      if (opensElsewhere(press)) return;
      press.preventDefault();
      if (isOpening || document.querySelector("dialog[open]")) return;
      isOpening = true;
      const rules = await fetch(link.href).catch(() => null);
      isOpening = false;
      if (!rules?.ok) return location.assign(link.href);
      show(new DOMParser().parseFromString(await rules.text(), "text/html"), link);
    });
}

/** @param {Document} rules the page with the rules @param {HTMLAnchorElement} link */
function show(rules, link) {
  const section = rules.getElementById("how-to-play");
  const stage = rules.getElementById("stage");
  if (!section || !(stage instanceof HTMLTemplateElement)) return location.assign(link.href);
  // The board of the stage shows each step.
  for (const still of all(section, ".board-box")) still.remove();
  const stepper = new Stepper(/** @type {HTMLElement} */ (section.querySelector(".stepper")), stage);
  const dialog = element("dialog", { class: "how-to-play-dialog", "aria-labelledby": "how-to-play-title" });
  const close = button(translate("site.how-to-play.close"), () => dialog.close(), { class: "close" });
  const full = element("a", { href: new URL(link.href).pathname }, translate("site.how-to-play.rules"));
  dialog.append(close, section, full);
  // The page's own shortcuts mean its board.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    stepper.close();
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}
