// @ts-check
/**
 * A board that the server has drawn: shows a position on it, and turns it round or upright.
 * The sizes are those of `server/src/page/board.rs`; they are read off the drawing where they can be.
 */

/** @typedef {import("./protocol").PositionView} PositionView */
/** @typedef {"south" | "north"} Seat */

/** How many counters the server has drawn one by one. */
const READABLE = 16;

/** How far apart holes stand: along a row and across the rows, and in the middle. */
const CELL = { width: 44, height: 58, upright: 110 };
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

  /** Puts so many counters into a hole. @param {string} name @param {number} count */
  fill(name, count) {
    const hole = this.holes.get(name);
    hole?.querySelector(".heap")?.setAttribute("href", `#seeds-${Math.min(count, READABLE)}`);
    const text = hole?.querySelector(".count");
    if (text) text.textContent = String(count);
  }

  /** Shows a position. @param {Pick<PositionView, "holes" | "stores">} position */
  show(position) {
    for (const seat of /** @type {Seat[]} */ (["south", "north"])) {
      position.holes[seat].forEach((count, index) => this.fill(letter(seat, index), count));
      const store = this.svg.querySelector(`[data-store="${seat}"] .count`);
      if (store) store.textContent = String(position.stores?.[seat] ?? "?");
    }
  }

  /** Puts a seat's side below, on a board that lies or stands upright. @param {Seat} below @param {boolean} upright */
  turn(below, upright) {
    this.below = below;
    this.upright = upright;
    this.svg.classList.toggle("upright", upright);
    const { width, height } = this.#size();
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const wood = this.svg.querySelector(".wood");
    const store = this.#store();
    wood?.setAttribute("width", String(width - 2));
    wood?.setAttribute("height", String(height - 2 * store - 2));
    for (const hole of this.holes.values()) {
      const [x, y] = this.#place(Number(hole.dataset.column), Number(hole.dataset.row));
      hole.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const seat of ["south", "north"]) {
      const y = seat === below ? height - STORE / 2 : STORE / 2;
      this.svg.querySelector(`[data-store="${seat}"]`)?.setAttribute("transform", `translate(${width / 2} ${y})`);
    }
  }

  #store() {
    return this.svg.querySelector(".store") ? STORE : 0;
  }

  #size() {
    const store = 2 * this.#store();
    return this.upright
      ? { width: this.rows * CELL.upright + 2 * RIM + MIDDLE, height: this.columns * CELL.width + 2 * RIM + store }
      : { width: this.columns * CELL.width + 2 * RIM, height: this.rows * CELL.height + 2 * RIM + MIDDLE + store };
  }

  /** @param {number} column @param {number} row */
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

/** The letter of a hole. @param {Seat} seat @param {number} index */
export function letter(seat, index) {
  return String.fromCharCode((seat === "south" ? 65 : 97) + index);
}
