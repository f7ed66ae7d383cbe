// @ts-check
/** Has the browser keep the pages that need no server once the game is over, and with them the page of the game. */

import { keepFinishedGame, keepPages, savesData } from "../kept-pages.js";
import { loadLocalServer, whenLocalServerReady } from "../local-server/local-server.js";

export class FinishedPage {
  _isDone = false;

  /** @param {import("./page-state").PageState} state */
  constructor(state) {
    this.state = state;
  }

  /** While the game goes on, the line is left to it. */
  update() {
    if (this._isDone || !this.state.game.outcome) return;
    this._isDone = true;
    loadLocalServer();
    whenLocalServerReady(() => this._keep());
  }

  async _keep() {
    if (!savesData()) await keepPages();
    if (this.state.hasEndedHere) await keepFinishedGame(location.pathname);
  }
}
