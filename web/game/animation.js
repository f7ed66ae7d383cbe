// @ts-check
/** Sowing as one sees it: a hand goes from hole to hole and lets counters fall, one by one. */

import { follow, seats, stepsOf, tableOf } from "./sowing.js";

/** @typedef {import("../board").Board} Board */
/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./sowing").Step} Step */

const SVG = "http://www.w3.org/2000/svg";

/** How long one counter takes at each speed, and a whole action at the most, in milliseconds. */
const SPEEDS = {
  off: { step: 0, most: 0 },
  slow: { step: 420, most: 40_000 },
  normal: { step: 190, most: 12_000 },
  fast: { step: 70, most: 4_000 },
};

/** @typedef {keyof typeof SPEEDS} Speed */

/** How much longer than a falling counter the other steps take. */
const WEIGHT = { lift: 1.8, enter: 2.2, drop: 1, take: 2.6, put: 1.4 };

/** How many counters are drawn in a hand at the most. */
const READABLE = 16;

export class Animation {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hand = bundle("carried");
    this.prey = bundle("carried prey");
    /** Ends what is under way. @type {(() => void) | null} */
    this.skip = null;
  }

  /** Shows the counters that are in hand while nothing moves. @param {import("../protocol").Pending | null | undefined} pending */
  hold(pending) {
    this.hand.remove();
    if (!pending) return;
    const place = this.board.place(pending.hole);
    heap(this.hand, pending.hand);
    move(this.hand, place, place, 0);
    this.board.svg.append(this.hand);
  }

  /**
   * Shows the action that led to a scene. Whoever calls shows the board then.
   * @param {string} rules @param {Scene} scene @param {Speed} speed
   * @returns {Promise<boolean>} when it is over: whether it was shown to its end
   */
  async play(rules, scene, speed) {
    this.skip?.();
    const { act, before } = scene;
    const { step, most } = SPEEDS[speed];
    if (!act || !before || !step || document.hidden) return true;
    const steps = stepsOf(rules, before, act);
    const weight = steps.reduce((all, { do: what }) => all + WEIGHT[what], 0);
    return this.#run(steps, tableOf(before), Math.min(step, most / weight));
  }

  /** @param {Step[]} steps @param {import("./sowing").Table} table @param {number} unit @returns {Promise<boolean>} */
  #run(steps, table, unit) {
    return new Promise((resolve) => {
      let index = 0;
      let started = performance.now();
      let frame = 0;
      let from = table.at ? this.board.place(table.at) : this.#placeOf(steps[0]);
      const end = () => {
        cancelAnimationFrame(frame);
        document.removeEventListener("visibilitychange", end);
        this.hand.remove();
        this.prey.remove();
        this.skip = null;
        resolve(index === steps.length);
      };
      /** @param {number} now */
      const tick = (now) => {
        // A fast hand lets several counters fall in a frame.
        while (index < steps.length && now - started >= WEIGHT[steps[index].do] * unit) {
          started += WEIGHT[steps[index].do] * unit;
          from = this.#do(table, steps[index], from);
          index += 1;
        }
        if (index === steps.length) return end();
        this.#between(table, steps[index], from, (now - started) / (WEIGHT[steps[index].do] * unit));
        frame = requestAnimationFrame(tick);
      };
      this.skip = end;
      document.addEventListener("visibilitychange", end);
      this.#show(table);
      this.board.svg.append(this.prey, this.hand);
      frame = requestAnimationFrame(tick);
    });
  }

  /** Does a step for good; where the hand is then. @param {import("./sowing").Table} table @param {Step} step @param {[number, number]} from @returns {[number, number]} */
  #do(table, step, from) {
    follow(table, step);
    this.prey.setAttribute("visibility", "hidden");
    if ("hole" in step) this.board.fill(step.hole, table.holes[step.hole]);
    for (const seat of seats) if (table.stores) this.board.fillStore(seat, table.stores[seat]);
    if (step.do === "lift") this.board.mark({ from: [step.hole] });
    return step.do === "take" ? from : this.#placeOf(step);
  }

  /** Shows how far a step has got. @param {import("./sowing").Table} table @param {Step} step @param {[number, number]} from @param {number} share */
  #between(table, step, from, share) {
    const eased = share * share * (3 - 2 * share);
    if (step.do !== "take") {
      move(this.hand, from, this.#placeOf(step), eased);
    } else {
      const to =
        step.to === "hand"
          ? from
          : step.to === "away"
            ? this.#away(step.hole)
            : this.board.storePlace(step.to);
      this.board.fill(step.hole, 0);
      heap(this.prey, step.count);
      move(this.prey, this.board.place(step.hole), to, eased);
    }
    heap(this.hand, table.hand);
  }

  /** @param {Step} step @returns {[number, number]} */
  #placeOf(step) {
    return step.do === "enter" ? this.board.storePlace(step.seat) : this.board.place(step.hole);
  }

  /** Off the board, on the side of the hole. @param {string} hole @returns {[number, number]} */
  #away(hole) {
    const [x, y] = this.board.place(hole);
    return [x, y < this.board.size.height / 2 ? -30 : this.board.size.height + 30];
  }

  /** @param {import("./sowing").Table} table */
  #show(table) {
    for (const [hole, held] of Object.entries(table.holes)) this.board.fill(hole, held);
    for (const seat of seats) if (table.stores) this.board.fillStore(seat, table.stores[seat]);
    this.board.mark({});
    this.prey.setAttribute("visibility", "hidden");
    heap(this.hand, table.hand);
  }
}

/** A bundle of counters that moves over the board. @param {string} name */
function bundle(name) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", name);
  group.setAttribute("aria-hidden", "true");
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("r", "17");
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", "13");
  text.setAttribute("y", "-9");
  group.append(circle, document.createElementNS(SVG, "use"), text);
  return group;
}

/** @param {SVGGElement} bundle @param {number} count */
function heap(bundle, count) {
  bundle.setAttribute("visibility", count > 0 ? "visible" : "hidden");
  bundle.querySelector("use")?.setAttribute("href", `#seeds-${Math.max(0, Math.min(count, READABLE))}`);
  const text = bundle.querySelector("text");
  if (text) text.textContent = String(count);
}

/** @param {SVGGElement} bundle @param {[number, number]} from @param {[number, number]} to @param {number} share */
function move(bundle, from, to, share) {
  const at = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * share);
  bundle.setAttribute("transform", `translate(${at[0].toFixed(1)} ${(at[1] - 4).toFixed(1)})`);
}
