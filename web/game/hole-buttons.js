// @ts-check
/**
 * A button over every hole of a board, and over the store of the seat to move, for pointers, keyboards and screen readers. One button is in the tab
 * order; the arrow keys move between them.
 */

import { button, element, setEnabled } from "../dom.js";

/** @typedef {import("../board").Board} Board */

/** The direction of each arrow key. @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The key of the store among the holes. */
export const STORE = "*";

/** The width and the height of a store's button, in units of the drawing. It is higher than the store, for fingers. */
const STORE_SIZE = [124, 48];

export class HoleButtons {
  /** The seat whose store can be pressed. @type {import("../protocol").Seat} */
  _storeOf = "south";
  /** By the hole's letter. @type {Map<string, HTMLButtonElement>} */
  _buttons = new Map();

  /**
   * @param {Board} board @param {HTMLElement} box the element around the board
   * @param {string} label @param {(hole: string) => void} pressed
   */
  constructor(board, box, label, pressed) {
    this.board = board;
    this.group = element("div", {
      class: "holes",
      role: "group",
      "aria-label": label,
    });
    const stores = board.svg.querySelector(".store") ? [STORE] : [];
    for (const hole of [...board.holes.keys(), ...stores]) {
      this._buttons.set(
        hole,
        button("", () => pressed(hole), { "data-hole": hole, tabindex: -1 }),
      );
    }
    this.group.addEventListener("keydown", (event) => this._moveFocus(event));
    this.group.addEventListener("focusin", (event) =>
      this._setTabStop(/** @type {HTMLButtonElement} */ (event.target)),
    );
    this.layOut();
    box.append(this.group);
    // The buttons say what the drawing shows.
    board.svg.setAttribute("aria-hidden", "true");
  }

  /** Puts the buttons over the holes, in reading order. */
  layOut() {
    const focused = document.activeElement;
    for (const [hole, button] of this._inReadingOrder()) {
      this._place(hole, button);
      this.group.append(button);
    }
    if (focused instanceof HTMLElement && this.group.contains(focused))
      focused.focus({ preventScroll: true });
    this._setTabStop(this._firstEnabled ?? this.group.querySelector("button"));
  }

  /**
   * Names each hole and says whether it can be pressed.
   * @param {(hole: string) => { name: string, isEnabled: boolean }} describe
   */
  label(describe) {
    for (const [hole, button] of this._buttons) {
      const { name, isEnabled } = describe(hole);
      if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
      setEnabled(button, isEnabled);
    }
    if (!this.group.contains(document.activeElement)) this._setTabStop(this._firstEnabled);
  }

  /** Puts the button of the store over the store of a seat. @param {import("../protocol").Seat} seat */
  placeStore(seat) {
    const button = this._buttons.get(STORE);
    if (seat === this._storeOf || !button) return;
    this._storeOf = seat;
    this._place(STORE, button);
  }

  /** Focuses a hole; `null` for the one in the tab order. @param {string | null} hole */
  focus(hole) {
    const tabStop = [...this._buttons.values()].find((button) => button.tabIndex === 0);
    (hole ? this._buttons.get(hole) : tabStop)?.focus({ preventScroll: true });
  }

  /** @returns {HTMLButtonElement | null} */
  get _firstEnabled() {
    return this.group.querySelector("button[aria-disabled=false]");
  }

  /** @param {string} hole @param {HTMLButtonElement} button */
  _place(hole, button) {
    const { width, height } = this.board.size;
    const { left, up, right, down } = this._reachOf(hole);
    const [x, y] = this._centreOf(hole);
    button.style.left = `${((x - left) / width) * 100}%`;
    button.style.top = `${((y - up) / height) * 100}%`;
    button.style.width = `${((left + right) / width) * 100}%`;
    button.style.height = `${((up + down) / height) * 100}%`;
  }

  /** @param {string} hole */
  _reachOf(hole) {
    if (hole !== STORE) return this.board.reach;
    const [width, height] = STORE_SIZE;
    return {
      left: width / 2,
      up: height / 2,
      right: width / 2,
      down: height / 2,
    };
  }

  /** @param {string} hole */
  _centreOf(hole) {
    return hole === STORE ? this.board.storeCentre(this._storeOf) : this.board.holeCentre(hole);
  }

  _inReadingOrder() {
    return [...this._buttons].sort(([one], [other]) => {
      const [x, y] = this._centreOf(one);
      const [otherX, otherY] = this._centreOf(other);
      return y - otherY || x - otherX;
    });
  }

  /** Makes one button the only one in the tab order. @param {HTMLButtonElement | null} button */
  _setTabStop(button) {
    if (!button) return;
    for (const other of this._buttons.values()) other.tabIndex = other === button ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  _moveFocus(event) {
    const direction = DIRECTIONS[event.key];
    const hole = event.target instanceof HTMLElement ? event.target.dataset.hole : undefined;
    if (!direction || !hole || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this._nextHole(hole, direction);
    if (next) this.focus(next);
  }

  /** The nearest hole straight ahead. @param {string} hole @param {[number, number]} direction */
  _nextHole(hole, [right, down]) {
    const [x, y] = this._centreOf(hole);
    // The store lies between two columns.
    const isBesideStore = (/** @type {string} */ other) =>
      Boolean(down) && (hole === STORE || other === STORE);
    const distances = [...this._buttons.keys()].map((other) => {
      const [otherX, otherY] = this._centreOf(other);
      const dx = otherX - x;
      const dy = otherY - y;
      return {
        other,
        ahead: dx * right + dy * down,
        aside: Math.abs(right ? dy : dx),
      };
    });
    const straight = distances.filter(
      ({ other, ahead, aside }) => ahead > 1 && (aside < 1 || isBesideStore(other)),
    );
    return straight.sort((one, two) => one.ahead + one.aside - two.ahead - two.aside)[0]?.other;
  }
}
