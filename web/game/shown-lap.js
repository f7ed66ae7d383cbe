// @ts-check
/** The laps of the shown turn, and the one after which the board is shown. */

import { lastOf } from "../last.js";
import { holeLetter } from "../notation.js";
import { applyStep, copyOf, countsOf, stepsByLap } from "./sowing.js";

/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./game-state").Acted} Acted */
/** @typedef {import("./sowing").Counts} Counts */
/** @typedef {import("../protocol").PositionView} PositionView */

/**
 * A lap of a turn: its steps, and the counts before and after it.
 * @typedef {import("./sowing").LapSteps & { act: Acted, before: Counts, after: Counts }} TurnLap
 */

/**
 * The laps of a turn.
 * @param {string} rules @param {Scene[]} turn the scenes after each action of the turn
 * @returns {TurnLap[]}
 */
export function lapsOfTurn(rules, turn) {
  return turn.flatMap(({ act, before }) => {
    if (!act || !before) return [];
    let counts = countsOf(before);
    return stepsByLap(rules, before, act).map(({ lap, steps }) => {
      const first = counts;
      const last = copyOf(counts);
      for (const step of steps) applyStep(last, step);
      counts = last;
      return { act, lap, steps, before: first, after: last };
    });
  });
}

export class ShownLap {
  /** The laps of the turn that was asked for last, by its last scene. @type {{ scene: Scene, laps: TurnLap[] } | null} */
  _turn = null;
  /** The scene of the shown turn, and how many of its laps are shown. @type {{ scene: Scene, number: number } | null} */
  _shown = null;

  /** Shows the board after a number of laps of a turn. @param {Scene | undefined} scene the last scene of the turn @param {number | null} number all laps if `null` */
  show(scene, number) {
    this._shown = scene && number !== null ? { scene, number } : null;
  }

  /** How many laps of a turn are shown; `null` if no lap was chosen. @param {Scene | undefined} scene */
  numberIn(scene) {
    return this._shown && this._shown.scene === scene ? this._shown.number : null;
  }

  /** The laps of a turn. @param {string} rules @param {Scene[]} turn */
  lapsOf(rules, turn) {
    const scene = lastOf(turn);
    if (!scene) return [];
    if (this._turn?.scene !== scene) this._turn = { scene, laps: lapsOfTurn(rules, turn) };
    return this._turn.laps;
  }

  /**
   * The board in the middle of a turn; `null` if all of the turn is shown.
   * @param {string} rules @param {Scene[]} turn @returns {Scene | null}
   */
  sceneOf(rules, turn) {
    const scene = lastOf(turn);
    const number = this.numberIn(scene);
    const laps = this.lapsOf(rules, turn);
    if (!scene || number === null || number >= laps.length) return null;
    const { act } = laps[number];
    const position = positionOf(number ? laps[number - 1].after : laps[0].before, act, scene.position);
    const shown = number ? [laps[number - 1].lap] : [];
    return { ...scene, position, act: { ...act, laps: shown, position } };
  }
}

/**
 * The counts in the middle of a turn as a position in which nothing can be played.
 * @param {Counts} counts @param {Acted} act @param {PositionView} after @returns {PositionView}
 */
function positionOf({ holes, stores, hand, at }, { seat }, after) {
  const side = (/** @type {import("../protocol").Seat} */ owner) =>
    after.holes[owner].map((_, index) => holes[holeLetter(owner, index)]);
  return {
    ...after,
    holes: { south: side("south"), north: side("north") },
    ...(stores && { stores }),
    to_move: seat,
    pending: hand && at ? { hole: at, hand } : null,
    legal: [],
  };
}
