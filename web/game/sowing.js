// @ts-check
/**
 * The steps of an action, counter by counter, and the effect of each step on the counts. `acted` in
 * docs/PROTOCOL.md says into which holes the counters of a lap fall.
 */

import { lastOf } from "../last.js";
import { SEATS, holeLetter, otherSeat, parseHole } from "../notation.js";
import { GAME_TRAITS } from "./game-traits.js";

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Lap} Lap */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {{ seat: Seat, laps: Lap[], position: PositionView }} Acted */

/**
 * The counts in the middle of an action: `hand` counters are in hand at the hole `at`.
 * @typedef {object} Counts
 * @property {Record<string, number>} holes
 * @property {Record<Seat, number | null> | null} stores
 * @property {number} hand
 * @property {string | null} at
 */

/**
 * One step of an action:
 * - `lift` takes all counters of a hole into the hand, `enter` those of a store;
 * - `drop` lets one counter fall from the hand into a hole;
 * - `take` captures a hole's counters: into the hand, into a store or off the board;
 * - `put` lays the counters in hand into a hole.
 * @typedef {{ do: "lift", hole: string }
 *   | { do: "enter", seat: Seat, count: number }
 *   | { do: "drop", hole: string }
 *   | { do: "take", hole: string, count: number, to: "hand" | "away" | Seat }
 *   | { do: "put", hole: string }} Step
 */

/** A copy of counts, which steps can change. @param {Counts} counts @returns {Counts} */
export function copyOf(counts) {
  return { ...counts, holes: { ...counts.holes }, stores: counts.stores && { ...counts.stores } };
}

/**
 * The counts of a position.
 * @param {Pick<PositionView, "holes" | "stores" | "pending">} position
 * @returns {Counts}
 */
export function countsOf(position) {
  /** @type {Record<string, number>} */
  const holes = {};
  for (const seat of SEATS)
    position.holes[seat].forEach((count, index) => (holes[holeLetter(seat, index)] = count));
  const { pending } = position;
  return {
    holes,
    stores: position.stores ? { ...position.stores } : null,
    hand: pending?.hand ?? 0,
    at: pending?.hole ?? null,
  };
}

/**
 * A lap with its steps. The last one also has the steps that end the action.
 * @typedef {{ lap: Extract<Lap, { count: number }>, steps: Step[] }} LapSteps
 */

/**
 * The steps of an action.
 * @param {string} rules @param {PositionView} before @param {Acted} acted
 * @returns {Step[]}
 */
export function stepsOf(rules, before, acted) {
  return stepsByLap(rules, before, acted).flatMap(({ steps }) => steps);
}

/**
 * The steps of each lap of an action. A pass has no lap.
 * @param {string} rules @param {PositionView} before @param {Acted} acted
 * @returns {LapSteps[]}
 */
export function stepsByLap(rules, before, { seat, laps, position }) {
  /** @type {LapSteps[]} */
  const groups = [];
  let { hand, at } = countsOf(before);
  for (const lap of laps) {
    if (!("count" in lap)) continue;
    const steps = "from" in lap ? lapSteps(rules, before, lap, hand, at) : enterSteps(before, seat, lap);
    const captured = lap.captured ?? [];
    const to = destinationOfCaptures(rules, seat);
    for (const [hole, count] of captured) steps.push({ do: "take", hole, count, to });
    hand = captured.length && to === "hand" ? 1 : 0;
    at = hand && "from" in lap ? lap.from : null;
    groups.push({ lap, steps });
  }
  lastOf(groups)?.steps.push(...lastSteps(position, hand, at));
  return groups;
}

/**
 * The steps of a lap from a hole.
 * @param {string} rules @param {PositionView} before @param {Extract<Lap, { from: string }>} lap
 * @param {number} hand counters in hand before the lap @param {string | null} at where they are
 * @returns {Step[]}
 */
function lapSteps(rules, before, lap, hand, at) {
  /** @type {Step[]} */
  const steps = [];
  if (hand && at && at !== lap.from) steps.push({ do: "put", hole: at });
  if (!hand || at !== lap.from) steps.push({ do: "lift", hole: lap.from });
  for (const hole of sownHoles(rules, before, lap)) steps.push({ do: "drop", hole });
  return steps;
}

