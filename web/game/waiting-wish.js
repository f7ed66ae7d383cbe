// @ts-check
/** Searches for other open games that fit what the waiting player wished, and goes to the first one. */

import { readWish } from "../kept-wishes.js";
import { findOtherGame } from "../pairing.js";
import { isFlexible } from "../wish.js";

/** @typedef {import("./page-state").PageState} PageState */

/** The average time until the first search, in milliseconds: somebody may have opened a game at the same moment. */
const FIRST_SEARCH = 600;

/** The average time between later searches, in milliseconds. Only a wish that accepts several kinds of games needs them. */
const SEARCH_INTERVAL = 8_000;

export class WaitingWish {
  /** @type {number | undefined} */
  #timer = undefined;
  #since = Date.now();
  #hasSearched = false;

  /** @param {PageState} state @param {string} game */
  constructor(state, game) {
    this.state = state;
    this.game = game;
    this.wish = readWish(game);
  }

  update() {
    if (!this.wish || (this.#hasSearched && !isFlexible(this.wish))) return;
    if (!this.#isWaiting) return clearTimeout(this.#timer);
    const average = this.#hasSearched ? SEARCH_INTERVAL : FIRST_SEARCH;
    // At different times in different browsers: two players who wait do not go to each other's games.
    this.#timer ??= setTimeout(() => this.#search(), average * (0.5 + Math.random()));
  }

  get #isWaiting() {
    return this.state.game.state === "open" && this.state.ownSeat !== null;
  }

  async #search() {
    if (!this.wish || !this.#isWaiting) return;
    this.#hasSearched = true;
    const found = await findOtherGame(this.game, this.wish, Date.now() - this.#since).catch(() => null);
    if (found) return location.replace(`/game/${found}`);
    this.#timer = undefined;
    this.update();
  }
}
