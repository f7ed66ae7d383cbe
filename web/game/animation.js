// @ts-check
/** The animation of an action: a hand goes from hole to hole and drops its counters one by one. */

import { SEATS } from "../notation.js";
import { CarriedCounters } from "./carried-counters.js";
import { Reveal } from "./reveal.js";
import { applyStep, countsOf, stepsOf } from "./sowing.js";
import { countFalls, sowingDuration } from "./sowing-speed.js";

/** @typedef {import("../board").Board} Board */
/** @typedef {import("../board").Point} Point */
/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./sowing").Counts} Counts */
/** @typedef {import("./sowing").Step} Step */
/** @typedef {import("./sowing-speed").Speed} Speed */

/** How far beyond the board captured counters go, in units of the drawing. */
const BEYOND_BOARD = 30;

export class SowingAnimation {
  /** What is being animated. @type {Playback | Reveal | null} */
  _playback = null;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hand = new CarriedCounters("carried");
    this.captured = new CarriedCounters("carried prey");
  }

  get isPlaying() {
    return this._playback !== null;
  }

  /**
   * Shows the counters in hand between two actions.
   * @param {import("../protocol").Pending | null | undefined} pending
   */
  showPending(pending) {
    this.hand.remove();
    if (!pending) return;
    const centre = this.board.holeCentre(pending.hole);
    this.hand.setCount(pending.hand);
    this.hand.moveBetween(centre, centre, 0);
    this.board.svg.append(this.hand.group);
  }

  /**
   * Animates the action that led to a scene. The caller shows the scene afterwards.
   * @param {string} rules @param {Pick<Scene, "act" | "before">} scene @param {Speed} speed
   * @param {number} [waiting] how many scenes are to be animated after it: it gets faster for them
   * @returns {Promise<boolean>} whether it was shown to its end
   */
  async play(rules, { act, before }, speed, waiting = 0) {
    this.skip();
    if (!act || !before || speed === "off") return true;
    const steps = stepsOf(rules, before, act);
    const falls = countFalls(steps);
    return this.playSteps(steps, countsOf(before), sowingDuration(falls, speed, waiting) / falls);
  }

  /**
   * Animates steps.
   * @param {Step[]} steps @param {Counts} counts those before the steps
   * @param {number} unit the duration of one fall, in milliseconds
   * @param {(count: number) => void} [stepped] called with the number of steps that are finished
   * @returns {Promise<boolean>} whether they were shown to their end
   */
  async playSteps(steps, counts, unit, stepped = () => {}) {
    this.skip();
    // A pass moves nothing.
    if (!steps.length || document.hidden) return true;
    return this._run(new Playback(this, steps, counts, unit, stepped));
  }

  /**
   * Shows how sealed arrays are revealed.
   * @param {import("../protocol").PositionView} position the first position of the game
   * @returns {Promise<boolean>} whether it was shown to its end
   */
  async playReveal(position) {
    this.skip();
    return document.hidden || this._run(new Reveal(this.board, position));
  }

  /** @param {Playback | Reveal} playback @returns {Promise<boolean>} whether it was shown to its end */
  _run(playback) {
    this._playback = playback;
    return playback.run().finally(() => this._playback === playback && (this._playback = null));
  }

  /** Ends the animation that is playing. */
  skip() {
    this._playback?.end();
    this._playback = null;
  }
}

/** The animation of one action. */
class Playback {
  /** The current step. */
  _index = 0;
  /** When the current step began. */
  _startedAt = performance.now();
  _frame = 0;
  /** @type {(isComplete: boolean) => void} */
  _resolve = () => {};
  _end = () => this.end();

  /**
   * @param {SowingAnimation} animation @param {Step[]} steps @param {Counts} counts
   * @param {number} unit the duration of one fall, in milliseconds
   * @param {(count: number) => void} stepped called with the number of steps that are finished
   */
  constructor({ board, hand, captured }, steps, counts, unit, stepped) {
    this.board = board;
    this.hand = hand;
    this.captured = captured;
    this.steps = steps;
    this.counts = counts;
    this.unit = unit;
    this.stepped = stepped;
    /** Where the hand was after the step before. @type {Point} */
    this.from = counts.at ? board.holeCentre(counts.at) : this._target(steps[0]);
  }

  /** @returns {Promise<boolean>} whether the animation came to its end */
  run() {
    return new Promise((resolve) => {
      this._resolve = resolve;
      // A hidden page draws no frames.
      document.addEventListener("visibilitychange", this._end);
      this._showCounts();
      this.board.svg.append(this.captured.group, this.hand.group);
      this._frame = requestAnimationFrame((now) => this._tick(now));
    });
  }

  end() {
    cancelAnimationFrame(this._frame);
    document.removeEventListener("visibilitychange", this._end);
    this.hand.remove();
    this.captured.remove();
    this._resolve(this._index === this.steps.length);
  }

  /** @param {number} now */
  _tick(now) {
    // At high speed several counters fall in one frame.
    while (this._index < this.steps.length && now - this._startedAt >= this._duration) this._finishStep();
    if (this._index === this.steps.length) return this.end();
    this._showProgress((now - this._startedAt) / this._duration);
    this._frame = requestAnimationFrame((now) => this._tick(now));
  }

  get _step() {
    return this.steps[this._index];
  }

  /** The duration of the current step, in milliseconds. */
  get _duration() {
    return countFalls([this._step]) * this.unit;
  }

  /** Shows the counts after the current step and goes on to the next. */
  _finishStep() {
    const { board, counts } = this;
    const step = this._step;
    this._startedAt += this._duration;
    applyStep(counts, step);
    this.captured.hide();
    if ("hole" in step) board.setHole(step.hole, counts.holes[step.hole]);
    this._showStores();
    if (step.do === "lift") board.mark({ from: [step.hole] });
    if (step.do !== "take") this.from = this._target(step);
    this._index += 1;
    this.stepped(this._index);
  }

  /** Shows how far the current step has got. @param {number} share from 0 to 1 */
  _showProgress(share) {
    const eased = share * share * (3 - 2 * share);
    const step = this._step;
    if (step.do === "take") this._showCapture(step, eased);
    else this.hand.moveBetween(this.from, this._target(step), eased);
    this.hand.setCount(this.counts.hand);
  }

  /** @param {Extract<Step, { do: "take" }>} step @param {number} share */
  _showCapture({ hole, count, to }, share) {
    const { board, captured } = this;
    const target =
      to === "hand" ? this.from : to === "away" ? this._pointBeyondBoard(hole) : board.storeCentre(to);
    board.setHole(hole, 0);
    captured.setCount(count);
    captured.moveBetween(board.holeCentre(hole), target, share);
  }

  /** Where the hand goes in a step. @param {Step} step @returns {Point} */
  _target(step) {
    return step.do === "enter" ? this.board.storeCentre(step.seat) : this.board.holeCentre(step.hole);
  }

  /** A point off the board, on the side of a hole. @param {string} hole @returns {Point} */
  _pointBeyondBoard(hole) {
    const [x, y] = this.board.holeCentre(hole);
    const { height } = this.board.size;
    return [x, y < height / 2 ? -BEYOND_BOARD : height + BEYOND_BOARD];
  }

  _showCounts() {
    for (const [hole, count] of Object.entries(this.counts.holes)) this.board.setHole(hole, count);
    this._showStores();
    this.board.mark({});
    this.captured.hide();
    this.hand.setCount(this.counts.hand);
  }

  _showStores() {
    if (!this.counts.stores) return;
    for (const seat of SEATS) this.board.setStore(seat, this.counts.stores[seat]);
  }
}
