// @ts-check
/** The part of a game's page that says where the game is kept, saves its record, and gives it to the server. */

import { RefusedError } from "../api.js";
import { button, element, setEnabled, setText } from "../dom.js";
import { refusalText } from "../game/refusal-notice.js";
import { translate } from "../texts.js";
import { findKeptGame } from "./kept-games.js";
import { canBeGiven, giveToServer, saveRecords } from "./local-games.js";

export class KeptPart {
  _isGiving = false;
  /** The number of events that the shown row has. */
  _shownHead = 0;
  /** @type {import("./kept-games").KeptGame | undefined} */
  _kept;

  /** @param {import("../game/page-state").PageState} state @param {string} game @param {HTMLElement} container */
  constructor(state, game, container) {
    this.state = state;
    this.game = game;
    this.save = button(translate("game.kept.save"), () => this._try(() => this._save()), {
      id: "save-record",
      class: "secondary",
    });
    this.give = button(translate("game.kept.give"), () => this._try(() => this._give()), {
      id: "send-to-server",
      hidden: true,
    });
    this.answer = element("p", { class: "answer", role: "status" });
    container.append(element("div", { class: "row" }, this.save, this.give), this.answer);
    for (const change of ["online", "offline"]) addEventListener(change, () => this._show());
  }

  update() {
    const { head } = this.state.game;
    if (head === this._shownHead) return;
    this._shownHead = head;
    this._load();
  }

  async _load() {
    try {
      this._kept = await findKeptGame(this.game);
      this._show();
    } catch (error) {
      this._explain(error);
    }
  }

  _show() {
    const { _kept: kept } = this;
    this.give.hidden = !kept || !canBeGiven(kept);
    setEnabled(this.give, navigator.onLine && !this._isGiving);
    if (kept?.given) this._showGiven(kept.given);
    else if (!this.give.hidden && !navigator.onLine)
      setText(this.answer, translate("game.kept.give.offline"));
  }

  /** @param {string} given the id of the game at the server */
  _showGiven(given) {
    const link = element("a", { href: `/game/${given}` }, translate("game.kept.given.go"));
    this.answer.replaceChildren(`${translate("game.kept.given")} `, link);
  }

  async _save() {
    await saveRecords([this.game], `ikibuguzo-${this.game}.txt`);
  }

  async _give() {
    if (this._isGiving || !navigator.onLine) return;
    this._isGiving = true;
    setText(this.answer, translate("game.kept.giving"));
    this._show();
    try {
      await giveToServer(this.game);
      await this._load();
    } finally {
      this._isGiving = false;
      this._show();
    }
  }

  /** @param {() => Promise<void>} task */
  async _try(task) {
    try {
      await task();
    } catch (error) {
      this._explain(error);
    }
  }

  /** @param {unknown} error */
  _explain(error) {
    if (!(error instanceof RefusedError)) throw error;
    setText(this.answer, refusalText(error));
  }
}
