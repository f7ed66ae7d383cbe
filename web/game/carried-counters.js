// @ts-check
/** Counters that a hand carries over the board, with their number. */

import { heapHref } from "../board.js";
import { createSvg } from "../svg.js";

/** @typedef {import("../board").Point} Point */

/** How far above the given point the counters are drawn, in units of the drawing. */
const LIFT = 4;

export class CarriedCounters {
  /** @param {string} className */
  constructor(className) {
    this.group = createSvg("g", { class: className, "aria-hidden": "true" });
    this.heap = createSvg("use", {});
    this.number = createSvg("text", { x: "13", y: "-9" });
    this.group.append(createSvg("circle", { r: "17" }), this.heap, this.number);
  }

  /** Shows a number of counters; nothing for zero. @param {number} count */
  setCount(count) {
    this.group.setAttribute("visibility", count > 0 ? "visible" : "hidden");
    this.heap.setAttribute("href", heapHref(count));
    this.number.textContent = String(count);
  }

  /**
   * Moves to a point on the way between two.
   * @param {Point} from @param {Point} to @param {number} share from 0 to 1
   */
  moveBetween(from, to, share) {
    const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * share);
    this.group.setAttribute("transform", `translate(${x.toFixed(1)} ${(y - LIFT).toFixed(1)})`);
  }

  hide() {
    this.group.setAttribute("visibility", "hidden");
  }

  remove() {
    this.group.remove();
  }
}
