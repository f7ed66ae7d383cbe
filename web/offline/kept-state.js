// @ts-check
/** Whether this browser keeps the pages that need no server, and the button that has it keep them. */

import { button } from "../dom.js";
import { keepPages, savesData } from "../kept-pages.js";
import { translate } from "../texts.js";

/** Keeps the pages, unless the visitor saves data: then there is a button for it. @param {HTMLElement} place */
export function showKeptState(place) {
  if (savesData()) place.replaceChildren(button(translate("offline.more.keep"), () => keep(place)));
  else keep(place);
}

/** @param {HTMLElement} place */
async function keep(place) {
  place.textContent = translate("offline.more.keeping");
  place.textContent = translate((await keepPages()) ? "offline.more.kept" : "offline.more.not-kept");
}
