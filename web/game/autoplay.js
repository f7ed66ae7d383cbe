// @ts-check
/** Plays a finished game by itself: one action after the other, each lap by lap. */

import { lastOf } from "../last.js";
import { settings } from "./settings.js";
import { countFalls, sowingDuration } from "./sowing-speed.js";
import { copyOf } from "./sowing.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("./shown-lap").TurnLap} TurnLap */

/** How many times as fast as the visitor's speed of sowing a game can be played. */
export const PACES = [0.5, 1, 2, 4];

/** How long the board is at rest between two actions, in milliseconds; longer if no counters move. */
const REST = { moving: 700, still: 1_800 };

/**
 * @typedef {object} AutoplayListener
 * @property {(target: number) => void} step shows another ply, or another action of the variation, with its counters
 *   about to move
 * @property {() => void} showAtRest
 * @property {() => void} update
 * @property {() => void} lapShown a lap that was chosen by hand is shown
 */

export class Autoplay {
  /** Whether the game is being played. */
  isPlaying = false;
  /** How many times as fast as usual. */
  pace = 1;
  /** Counts the times that it was started and stopped: a loop that was overtaken shows nothing more. */
  _run = 0;

  /**
   * @param {PageState} state @param {import("./board-view").BoardView} boardView
   * @param {AutoplayListener} listener
   */
  constructor(state, boardView, listener) {
    this.state = state;
    this.boardView = boardView;
    this.listener = listener;
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this._start();
  }

  /** Stops, and shows the board after the lap that is being sown. */
  pause() {
    if (!this.isPlaying) return;
    this.stop();
    this.listener.showAtRest();
  }

  /** Stops. The caller shows a board. */
  stop() {
    this.isPlaying = false;
    this._run += 1;
  }

  /** Sows the next lap, or takes back the last one; beyond the turn, one of the turn beside it. @param {-1 | 1} direction */
  async stepLap(direction) {
    const { state } = this;
    if (!state.canReplay) return;
    this.stop();
    const run = this._run;
    const number = this._numberAfter(direction);
    if (number === null) return this.listener.showAtRest();
    if (direction > 0) await this._sow(state.laps.slice(number - 1, number), number, run);
    if (run !== this._run) return;
    state.showLap(number);
    this.listener.showAtRest();
    this.listener.lapShown();
  }

  /** The number of laps to show after a step, in the turn where it leads; `null` if it leads nowhere. @param {-1 | 1} direction */
  _numberAfter(direction) {
    const { state } = this;
    const number = (state.shownLap ?? state.laps.length) + direction;
    if (number < 0) return this._stepToTurnBefore();
    if (number <= state.laps.length) return number;
    const target = state.stepTarget("next");
    return target === null ? null : Math.min(this._stepTo(target) + 1, state.laps.length);
  }

  /** The board before a turn is that after the turn before, of which the last lap is taken back. */
  _stepToTurnBefore() {
    const { state } = this;
    const target = (state.variation?.index ?? state.shownPly) - state.shownTurn.length;
    if (target < 0 || !state.shownTurn.length) return null;
    this.listener.step(target);
    return Math.max(0, state.laps.length - 1);
  }

  async _start() {
    const run = ++this._run;
    this.isPlaying = true;
    if (this._isAtEnd) this.listener.step(0);
    let first = this.state.shownLap;
    while (run === this._run) {
      if (first === null || first >= this.state.laps.length) {
        const target = this.state.stepTarget("next");
        if (target === null) break;
        first = this._stepTo(target);
      }
      await this._sow(this.state.laps.slice(first), first + 1, run);
      if (run !== this._run) return;
      this.state.showLap(null);
      this.listener.showAtRest();
      await rest((settings.speed === "off" ? REST.still : REST.moving) / this.pace);
      first = null;
    }
    if (run !== this._run) return;
    this.isPlaying = false;
    this.listener.update();
  }

  get _isAtEnd() {
    const { state } = this;
    return state.stepTarget("next") === null && (state.shownLap ?? state.laps.length) >= state.laps.length;
  }

  /** Shows the next ply before its counters move. @param {number} target @returns {number} the laps of its turn before it */
  _stepTo(target) {
    this.listener.step(target);
    const { laps, shownTurn } = this.state;
    const act = lastOf(shownTurn)?.act;
    return laps.filter((lap) => lap.act !== act).length;
  }

  /** Sows laps of the shown turn. @param {TurnLap[]} laps @param {number} number that of the first one @param {number} run */
  async _sow(laps, number, run) {
    if (settings.speed === "off" || !laps.length) return;
    const steps = laps.flatMap((lap) => lap.steps);
    const falls = countFalls(steps);
    const unit = sowingDuration(falls, settings.speed) / falls / this.pace;
    const ends = endsOf(laps);
    const show = (/** @type {number} */ lap) => {
      this.state.showLap(lap);
      this.listener.update();
    };
    show(number);
    await this.boardView.animateSteps(steps, copyOf(laps[0].before), unit, (finished) => {
      const done = ends.indexOf(finished) + 1;
      if (run === this._run && done && done < laps.length) show(number + done);
    });
  }
}

/** After how many steps each lap ends. @param {TurnLap[]} laps */
function endsOf(laps) {
  let sum = 0;
  return laps.map(({ steps }) => (sum += steps.length));
}

/** @param {number} duration in milliseconds */
function rest(duration) {
  return new Promise((resolve) => setTimeout(resolve, duration));
}
