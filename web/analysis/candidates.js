// @ts-check
/** The best turns of the shown position, which the server's computer player finds on request. */

import { RefusedError } from "../api.js";
import { button, element, replaceIfChanged, setEnabled } from "../dom.js";
import { percentOf } from "../game/game-analysis.js";
import { loadBestTurns } from "../game/best-turns.js";
import { refusalText } from "../game/refusal-notice.js";
import { translate } from "../texts.js";

/** @typedef {import("../game/page-state").PageState} PageState */
/** @typedef {import("../protocol").PositionAnalysis} PositionAnalysis */
/** @typedef {import("../protocol").PositionView} PositionView */

export class Candidates {
  /** The answer for a position, or why there is none. @type {{ position: PositionView, turns: PositionAnalysis["turns"], refusal: string } | null} */
  _answer = null;
  _isAsking = false;

  /**
   * @param {PageState} state @param {{ explorer: import("../game/explorer").Explorer }} board
   * @param {HTMLElement} container @param {(actions: string[]) => void} chosen
   */
  constructor(state, board, container, chosen) {
    this.state = state;
    this.board = board;
    this.container = container;
    this.chosen = chosen;
  }

  update() {
    const { shownPosition } = this.state;
    if (!shownPosition?.to_move) return replaceIfChanged(this.container);
    const known = this._answer?.position === shownPosition ? this._answer : null;
    replaceIfChanged(
      this.container,
      ...(known ? this._results(known, shownPosition.to_move) : [this._askButton()]),
    );
  }

  _askButton() {
    const requestButton = button(translate("analysis.ask"), () => this._ask(), { id: "ask-computer" });
    setEnabled(requestButton, !this._isAsking);
    return requestButton;
  }

  /** @param {{ turns: PositionAnalysis["turns"], refusal: string }} answer @param {string} seat */
  _results({ turns, refusal }, seat) {
    const items = turns.map(({ value, line }) => {
      const chance = translate("analysis.candidate", {
        seat: translate(`game.${seat}`),
        percent: percentOf(value),
      });
      const play = button(line[0].join("."), () => this.chosen(line[0]), { class: "secondary" });
      return element("li", {}, play, ` ${chance}`);
    });
    const title = element("h2", {}, translate("analysis.candidates"));
    return [title, refusal ? element("p", {}, refusal) : element("ol", {}, ...items)];
  }

  async _ask() {
    const { shownPosition, variation } = this.state;
    if (!shownPosition || this._isAsking) return;
    this._isAsking = true;
    this.update();
    this._answer = { position: shownPosition, ...(await this._load(variation?.actions ?? [])) };
    this._isAsking = false;
    this.update();
  }

  /** @param {string[]} actions */
  async _load(actions) {
    try {
      const { position } = await this.board.explorer.load(0, actions);
      return { turns: await loadBestTurns(position), refusal: "" };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const isBusy = error.code === "busy";
      return { turns: [], refusal: isBusy ? translate("analysis.busy") : refusalText(error) };
    }
  }
}
