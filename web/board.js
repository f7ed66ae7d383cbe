// @ts-check
/**
 * A board that the server has drawn: shows a position on it, and turns it round or upright.
 * The sizes are those of `server/src/page/board.rs`; they are read off the drawing where they can be.
 */

import { letter } from "./game/sowing.js";

/** @typedef {import("./protocol").PositionView} PositionView */
/** @typedef {"south" | "north"} Seat */

/** How many counters the server has drawn one by one. */
const READABLE = 16;

/** How far apart holes stand: along a row and across the rows, and in the middle. */
const CELL = { width: 44, height: 58, upright: 150 };
const RIM = 10;
const MIDDLE = 12;
const PIT = 19;
const STORE = 36;

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.columns = Number(svg.dataset.columns);
    this.rows = Number(svg.dataset.rows);
    /** @type {Seat} */
    this.below = "south";
    this.upright = false;
    /** @type {Map<string, SVGGElement>} */
    this.holes = new Map();
    for (const hole of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".hole"))) {
      this.holes.set(/** @type {string} */ (hole.dataset.hole), hole);
    }
  }

  /** Where a hole's middle is, in units of the drawing. @param {string} name @returns {[number, number]} */
  place(name) {
    const hole = this.holes.get(name);
    return hole ? this.#place(Number(hole.dataset.column), Number(hole.dataset.row)) : [0, 0];
  }

  /** Where a seat's store is. @param {Seat} seat @returns {[number, number]} */
  storePlace(seat) {
    const { width, height } = this.size;
    return [width / 2, seat === this.below ? height - STORE / 2 : STORE / 2];
  }

  /** The room that a hole takes with its letter and count: from its middle to the left, up, right and down. */
  get reach() {
    return this.upright
      ? { left: CELL.upright / 2, up: CELL.width / 2, right: CELL.upright / 2, down: CELL.width / 2 }
      : { left: CELL.width / 2, up: PIT + 3, right: CELL.width / 2, down: CELL.height - PIT - 3 };
  }

  /** Shows which holes can be sown, and which of them clockwise. @param {string[]} legal */
  allow(legal) {
    for (const [name, hole] of this.holes) {
      hole.classList.toggle("may", legal.includes(name) || legal.includes(`${name}<`));
      hole.classList.toggle("back", legal.includes(`${name}<`));
    }
  }

  /** Marks holes: `from`, `last`, `captured`; all other marks go. @param {Record<string, string[]>} marks */
  mark(marks) {
    for (const [name, hole] of this.holes) {
      for (const mark of ["from", "last", "captured"])
        hole.classList.toggle(mark, marks[mark]?.includes(name) ?? false);
    }
  }

  /** Puts so many counters into a store. @param {Seat} seat @param {number | null | undefined} count */
  fillStore(seat, count) {
    const store = this.svg.querySelector(`[data-store="${seat}"] .count`);
    if (store) store.textContent = String(count ?? "?");
  }

  /** Puts so many counters into a hole. @param {string} name @param {number} count */
  fill(name, count) {
    const hole = this.holes.get(name);
    hole?.classList.toggle("none", count === 0);
    hole?.querySelector(".heap")?.setAttribute("href", `#seeds-${Math.min(count, READABLE)}`);
    const text = hole?.querySelector(".count");
    if (text) text.textContent = String(count);
  }

  /** Shows a position. @param {Pick<PositionView, "holes" | "stores">} position */
  show(position) {
    for (const seat of /** @type {Seat[]} */ (["south", "north"])) {
      position.holes[seat].forEach((count, index) => this.fill(letter(seat, index), count));
      this.fillStore(seat, position.stores?.[seat]);
    }
  }

  /** Puts a seat's side below, on a board that lies or stands upright. @param {Seat} below @param {boolean} upright */
  turn(below, upright) {
    this.below = below;
    this.upright = upright;
    this.svg.classList.toggle("upright", upright);
    const { width, height } = this.size;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const wood = this.svg.querySelector(".wood");
    const store = this.#store();
    wood?.setAttribute("width", String(width - 2));
    wood?.setAttribute("height", String(height - 2 * store - 2));
    for (const hole of this.holes.values()) {
      const [x, y] = this.#place(Number(hole.dataset.column), Number(hole.dataset.row));
      hole.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const seat of /** @type {Seat[]} */ (["south", "north"])) {
      const [x, y] = this.storePlace(seat);
      this.svg.querySelector(`[data-store="${seat}"]`)?.setAttribute("transform", `translate(${x} ${y})`);
    }
  }

  #store() {
    return this.svg.querySelector(".store") ? STORE : 0;
  }

  /** The size of the drawing. */
  get size() {
    const store = 2 * this.#store();
    return this.upright
      ? {
          width: this.rows * CELL.upright + 2 * RIM + MIDDLE,
          height: this.columns * CELL.width + 2 * RIM + store,
        }
      : {
          width: this.columns * CELL.width + 2 * RIM,
          height: this.rows * CELL.height + 2 * RIM + MIDDLE + store,
        };
  }

  /** @param {number} column @param {number} row @returns {[number, number]} */
  #place(column, row) {
    if (this.below === "north") {
      column = this.columns - 1 - column;
      row = this.rows - 1 - row;
    }
    const middle = row >= this.rows / 2 ? MIDDLE : 0;
    return this.upright
      ? [
          RIM + middle + row * CELL.upright + CELL.upright / 2,
          RIM + this.#store() + (this.columns - 1 - column) * CELL.width + CELL.width / 2,
        ]
      : [
          RIM + column * CELL.width + CELL.width / 2,
          RIM + this.#store() + middle + row * CELL.height + PIT + 3,
        ];
  }
}
