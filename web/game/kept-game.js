// @ts-check
/** Has the browser keep the page of a game that ends while the page is open. */

import { keepFinishedGame } from "../kept-pages.js";

export class KeptGame {
  /** Whether the game has been seen in progress. */
  _wasLive = false;

  /** @param {import("./page-state").PageState} state */
  constructor(state) {
    this.state = state;
  }

  update() {
    const isOver = this.state.game.outcome !== null;
    if (isOver && this._wasLive) keepFinishedGame(location.pathname);
    this._wasLive = !isOver;
  }
}
