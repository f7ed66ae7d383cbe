// @ts-check
/**
 * The passing of the device between two players who each see something that the other one must not: a screen over the
 * table, which the next player opens.
 */

import { button, element, setText } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {import("../protocol").Seat} Seat */

export class HandOver {
  /** The seat whose player is to take the device. @type {Seat | null} */
  _seat = null;
  /** Called when that player has it. @type {(() => void) | null} */
  _take = null;

  /** @param {import("../game/page-state").PageState} state @param {HTMLElement} root */
  constructor(state, root) {
    this.state = state;
    this.root = root;
    this.text = element("h1", { id: "pass-text" });
    this.button = button("", () => this._taken(), { id: "take-device" });
    this.screen = element(
      "div",
      { id: "hand-over", class: "card", role: "group", "aria-labelledby": "pass-text", hidden: true },
      this.text,
      this.button,
    );
    root.querySelector(".split")?.before(this.screen);
  }

  /** Waits until the player of a seat has the device. @param {Seat} seat @returns {Promise<void>} */
  request(seat) {
    this._seat = seat;
    return new Promise((resolve) => {
      this._take = resolve;
      this.update();
    });
  }

  /** Covers the table when nothing moves any more, and uncovers it when the board is that of the next player. */
  update() {
    if (this._take) {
      if (!this.state.isAnimating) this._close();
    } else if (this._seat && this.state.isConnected && this.state.ownSeat === this._seat) this._open();
  }

  _close() {
    if (!this.screen.hidden) return;
    const seat = translate(`game.${this._seat}`);
    setText(this.text, translate("game.pass", { seat }));
    setText(this.button, translate("game.pass.take", { seat }));
    this.screen.hidden = false;
    this.root.toggleAttribute("data-passed", true);
    this.button.focus();
  }

  _taken() {
    this._take?.();
    this._take = null;
    this.update();
  }

  _open() {
    this._seat = null;
    this.screen.hidden = true;
    this.root.removeAttribute("data-passed");
  }
}