/**
 * The steps of a lap from the store.
 * @param {PositionView} before @param {Seat} seat @param {Extract<Lap, { enter: string }>} lap
 * @returns {Step[]}
 */
function enterSteps(before, seat, lap) {
  const drops = enteredHoles(before, seat, lap).map((hole) => /** @type {Step} */ ({ do: "drop", hole }));
  return [{ do: "enter", seat, count: lap.count }, ...drops];
}

/**
 * The steps after the last lap.
 * @param {PositionView} position @param {number} hand @param {string | null} at
 * @returns {Step[]}
 */
function lastSteps({ pending }, hand, at) {
  // The turn goes on: a relay has lifted the counters of the last hole.
  if (pending && !hand) return [{ do: "lift", hole: pending.hole }];
  // The turn has ended with a capture: the captured counters are laid down.
  if (!pending && hand && at) return [{ do: "put", hole: at }];
  return [];
}

/** Changes the counts as a step does. @param {Counts} counts @param {Step} step */
export function applyStep(counts, step) {
  switch (step.do) {
    case "lift":
      counts.hand = counts.holes[step.hole];
      counts.holes[step.hole] = 0;
      counts.at = step.hole;
      return;
    case "enter":
      counts.hand = step.count;
      counts.at = null;
      return addToStore(counts, step.seat, -step.count);
    case "drop":
      counts.hand -= 1;
      counts.holes[step.hole] += 1;
      return;
    case "take":
      counts.holes[step.hole] -= step.count;
      if (step.to === "hand") counts.hand += step.count;
      else if (step.to !== "away") addToStore(counts, step.to, step.count);
      return;
    case "put":
      counts.holes[step.hole] += counts.hand;
      counts.hand = 0;
      counts.at = null;
  }
}

/**
 * Changes a store. A concealed store stays concealed.
 * @param {Counts} counts @param {Seat} seat @param {number} count
 */
function addToStore({ stores }, seat, count) {
  const held = stores?.[seat];
  if (stores && typeof held === "number") stores[seat] = held + count;
}

/** Where captured counters go. @param {string} rules @param {Seat} seat */
function destinationOfCaptures(rules, seat) {
  const { captured } = GAME_TRAITS[rules];
  return captured === "store" ? seat : captured;
}

/**
 * The holes into which the counters of a lap fall, one by one.
 * @param {string} rules @param {PositionView} before @param {Extract<Lap, { from: string }>} lap
 * @returns {string[]}
 */
function sownHoles(rules, before, { from, dir, count, last }) {
  const [seat, index] = parseHole(from);
  const length = before.holes[seat].length;
  const { path } = GAME_TRAITS[rules];
  if (path !== "side") {
    const holeCount = path === "own-row" ? length : 2 * length;
    return consecutiveHoles(seat, index + (count === 1 ? 1 : 0), count, length, holeCount);
  }
  const direction = dir === "cw" ? length - 1 : 1;
  const distance = ((parseHole(last)[1] - index) * (dir === "cw" ? -1 : 1) + length) % length;
  // An opening turn may end before each counter has a hole of its own: the first hole gets the extra counters.
  const extra = count < length ? count - distance : 0;
  return Array.from({ length: count }, (_, drop) =>
    holeLetter(seat, (index + direction * Math.max(1, drop + 1 - extra)) % length),
  );
}

/**
 * The holes into which the counters of a store fall.
 * @param {PositionView} before @param {Seat} seat @param {Extract<Lap, { enter: string }>} lap
 */
function enteredHoles(before, seat, { enter, count }) {
  const length = before.holes[seat].length;
  return consecutiveHoles(seat, 0, count, length, enter === "own" ? length : 2 * length);
}

/**
 * Holes one after the other, round and round.
 * @param {Seat} seat @param {number} first index of the first hole @param {number} count
 * @param {number} length holes in a row @param {number} holeCount holes in the circle: one row, or both
 */
function consecutiveHoles(seat, first, count, length, holeCount) {
  return Array.from({ length: count }, (_, drop) => {
    const offset = (first + drop) % holeCount;
    return holeLetter(offset < length ? seat : otherSeat(seat), offset % length);
  });
}
