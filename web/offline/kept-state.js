// @ts-check
/** Whether this browser keeps the pages that need no server, and the button that has it keep them. */

import { button } from "../dom.js";
import { keepPages, savesData } from "../kept-pages.js";
import { translate } from "../texts.js";

/** Keeps the pages, unless the visitor saves data: then there is a button for it. @param {HTMLElement} status */
export function showKeptState(status) {
  if (savesData()) status.replaceChildren(button(translate("offline.more.keep"), () => keep(status)));
  else keep(status);
}

/** @param {HTMLElement} status */
async function keep(status) {
  status.textContent = translate("offline.more.keeping");
  status.textContent = translate((await keepPages()) ? "offline.more.kept" : "offline.more.not-kept");
}
