// @ts-check
/** The buttons that choose an opening array, in a lesson about arranging. */

import { button, element, replaceChildren } from "../dom.js";
import { translate } from "../texts.js";

export class ArrayChoice {
  /** @param {HTMLElement} container @param {(array: string) => void} chosen */
  constructor(container, chosen) {
    this.chosen = chosen;
    this.box = element("div", { id: "arrays-offered", class: "row" });
    container.before(this.box);
  }

  /** Offers these arrays; none hides the buttons. @param {string[]} arrays */
  show(arrays) {
    const buttons = arrays.map((array) =>
      button(translate(`game.array.${array}`), () => this.chosen(array), { "data-array": array }),
    );
    replaceChildren(this.box, ...buttons);
    this.box.hidden = !arrays.length;
  }

  focus() {
    this.box.querySelector("button")?.focus({ preventScroll: true });
  }
}
