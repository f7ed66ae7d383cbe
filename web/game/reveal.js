// @ts-check
/**
 * The reveal of sealed arrays: both sides lie under lids, the lids open together, and then both sides are set out,
 * hole by hole. It takes less than three seconds.
 */

import { SEATS, holeLetter } from "../notation.js";
import { createSvg } from "../svg.js";
import { translate } from "../texts.js";

/** @typedef {import("../board").Board} Board */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Seat} Seat */

/** How long the lids are shut, how long they take to open, and how long the sides take to be set out, in milliseconds. */
const SHUT = 500;
const OPENING = 900;
const SETTING_OUT = 1_300;

/** The room between a lid and the edge of the board, in units of the drawing. */
const MARGIN = 5;

export class Reveal {
  _startedAt = performance.now();
  _frame = 0;
  _isComplete = false;
  /** @type {(isComplete: boolean) => void} */
  _resolve = () => {};
  _end = () => this.end();

  /** @param {Board} board @param {PositionView} position the first position of the game */
  constructor(board, position) {
    this.board = board;
    this.position = position;
    this.lids = SEATS.map((seat) => new Lid(board, seat));
  }

  /** @returns {Promise<boolean>} whether it was shown to its end */
  run() {
    return new Promise((resolve) => {
      this._resolve = resolve;
      // A hidden page draws no frames.
      document.addEventListener("visibilitychange", this._end);
      this._setOut(0);
      this.board.mark({});
      this.board.svg.append(...this.lids.map(({ group }) => group));
      this._frame = requestAnimationFrame((now) => this._tick(now));
    });
  }

  end() {
    cancelAnimationFrame(this._frame);
    document.removeEventListener("visibilitychange", this._end);
    for (const { group } of this.lids) group.remove();
    this._resolve(this._isComplete);
  }

  /** @param {number} now */
  _tick(now) {
    const time = now - this._startedAt - SHUT;
    for (const lid of this.lids) lid.open(shareOf(time, OPENING));
    this._setOut(shareOf(time - OPENING, SETTING_OUT));
    this._isComplete = time >= OPENING + SETTING_OUT;
    if (this._isComplete) return this.end();
    this._frame = requestAnimationFrame((now) => this._tick(now));
  }

  /** Shows the counters of the first holes of both sides. @param {number} share of the holes, from 0 to 1 */
  _setOut(share) {
    for (const seat of SEATS) {
      const counts = this.position.holes[seat];
      const filled = Math.floor(share * counts.length);
      counts.forEach((count, index) =>
        this.board.setHole(holeLetter(seat, index), index < filled ? count : 0),
      );
    }
  }
}

/** The lid over a side of the board. Its hinge is at the outer edge. */
class Lid {
  /** @param {Board} board @param {Seat} seat */
  constructor(board, seat) {
    const { width, height } = board.size;
    this.hinge = seat === board.below ? height - MARGIN : MARGIN;
    const top = seat === board.below ? height / 2 : MARGIN;
    const size = { width: String(width - 2 * MARGIN), height: String(height / 2 - MARGIN) };
    const wood = createSvg("rect", { class: "wood", x: String(MARGIN), y: String(top), rx: "10", ...size });
    const name = createSvg("text", { x: String(width / 2), y: String(top + height / 4) });
    name.textContent = translate("game.lid", { seat: translate(`game.${seat}`) });
    this.group = createSvg("g", { class: "lid", "aria-hidden": "true" });
    this.group.append(wood, name);
  }

  /** @param {number} share from 0 (shut) to 1 (open) */
  open(share) {
    const eased = share * share * (3 - 2 * share);
    const scale = (1 - eased).toFixed(3);
    this.group.setAttribute(
      "transform",
      `translate(0 ${this.hinge}) scale(1 ${scale}) translate(0 ${-this.hinge})`,
    );
  }
}

/** How much of a duration has passed, from 0 to 1. @param {number} time @param {number} duration */
function shareOf(time, duration) {
  return Math.max(0, Math.min(1, time / duration));
}
