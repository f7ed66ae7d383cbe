// @ts-check
/**
 * Calls a player whose turn it is, with a sound and in the title of the tab: at the first turn, whose time limit
 * runs from now on, and whenever the page is out of sight.
 */

import { translate } from "../texts.js";
import { settings } from "./settings.js";
import { tabTitle } from "./status.js";

/** @typedef {import("../protocol").PositionView} PositionView */

/** How long the title shows each of its two texts, in milliseconds. */
const TITLE_INTERVAL = 1_000;

/** How long a page that is in sight calls, in milliseconds. */
const CALL_DURATION = 5_000;

/** The notes of the sound, in hertz, and the duration of each in seconds. */
const NOTES = [523, 784];
const NOTE_DURATION = 0.16;
const VOLUME = 0.15;

export class TurnCall {
  /** The position in which the visitor was called. @type {PositionView | null} */
  _called = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  _titleTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _endTimer;
  _isCallShown = false;

  /** @param {import("./page-state").PageState} state */
  constructor(state) {
    this.state = state;
    document.addEventListener("visibilitychange", () => document.hidden || this._stop());
  }

  update() {
    const { canAct, isRevealing, isShared, game, ownSeat } = this.state;
    const { position } = game;
    // The first turn is called when the arrays are set out.
    if (!canAct || isRevealing || isShared) return this._stop();
    if (position !== this._called) {
      this._called = position;
      const isFirst = !game.line.some(({ act }) => act?.seat === ownSeat);
      if (document.hidden || isFirst) this._call();
    }
    // The page has just written the title.
    if (this._titleTimer !== undefined) this._showTitle();
  }

  _call() {
    if (settings.sound) playNotes();
    clearInterval(this._titleTimer);
    clearTimeout(this._endTimer);
    this._isCallShown = true;
    this._titleTimer = setInterval(() => {
      this._isCallShown = !this._isCallShown;
      this._showTitle();
    }, TITLE_INTERVAL);
    if (!document.hidden) this._endTimer = setTimeout(() => this._stop(), CALL_DURATION);
  }

  _showTitle() {
    document.title = this._isCallShown ? translate("game.call") : tabTitle(this.state);
  }

  _stop() {
    if (this._titleTimer === undefined) return;
    clearInterval(this._titleTimer);
    clearTimeout(this._endTimer);
    this._titleTimer = undefined;
    document.title = tabTitle(this.state);
  }
}

/** A browser may refuse a sound until the visitor has pressed something: then there is none. */
function playNotes() {
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: VOLUME });
  gain.connect(context.destination);
  NOTES.forEach((frequency, number) => {
    const note = new OscillatorNode(context, { frequency });
    note.connect(gain);
    note.start(context.currentTime + number * NOTE_DURATION);
    note.stop(context.currentTime + (number + 1) * NOTE_DURATION);
    if (number === NOTES.length - 1) note.onended = () => context.close();
  });
}
