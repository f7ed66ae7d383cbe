// @ts-check
/** The clocks of both players and the time to begin, counted down by the server's time. */

import { byId, element, setText } from "../dom.js";
import { SEATS } from "../notation.js";
import { translate, translateCount } from "../texts.js";
import { timeLeft } from "./game-state.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").Seat} Seat */

// In milliseconds.
const UPDATE_INTERVAL = 250;
const LOW_TIME = 20_000;

export class Clocks {
  /** Whether the visitor was warned that their time is low. */
  _hasWarned = false;

  /**
   * @param {PageState} state @param {HTMLElement} root @param {() => number} now
   * @param {(text: string) => void} announce
   */
  constructor(state, root, now, announce) {
    this.state = state;
    this.root = root;
    this.now = now;
    this.announce = announce;
    this.firstTurn = element("p", {
      id: "first-turn",
      class: "faint",
      role: "timer",
    });
    byId("state").after(this.firstTurn);
    setInterval(() => this.update(), UPDATE_INTERVAL);
  }

  update() {
    const { arrangeBy, clocks } = this.state.game;
    this._updateLimit(document.getElementById("arrange-by"), "game.arrange-by", arrangeBy);
    this._updateLimit(this.firstTurn, "game.first-turn", clocks?.first_turn_by);
    for (const seat of SEATS) this._updateClock(seat);
  }

  /**
   * Shows how long a player has to arrange, or to make the first turn.
   * @param {HTMLElement | null} target @param {string} key @param {number | undefined} until
   */
  _updateLimit(target, key, until) {
    setText(target, until ? translate(key, { time: formatTime(Math.max(0, until - this.now())) }) : "");
  }

  /** @param {Seat} seat */
  _updateClock(seat) {
    const clocks = this.state.shownClocks;
    const left = timeLeft(clocks, seat, this.now());
    const target = this._clockOf(seat);
    if (left === null || !target) return;
    const isRunning = clocks?.running === seat;
    const isLow = isRunning && left < LOW_TIME;
    setText(target, (isLow ? "⚠ " : "") + formatTime(left));
    target.classList.toggle("low", isLow);
    target.classList.toggle("runs", isRunning);
    if (seat === this.state.ownSeat) this._warn(isLow, left);
  }

  /** @param {boolean} isLow @param {number} left */
  _warn(isLow, left) {
    if (!this.state.isCaughtUp) return;
    if (isLow && !this._hasWarned) this.announce(translateCount("game.low", Math.ceil(left / 1_000)));
    this._hasWarned = isLow;
  }

  /** The clock of a seat, which is created when the game has clocks. @param {Seat} seat */
  _clockOf(seat) {
    const row = this.root.querySelector(`.player[data-seat="${seat}"]`);
    const present = row?.querySelector(".clock");
    if (present || !this.state.game.clocks || !row) return present ?? null;
    const created = element("span", {
      class: "clock",
      role: "timer",
      "aria-live": "off",
    });
    row.append(created);
    return created;
  }
}

/** A duration as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 d 3:00:00`. @param {number} milliseconds */
export function formatTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1_000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3_600) % 24;
  const days = Math.floor(seconds / 86_400);
  const longTime = `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  if (days) return translate("game.days", { days, time: longTime });
  return hours ? longTime : `${minutes}:${twoDigits(seconds % 60)}`;
}

/** @param {number} number */
function twoDigits(number) {
  return String(number).padStart(2, "0");
}
