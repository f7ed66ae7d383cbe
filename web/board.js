// @ts-check
/**
 * A board that the server has drawn: shows positions on it and turns it. The lengths below are those of the
 * server's drawing.
 */

import { SEATS, holeLetter } from "./notation.js";
import { createSvg } from "./svg.js";

/** @typedef {import("./protocol").PositionView} PositionView */
/** @typedef {import("./protocol").Seat} Seat */
/** @typedef {[x: number, y: number]} Point */

/** A larger heap is drawn like one of this many counters: the server has drawn no larger one. */
const MAX_DRAWN_COUNTERS = 16;

// Lengths in units of the drawing.
const CELL_WIDTH = 44;
const CELL_HEIGHT = 58;
const RIM = 10;
/** The gap between the two sides. */
const MIDDLE = 12;
/** The gap between two bands of a board. */
const FOLD = 20;
const HOLE_RADIUS = 19;
/** The distance from the upper edge of a cell to the upper edge of its hole. */
const HOLE_MARGIN = 3;
const STORE_HEIGHT = 36;

const DOT = "M11-17a5 5 0 1 0 10 0a5 5 0 1 0-10 0z";
const CROSS = "M-23-17a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM-20-20l6 6M-14-20l-6 6";

/** The signs of marks, around the centre of a hole: no mark differs in its colour only. @type {Record<string, string>} */
const SIGNS = { last: DOT, ends: DOT, captured: CROSS, takes: CROSS };

/** The `href` of a drawn heap. @param {number} count */
export function heapHref(count) {
  return `#seeds-${Math.max(0, Math.min(count, MAX_DRAWN_COUNTERS))}`;
}

/** The number of bands into which the style cuts a board in an element. @param {Element} box */
export function bandsIn(box) {
  return Number(getComputedStyle(box).getPropertyValue("--bands")) || 1;
}

