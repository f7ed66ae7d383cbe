// @ts-check
/** Judges whether turns reach a lesson's goal, from what the server has answered: the page knows no rules. */

import { capturesOf } from "../game/game-state.js";
import { lastOf } from "../last.js";

/** @typedef {import("../game/game-state").Acted} Acted */
/** @typedef {import("../protocol").Preview} Preview */
/** @typedef {import("../protocol").Outcome} Outcome */

/**
 * All conditions must hold.
 * @typedef {object} Goal
 * @property {string} [ends] the hole in which the last counter falls
 * @property {number} [laps] number of laps, at least
 * @property {number} [captures] number of captured counters, at least
 * @property {string} [enters] the way in which the store is entered
 * @property {boolean} [safe] whether the opponent must have nothing to capture afterwards
 * @property {boolean} [wins] whether the learner must win
 * @property {string} [array] the array that is to be chosen
 */

/**
 * What was played, and what the server says of the position after it.
 * @typedef {object} Played
 * @property {Acted[]} acts the learner's actions
 * @property {Preview[]} previews the effects of the actions that the opponent may play next
 * @property {Outcome | null} outcome
 */

/** The learner's seat in every lesson. */
export const LEARNER = "south";

/**
 * A condition that does not hold: `wanted` is what the goal asks for.
 * @typedef {{ name: keyof Goal, wanted?: string | number, hole?: string, count?: number, action?: string }} Unmet
 */

/** The first condition of a goal that does not hold; `null` if the goal is reached. @param {Goal} goal @param {Played} played @returns {Unmet | null} */
export function findUnmet(goal, { acts, previews, outcome }) {
  const laps = acts.flatMap((act) => act.laps);
  return (
    unmetEnd(goal, laps) ??
    unmetCount("laps", goal.laps, laps.length) ??
    unmetCount("captures", goal.captures, sumOf(laps.flatMap(capturesOf).map(([, count]) => count))) ??
    unmetEntry(goal, laps) ??
    unmetSafety(goal, previews) ??
    (goal.wins && outcome?.winner !== LEARNER ? { name: "wins" } : null)
  );
}

/** @param {Goal} goal @param {Acted["laps"]} laps @returns {Unmet | null} */
function unmetEnd({ ends }, laps) {
  if (!ends) return null;
  const lap = lastOf(laps.filter((lap) => "last" in lap));
  const hole = lap && "last" in lap ? lap.last : "–";
  return hole === ends ? null : { name: "ends", wanted: ends, hole };
}

/** @param {"laps" | "captures"} name @param {number | undefined} wanted @param {number} count @returns {Unmet | null} */
function unmetCount(name, wanted, count) {
  return wanted === undefined || count >= wanted ? null : { name, wanted, count };
}

/** @param {Goal} goal @param {Acted["laps"]} laps @returns {Unmet | null} */
function unmetEntry({ enters }, laps) {
  const isEntered = laps.some((lap) => "enter" in lap && lap.enter === enters);
  return enters && !isEntered ? { name: "enters", wanted: enters } : null;
}

/** @param {Goal} goal @param {Preview[]} previews @returns {Unmet | null} */
function unmetSafety({ safe }, previews) {
  const [worst] = previews
    .filter(({ captured }) => captured > 0)
    .sort((one, other) => other.captured - one.captured);
  return safe && worst ? { name: "safe", count: worst.captured, action: worst.action } : null;
}

/** @param {number[]} counts */
function sumOf(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}
