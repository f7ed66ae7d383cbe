// @ts-check
/** Searches for other open games that fit what the waiting player wished, and goes to the first one. */

import { RefusedError } from "../api.js";
import { readWish } from "../kept-wishes.js";
import { findOtherGames, leaveForOther } from "../pairing.js";
import { isFlexible } from "../wish.js";

/** @typedef {import("./page-state").PageState} PageState */

/** The average time until the first search, in milliseconds: somebody may have opened a game at the same moment. */
const FIRST_SEARCH = 600;

/** The average time between later searches, in milliseconds. Only a wish that accepts several kinds of games needs them. */
const SEARCH_INTERVAL = 8_000;

export class WaitingWish {
  /** @type {number | undefined} */
  _timer = undefined;
  _since = Date.now();
  _hasSearched = false;
  /** Why another game could not be joined. @type {RefusedError | null} */
  _failure = null;

  /**
   * @param {PageState} state @param {string} game
   * @param {(error: RefusedError) => void} failed called when the game is withdrawn and no other one could be joined
   */
  constructor(state, game, failed) {
    this.state = state;
    this.game = game;
    this.failed = failed;
    this.wish = readWish(game);
  }

  update() {
    this._reportFailure();
    if (!this.wish || (this._hasSearched && !isFlexible(this.wish))) return;
    if (!this._isWaiting) return clearTimeout(this._timer);
    const average = this._hasSearched ? SEARCH_INTERVAL : FIRST_SEARCH;
    // At different times in different browsers: two players who wait do not go to each other's games.
    this._timer ??= setTimeout(() => this._search(), average * (0.5 + Math.random()));
  }

  get _isWaiting() {
    return this.state.game.state === "open" && this.state.ownSeat !== null;
  }

  async _search() {
    if (!this.wish || !this._isWaiting) return;
    this._hasSearched = true;
    const found = await this._goToOther(this.wish);
    if (found) return location.replace(`/game/${found}`);
    this._timer = undefined;
    this.update();
  }

  /** @param {import("../wish").Wish} wish @returns {Promise<string | null>} the id of the other game, if there is one */
  async _goToOther(wish) {
    // A later search may succeed.
    const others = await findOtherGames(this.game, wish, Date.now() - this._since).catch(() => []);
    if (!others.length) return null;
    return leaveForOther(this.game, wish, others).catch((error) => {
      if (!(error instanceof RefusedError)) throw error;
      this._failure = error;
      return null;
    });
  }

  /** Reports once that the game is withdrawn and the other one was not joined. */
  _reportFailure() {
    const { state } = this.state.game;
    // If the answer to the withdrawal was lost, only the game's events say whether it is withdrawn.
    if (!this._failure || state === "open") return;
    if (state === "finished") this.failed(this._failure);
    this._failure = null;
  }
}