export class Board {
  /** The seat whose side is below. @type {Seat} */
  below = "south";
  /** The number of bands into which the board is cut, from left to right; each is below the one before. */
  bands = 1;
  /** The drawn holes by letter. @type {Map<string, SVGGElement>} */
  holes = new Map();

  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.columns = Number(svg.dataset.columns);
    this.rows = Number(svg.dataset.rows);
    for (const hole of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".hole"))) {
      this.holes.set(/** @type {string} */ (hole.dataset.hole), hole);
    }
  }

  /** Shows a position. @param {Pick<PositionView, "holes" | "stores">} position */
  show(position) {
    for (const seat of SEATS) {
      position.holes[seat].forEach((count, index) => this.setHole(holeLetter(seat, index), count));
      this.setStore(seat, position.stores?.[seat]);
    }
  }

  /** Shows a count in a hole. @param {string} letter @param {number} count */
  setHole(letter, count) {
    const hole = this.holes.get(letter);
    hole?.classList.toggle("empty", count === 0);
    hole?.querySelector(".heap")?.setAttribute("href", heapHref(count));
    const text = hole?.querySelector(".count");
    if (text) text.textContent = String(count);
  }

  /**
   * Shows a count in a store; none if it is concealed.
   * @param {Seat} seat @param {number | null | undefined} count
   */
  setStore(seat, count) {
    const text = this.svg.querySelector(`[data-store="${seat}"] .count`);
    if (text) text.textContent = String(count ?? "?");
  }

  /** Shows which holes can be sown, and which of them clockwise. @param {string[]} legal */
  showLegal(legal) {
    for (const [letter, hole] of this.holes) {
      hole.classList.toggle("playable", legal.includes(letter) || legal.includes(`${letter}<`));
      hole.classList.toggle("clockwise", legal.includes(`${letter}<`));
    }
  }

  /** Marks the hole of an action that was sent and not answered yet. @param {string | undefined} letter */
  showSent(letter) {
    for (const [other, hole] of this.holes) hole.classList.toggle("sent", other === letter);
  }

  /**
   * Marks holes as `from`, `last` or `captured`, and removes all other marks.
   * @param {Partial<Record<"from" | "last" | "captured", string[]>>} marks
   */
  mark({ from = [], last = [], captured = [] }) {
    this._toggleMarks({ from, last, captured });
  }

  /**
   * Marks the holes where an action would end (`ends`) and from which it would capture (`takes`).
   * @param {{ ends: string[], takes: string[] }} effects
   */
  markEffects({ ends, takes }) {
    this._toggleMarks({ ends, takes });
  }

  /** @param {Record<string, string[]>} marks the holes of each mark */
  _toggleMarks(marks) {
    for (const [mark, letters] of Object.entries(marks))
      for (const [letter, hole] of this.holes) toggleMark(hole, mark, letters.includes(letter));
  }

  /**
   * Puts a seat's side below, and cuts the board into bands.
   * @param {Seat} below @param {number} bands
   */
  orient(below, bands) {
    this.below = below;
    this.bands = bands;
    const { width, height } = this.size;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const wood = this.svg.querySelector(".wood");
    wood?.setAttribute("width", String(width - 2));
    wood?.setAttribute("height", String(height - 2 * this._storeHeight - 2));
    for (const [letter, hole] of this.holes) moveTo(hole, this.holeCentre(letter));
    for (const seat of SEATS)
      moveTo(this.svg.querySelector(`[data-store="${seat}"]`), this.storeCentre(seat));
  }

  /** The size of the drawing. */
  get size() {
    return {
      width: this._columnsInBand * CELL_WIDTH + 2 * RIM,
      height: this.bands * (this._bandHeight + FOLD) - FOLD + 2 * RIM + 2 * this._storeHeight,
    };
  }

  /** The space of a hole with its letter and count: how far it reaches from the centre of the hole. */
  get reach() {
    return {
      left: CELL_WIDTH / 2,
      up: HOLE_RADIUS + HOLE_MARGIN,
      right: CELL_WIDTH / 2,
      down: CELL_HEIGHT - HOLE_RADIUS - HOLE_MARGIN,
    };
  }

  /** The centre of a hole. @param {string} letter @returns {Point} */
  holeCentre(letter) {
    const hole = this.holes.get(letter);
    if (!hole) return [0, 0];
    const [column, row] = this._turned(Number(hole.dataset.column), Number(hole.dataset.row));
    const columns = this._columnsInBand;
    const fold = Math.floor(column / columns) * (this._bandHeight + FOLD);
    const middle = row >= this.rows / 2 ? MIDDLE : 0;
    return [
      RIM + (column % columns) * CELL_WIDTH + CELL_WIDTH / 2,
      RIM + this._storeHeight + fold + middle + row * CELL_HEIGHT + HOLE_RADIUS + HOLE_MARGIN,
    ];
  }

  /** The centre of a seat's store. @param {Seat} seat @returns {Point} */
  storeCentre(seat) {
    const { width, height } = this.size;
    return [width / 2, seat === this.below ? height - STORE_HEIGHT / 2 : STORE_HEIGHT / 2];
  }

  get _columnsInBand() {
    return Math.ceil(this.columns / this.bands);
  }

  get _bandHeight() {
    return this.rows * CELL_HEIGHT + MIDDLE;
  }

  get _storeHeight() {
    return this.svg.querySelector(".store") ? STORE_HEIGHT : 0;
  }

  /** A column and a row as seen from the side that is below. @param {number} column @param {number} row */
  _turned(column, row) {
    return this.below === "north" ? [this.columns - 1 - column, this.rows - 1 - row] : [column, row];
  }
}

/** @param {SVGGElement} hole @param {string} mark @param {boolean} isSet */
function toggleMark(hole, mark, isSet) {
  if (hole.classList.contains(mark) === isSet) return;
  hole.classList.toggle(mark, isSet);
  const sign = SIGNS[mark];
  if (isSet && sign) hole.append(createSvg("path", { class: `sign sign-${mark}`, d: sign }));
  else hole.querySelector(`.sign-${mark}`)?.remove();
}

/** @param {Element | null} element @param {Point} point */
function moveTo(element, [x, y]) {
  element?.setAttribute("transform", `translate(${x} ${y})`);
}
