// @ts-check
/**
 * The ratings beside the names of both players. The server draws them with the page; they are fetched again when
 * a player has come, and when a game has ended that changes them.
 */

import { requestApi } from "../api.js";
import { all, setText } from "../dom.js";
import { SEATS } from "../notation.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").GameRatings["ratings"]} SeatRatings */

/** How often the ratings after a game are asked for, in milliseconds, and how many times. */
const RETRY_INTERVAL = 1_500;
const MAX_ATTEMPTS = 8;

export class Ratings {
  /** What the shown ratings belong to. */
  _shown = "";

  /** @param {PageState} state @param {string} game @param {HTMLElement} root */
  constructor(state, game, root) {
    this.state = state;
    this.game = game;
    this.root = root;
    const names = SEATS.map(
      (seat) => all(root, `.player[data-seat="${seat}"] a.name`)[0]?.textContent ?? null,
    );
    this._shown = describe(names, root.dataset.state === "finished");
  }

  update() {
    const { isCaughtUp, game } = this.state;
    if (!isCaughtUp) return;
    const wanted = describe(
      SEATS.map((seat) => game.players[seat]),
      game.state === "finished",
    );
    if (wanted === this._shown) return;
    this._shown = wanted;
    this._fetch(wanted, game.state === "finished" && game.isRated ? MAX_ATTEMPTS : 1);
  }

  /**
   * Fetches and shows the ratings, again until the game has changed them.
   * @param {string} wanted @param {number} attempts
   */
  async _fetch(wanted, attempts) {
    const ratings = await requestApi("GET", `/api/games/${this.game}/ratings`).then(
      (answer) => /** @type {SeatRatings} */ (answer.ratings),
      () => null,
    );
    if (wanted !== this._shown) return;
    if (ratings) this._show(ratings);
    const isComplete = SEATS.some((seat) => typeof ratings?.[seat]?.change === "number");
    if (!isComplete && attempts > 1) setTimeout(() => this._fetch(wanted, attempts - 1), RETRY_INTERVAL);
  }

  /** @param {SeatRatings} ratings */
  _show(ratings) {
    for (const seat of SEATS) {
      const rating = this.root.querySelector(`.player[data-seat="${seat}"] .rating`);
      setText(rating, ratings[seat] ? formatRating(ratings[seat]) : "");
    }
  }
}

/** @param {(string | null)[]} names @param {boolean} isOver */
function describe(names, isOver) {
  return JSON.stringify([names, isOver]);
}

/**
 * A rating as the server writes it beside a name: `1508? +8`.
 * @param {import("../protocol").SeatRating} rating
 */
export function formatRating({ rating, provisional, change }) {
  const shown = `${rating}${provisional ? "?" : ""}`;
  if (typeof change !== "number") return shown;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  return `${shown} ${sign}${Math.abs(change)}`;
}
