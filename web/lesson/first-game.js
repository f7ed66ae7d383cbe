// @ts-check
/** The button that starts a first game against the computer, in which the page gives hints. Without a network it is one in this browser. */

import { RefusedError, newCommandId } from "../api.js";
import { button, element } from "../dom.js";
import { refusalText } from "../game/refusal-notice.js";
import { changeSettings } from "../game/settings.js";
import { createGame } from "../new-game.js";
import { beginLocalGame } from "../offline/local-games.js";
import { translate } from "../texts.js";

export class FirstGame {
  /** The same id for every press, until the visitor comes back to this page: a second press creates no second game. */
  _gameId = newCommandId();

  /** @param {HTMLElement} container @param {string} rules */
  constructor(container, rules) {
    this.rules = rules;
    this.problem = element("p", { role: "alert" });
    this.play = button(translate("lesson.first-game"), () => this.start(), {
      id: "play-first-game",
      class: "secondary",
    });
    container.append(
      this.play,
      element("p", { class: "faint" }, translate("lesson.first-game.how")),
      this.problem,
    );
    addEventListener("pageshow", ({ persisted }) => persisted && (this._gameId = newCommandId()));
  }

  /** Creates the game and goes to it. */
  async start() {
    changeSettings({ hints: true });
    try {
      location.assign(await this._create());
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.problem.textContent = refusalText(error);
    }
  }

  /** Creates the game at the server, or in this browser if the server cannot be reached. @returns {Promise<string>} its address */
  async _create() {
    try {
      return await this._createAtServer();
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== "unreachable") throw error;
      return beginLocalGame({ rules: this.rules, seat: "south", opponent: "bot:1" });
    }
  }

  async _createAtServer() {
    const rules = /** @type {import("../protocol").NewGame["rules"]} */ (this.rules);
    const game = await createGame({
      id: this._gameId,
      rules,
      clock: "none",
      starts: "me",
      public: false,
      opponent: "bot:1",
    });
    return `/game/${game}`;
  }
}
