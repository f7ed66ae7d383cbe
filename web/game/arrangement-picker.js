// @ts-check
/** The choice of an opening array in Ikibuguzo. A choice is sealed until both players have chosen. */

import { Board } from "../board.js";
import { all, button, element, setText } from "../dom.js";
import { holeLetter, otherSeat } from "../notation.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").Seat} Seat */

/**
 * @typedef {object} PickerListener
 * @property {(array: string) => Promise<boolean>} picked sends the choice; whether it was accepted
 * @property {() => void} focusLost the picker is gone, and had the focus
 */

export class ArrangementPicker {
  /** The array that the visitor has chosen, as far as this page knows. @type {string | null} */
  _sealed = null;
  _hasAskedServer = false;
  /** The seat of the visitor. Where two people share the page, it changes. @type {Seat | null} */
  _seat = null;
  /** The seat from whose side the arrays are drawn. @type {Seat | null} */
  _below = null;

  /**
   * @param {PageState} state
   * @param {() => Promise<import("../protocol").GameView>} loadView loads the game as the visitor sees it
   * @param {PickerListener} listener
   */
  constructor(state, loadView, listener) {
    this.state = state;
    this.loadView = loadView;
    this.listener = listener;
    this.section = document.getElementById("arrays");
    this.note = element("p", { id: "sealed-note", role: "status" });
    this.section?.append(element("p", { id: "arrange-by", role: "timer" }), this.note);
  }

  update() {
    if (!this.section) return;
    const { game, ownSeat } = this.state;
    if (game.state !== "open" && game.state !== "arranging") return this._remove();
    if (ownSeat !== this._seat) this._begin(ownSeat);
    this._draw(ownSeat ?? "south");
    const isSealed = ownSeat !== null && game.arranged[ownSeat];
    const canPick = ownSeat !== null && game.state === "arranging" && !isSealed;
    for (const figure of all(this.section, ".array")) this._updateFigure(figure, canPick);
    setText(this.note, isSealed ? this._sealedText(ownSeat) : "");
    this.note.toggleAttribute("data-sealed", isSealed);
    if (isSealed && !this._sealed) this._loadSealed();
  }

  /** Begins the choice of a seat: what another one has chosen is its secret. @param {Seat | null} seat */
  _begin(seat) {
    this._seat = seat;
    this._sealed = null;
    this._hasAskedServer = false;
  }

  /** Removes the picker: the board shows both arrays now. */
  _remove() {
    const hadFocus = this.section?.contains(document.activeElement);
    this.section?.remove();
    this.section = null;
    if (hadFocus) this.listener.focusLost();
  }

  /** @param {HTMLElement} figure @param {boolean} canPick */
  _updateFigure(figure, canPick) {
    const array = figure.dataset.array ?? "";
    figure.classList.toggle("sealed", this._sealed === array);
    const present = figure.querySelector("button");
    if (!canPick) this._removeButton(present);
    else if (!present)
      figure.append(
        button(translate(`game.pick.${array}`), () => this._pick(array), {
          "data-array": array,
        }),
      );
  }

  /** Removes a button. Its focus moves to the note. @param {HTMLButtonElement | null} button */
  _removeButton(button) {
    if (button?.contains(document.activeElement)) {
      this.note.tabIndex = -1;
      this.note.focus({ preventScroll: true });
    }
    button?.remove();
  }

  /** @param {string} array */
  async _pick(array) {
    this._sealed = array;
    if (!(await this.listener.picked(array))) this._sealed = null;
  }

  /** @param {Seat} ownSeat */
  _sealedText(ownSeat) {
    const array = this._sealed ? translate(`game.array.${this._sealed}`) : translate("game.your-array");
    const isOtherSealed = this.state.game.arranged[otherSeat(ownSeat)];
    return translate(isOtherSealed ? "game.sealed.both" : "game.sealed.waiting", { array });
  }

  /** Asks the server for a choice that was made on another page, or before this page was loaded. */
  async _loadSealed() {
    if (this._hasAskedServer) return;
    this._hasAskedServer = true;
    try {
      const view = await this.loadView();
      this._sealed = view.sealed ?? null;
      this.update();
    } catch {
      // The note speaks of "your array" instead.
    }
  }

  /** Draws each array on a copy of the board, from a seat's side. @param {Seat} seat */
  _draw(seat) {
    if (seat === this._below) return;
    this._below = seat;
    for (const figure of all(this.section, ".array")) {
      const board = new Board(
        /** @type {SVGSVGElement} */ (document.querySelector("#board svg")?.cloneNode(true)),
      );
      (figure.dataset.holes ?? "").split(",").forEach((count, index) => {
        board.setHole(holeLetter(seat, index), Number(count));
        board.setHole(holeLetter(otherSeat(seat), index), 0);
      });
      board.orient(seat, 1);
      figure.querySelector(".half")?.replaceChildren(board.svg);
    }
  }
}
