// @ts-check
/** Sets up a position: presses on holes change their counters, and the rules say whether the position can be. */

import { RefusedError } from "../api.js";
import { button, element, replaceChildren } from "../dom.js";
import { Explorer } from "../game/explorer.js";
import { STORE } from "../game/hole-buttons.js";
import { SEATS, parseHole } from "../notation.js";
import { translate, translateCount } from "../texts.js";

/** @typedef {import("../protocol").Seat} Seat */

/** The fields of a position in its notation that are set up here; the rest is that of no opening and a new turn. */
const FIELDS = { rules: 0, south: 1, north: 2, stores: 3, seat: 4 };

/** Largest number of counters in a hole. */
const MAX_COUNT = 255;

export class PositionEditor {
  isOpen = false;
  /** What a press adds to a hole. */
  _step = 1;

  /**
   * @param {string} position the first position in its notation @param {import("../game/board-view").BoardView} boardView
   * @param {HTMLElement} container @param {() => void} closed
   */
  constructor(position, boardView, container, closed) {
    const fields = position.split(" ");
    this.rules = fields[FIELDS.rules];
    /** @type {Record<Seat, number[]>} */
    this.holes = { south: numbersOf(fields[FIELDS.south]), north: numbersOf(fields[FIELDS.north]) };
    this.stores = fields[FIELDS.stores] === "-" ? null : numbersOf(fields[FIELDS.stores]);
    this.seat = fields[FIELDS.seat];
    this.boardView = boardView;
    this.container = container;
    this.closed = closed;
    this._showClosed();
  }

  /** Changes the counters of a hole. @param {string} hole */
  pressHole(hole) {
    if (hole === STORE) return;
    const [seat, index] = parseHole(hole);
    this.holes[seat][index] = Math.max(0, Math.min(MAX_COUNT, this.holes[seat][index] + this._step));
    this._showBoard();
  }

  _showClosed() {
    this.isOpen = false;
    replaceChildren(
      this.container,
      button(translate("analysis.edit"), () => this._open(), { class: "secondary", id: "edit-position" }),
    );
  }

  _open() {
    this.isOpen = true;
    this.problem = element("p", { id: "edit-problem", role: "alert" });
    replaceChildren(
      this.container,
      element("h2", {}, translate("analysis.edit")),
      element("p", {}, translate("analysis.edit.hint")),
      element(
        "div",
        { class: "row" },
        this._stepButton(1, "add"),
        this._stepButton(-1, "take"),
        this._emptyButton(),
      ),
      this._seatSelect(),
      ...SEATS.map((seat, number) => this._storeInput(seat, number)),
      this.problem,
      element("div", { class: "row" }, this._doneButton(), this._cancelButton()),
    );
    this._showBoard();
  }

  /** @param {number} step @param {"add" | "take"} name */
  _stepButton(step, name) {
    const choose = (/** @type {Event} */ press) => {
      this._step = step;
      for (const other of this.container.querySelectorAll("[aria-pressed]"))
        other.setAttribute("aria-pressed", String(other === press.currentTarget));
    };
    const isPressed = String(step === this._step);
    return button(translate(`analysis.edit.${name}`), choose, {
      class: "secondary",
      "aria-pressed": isPressed,
    });
  }

  _emptyButton() {
    const empty = () => {
      for (const seat of SEATS) this.holes[seat].fill(0);
      this._showBoard();
    };
    return button(translate("analysis.edit.empty"), empty, { class: "secondary", id: "edit-empty" });
  }

  _doneButton() {
    return button(translate("analysis.edit.done"), () => this._finish(), { id: "edit-done" });
  }

  _cancelButton() {
    const cancel = () => {
      this._showClosed();
      this.closed();
    };
    return button(translate("analysis.edit.cancel"), cancel, { class: "secondary" });
  }

  _seatSelect() {
    const options = SEATS.map((seat) =>
      element("option", { value: seat, selected: seat === this.seat }, translate(`game.${seat}`)),
    );
    const select = element("select", { id: "edit-seat" }, ...options);
    select.addEventListener("change", () => (this.seat = select.value));
    return element("label", {}, `${translate("analysis.edit.seat")} `, select);
  }

  /** @param {Seat} seat @param {number} number */
  _storeInput(seat, number) {
    const { stores } = this;
    if (!stores) return null;
    const input = element("input", { type: "number", min: 0, max: MAX_COUNT, value: stores[number] });
    input.addEventListener("change", () => {
      stores[number] = Number(input.value);
      this._showBoard();
    });
    return element("label", {}, `${translate(`analysis.edit.store.${seat}`)} `, input);
  }

  _showBoard() {
    const { board, buttons, box, animation } = this.boardView;
    const [south, north] = this.stores ?? [];
    board.show({ holes: this.holes, ...(this.stores && { stores: { south, north } }) });
    board.mark({});
    board.showLegal([]);
    animation.showPending(null);
    box.classList.add("interactive");
    buttons.label((hole) => {
      if (hole === STORE) return { name: translate("game.store"), isEnabled: false };
      const [seat, index] = parseHole(hole);
      const counters = translateCount("game.counters", this.holes[seat][index]);
      return { name: translate(`game.hole.${seat}`, { hole, counters }), isEnabled: true };
    });
  }

  /** Begins with the position if a game can have it. */
  async _finish() {
    const stores = this.stores?.join(",") ?? "-";
    const position = `${this.rules} ${this.holes.south} ${this.holes.north} ${stores} ${this.seat} -/- -`;
    try {
      await new Explorer({ position }, () => ({ position })).load(0, []);
      location.href = `/analysis?${new URLSearchParams({ position })}`;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (this.problem) this.problem.textContent = translate("analysis.refused", { why: error.detail });
    }
  }
}

/** @param {string} text */
function numbersOf(text) {
  return text.split(",").map(Number);
}
