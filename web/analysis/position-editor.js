// @ts-check
/** Sets up a position: presses on holes change their counters, and the server says whether the position can be. */

import { RefusedError, requestApi } from "../api.js";
import { button, element, replaceChildren } from "../dom.js";
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
  #step = 1;

  /**
   * @param {string} position the first position in its notation @param {import("../game/board-view").BoardView} boardView
   * @param {HTMLElement} place @param {() => void} closed
   */
  constructor(position, boardView, place, closed) {
    const fields = position.split(" ");
    this.rules = fields[FIELDS.rules];
    /** @type {Record<Seat, number[]>} */
    this.holes = { south: numbersOf(fields[FIELDS.south]), north: numbersOf(fields[FIELDS.north]) };
    this.stores = fields[FIELDS.stores] === "-" ? null : numbersOf(fields[FIELDS.stores]);
    this.seat = fields[FIELDS.seat];
    this.boardView = boardView;
    this.place = place;
    this.closed = closed;
    this.#showClosed();
  }

  /** Changes the counters of a hole. @param {string} hole */
  pressHole(hole) {
    if (hole === STORE) return;
    const [seat, index] = parseHole(hole);
    this.holes[seat][index] = Math.max(0, Math.min(MAX_COUNT, this.holes[seat][index] + this.#step));
    this.#showBoard();
  }

  #showClosed() {
    this.isOpen = false;
    replaceChildren(
      this.place,
      button(translate("analysis.edit"), () => this.#open(), { class: "quiet", id: "edit" }),
    );
  }

  #open() {
    this.isOpen = true;
    this.problem = element("p", { id: "edit-problem", role: "alert" });
    replaceChildren(
      this.place,
      element("h2", {}, translate("analysis.edit")),
      element("p", {}, translate("analysis.edit.hint")),
      element(
        "div",
        { class: "row" },
        this.#stepButton(1, "add"),
        this.#stepButton(-1, "take"),
        this.#emptyButton(),
      ),
      this.#seatSelect(),
      ...SEATS.map((seat, number) => this.#storeInput(seat, number)),
      this.problem,
      element("div", { class: "row" }, this.#doneButton(), this.#cancelButton()),
    );
    this.#showBoard();
  }

  /** @param {number} step @param {"add" | "take"} name */
  #stepButton(step, name) {
    const choose = (/** @type {Event} */ press) => {
      this.#step = step;
      for (const other of this.place.querySelectorAll("[aria-pressed]"))
        other.setAttribute("aria-pressed", String(other === press.currentTarget));
    };
    const isPressed = String(step === this.#step);
    return button(translate(`analysis.edit.${name}`), choose, { class: "quiet", "aria-pressed": isPressed });
  }

  #emptyButton() {
    const empty = () => {
      for (const seat of SEATS) this.holes[seat].fill(0);
      this.#showBoard();
    };
    return button(translate("analysis.edit.empty"), empty, { class: "quiet", id: "edit-empty" });
  }

  #doneButton() {
    return button(translate("analysis.edit.done"), () => this.#finish(), { id: "edit-done" });
  }

  #cancelButton() {
    const cancel = () => {
      this.#showClosed();
      this.closed();
    };
    return button(translate("analysis.edit.cancel"), cancel, { class: "quiet" });
  }

  #seatSelect() {
    const options = SEATS.map((seat) =>
      element("option", { value: seat, selected: seat === this.seat }, translate(`game.${seat}`)),
    );
    const select = element("select", { id: "edit-seat" }, ...options);
    select.addEventListener("change", () => (this.seat = select.value));
    return element("label", {}, `${translate("analysis.edit.seat")} `, select);
  }

  /** @param {Seat} seat @param {number} number */
  #storeInput(seat, number) {
    const { stores } = this;
    if (!stores) return null;
    const input = element("input", { type: "number", min: 0, max: MAX_COUNT, value: stores[number] });
    input.addEventListener("change", () => {
      stores[number] = Number(input.value);
      this.#showBoard();
    });
    return element("label", {}, `${translate(`analysis.edit.store.${seat}`)} `, input);
  }

  #showBoard() {
    const { board, buttons, box, animation } = this.boardView;
    const [south, north] = this.stores ?? [];
    board.show({ holes: this.holes, ...(this.stores && { stores: { south, north } }) });
    board.mark({});
    board.showLegal([]);
    animation.showPending(null);
    box.classList.add("mine");
    buttons.label((hole) => {
      if (hole === STORE) return { name: translate("game.store"), isEnabled: false };
      const [seat, index] = parseHole(hole);
      const counters = translateCount("game.counters", this.holes[seat][index]);
      return { name: translate(`game.hole.${seat}`, { hole, counters }), isEnabled: true };
    });
  }

  /** Begins with the position if the server can read it. */
  async #finish() {
    const stores = this.stores?.join(",") ?? "-";
    const position = `${this.rules} ${this.holes.south} ${this.holes.north} ${stores} ${this.seat} -/- -`;
    const query = new URLSearchParams({ position });
    try {
      await requestApi("GET", `/api/positions/actions?${query}`);
      location.href = `/analysis?${query}`;
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
