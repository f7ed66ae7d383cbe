// @ts-check
/** The analysis of a finished game: a graph, both players' accuracy, and what the shown turn could have been. */

import { button, element, setText } from "../dom.js";
import { SEATS } from "../notation.js";
import { translate } from "../texts.js";
import { missedTurns, percentOf, southValues } from "./game-analysis.js";
import { refusalText } from "./refusal-notice.js";
import { ValueGraph } from "./value-graph.js";
import { valueTable } from "./value-table.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("./game-analysis").GameAnalysis} GameAnalysis */
/** @typedef {import("../protocol").AnalysedTurn} AnalysedTurn */

/**
 * @typedef {object} AnalysisListener
 * @property {(ply: number) => void} goTo
 * @property {(turn: AnalysedTurn) => void} showBest shows the best line instead of a turn
 * @property {() => void} leaveVariation
 */

export class AnalysisPanel {
  /**
   * @param {PageState} state @param {GameAnalysis} analysis @param {HTMLElement} container
   * @param {AnalysisListener} listener
   */
  constructor(state, analysis, container, listener) {
    this.state = state;
    this.analysis = analysis;
    this.container = container;
    this.graph = new ValueGraph(translate("game.analysis.graph"), (turn) =>
      listener.goTo(this._plyAfter(turn)),
    );
    this.request = button(translate("game.analysis.request"), () => analysis.request(), { id: "analyse" });
    this.progress = element("p", { class: "faint", role: "status" });
    this.accuracy = element("p", { class: "accuracy" });
    this.verdict = element("p", { id: "verdict" });
    this.bestButton = button(translate("game.analysis.show-best"), () => this._showBest(listener), {
      id: "show-best",
    });
    this.backButton = button(translate("game.analysis.back"), listener.leaveVariation, {
      id: "leave-variation",
    });
    this.table = element(
      "details",
      { id: "values" },
      element("summary", {}, translate("game.analysis.table")),
    );
    this.missedLink = element(
      "a",
      { id: "find-missed", href: `/puzzles?game=${analysis.game}` },
      translate("game.analysis.missed"),
    );
    const choice = element("div", { class: "row" }, this.bestButton, this.backButton, this.missedLink);
    container.append(
      this.request,
      this.progress,
      this.graph.slider,
      this.accuracy,
      this.verdict,
      choice,
      this.table,
    );
    this.table.addEventListener("toggle", () => this._fillTable());
  }

  update() {
    const { state, analysis, container } = this;
    container.hidden = !(state.game.state === "finished" && state.game.plies > 0);
    if (container.hidden) return;
    if ("known" in container.dataset && !analysis.isRequested && !analysis.refusal) analysis.read();
    this.request.hidden = analysis.isRequested;
    this._updateProgress();
    const { answer } = analysis;
    for (const part of [this.graph.slider, this.accuracy, this.table]) part.hidden = !answer?.turns.length;
    this.backButton.hidden = !state.variation;
    this.missedLink.hidden = !(answer?.done && missedTurns(answer.turns).length);
    if (answer?.turns.length) this._updateGraph(answer);
    this._updateVerdict();
    this._fillTable();
  }

  _updateProgress() {
    const { answer, refusal } = this.analysis;
    const isBusy = answer && !answer.done;
    const count = {
      done: answer?.turns.length ?? 0,
      count: answer?.turn_count ?? 0,
    };
    const text = isBusy ? translate("game.analysis.progress", count) : refusal ? refusalText(refusal) : "";
    setText(this.progress, text);
    this.progress.hidden = !text;
  }

  /** @param {import("../protocol").Analysis} answer */
  _updateGraph({ turns, turn_count, accuracy }) {
    const marks = turns.flatMap(({ mark }, index) => (mark ? [{ turn: index + 1, mark }] : []));
    this.graph.draw({
      values: southValues(turns),
      turnCount: turn_count,
      marks,
    });
    const shown = this._shownTurnNumber;
    this.graph.showTurn(shown, this._turnText(shown));
    const parts = SEATS.map((seat) =>
      translate("game.analysis.accuracy", {
        seat: translate(`game.${seat}`),
        percent: accuracy[seat] === null ? "–" : Math.round(accuracy[seat]),
      }),
    );
    setText(this.accuracy, parts.join(" "));
  }

  /** The number of turns before the shown position of the game; a turn that has begun counts. */
  get _shownTurnNumber() {
    const { game, shownPly, variation } = this.state;
    const ply = variation?.base.ply ?? shownPly;
    return game.turns.filter((turn) => turn.ply - turn.actions.length < ply).length;
  }

  /** The ply after a number of turns. @param {number} turn */
  _plyAfter(turn) {
    return this.state.game.turns[turn - 1]?.ply ?? 0;
  }

  /** What the slider says of a turn. @param {number} number */
  _turnText(number) {
    const turns = this.analysis.answer?.turns ?? [];
    const value = southValues(turns)[number];
    const chance =
      value === undefined ? "" : translate("game.analysis.chance", { percent: percentOf(value) });
    const turn = turns[number - 1];
    const played = turn
      ? translate("game.analysis.played", {
          number,
          action: turn.actions.join("."),
        })
      : translate("game.analysis.start");
    const mark = turn?.mark ? translate(`game.mark.${turn.mark}`) : "";
    return [played, mark, chance].filter(Boolean).join(", ");
  }

  /** The analysed turn that the board shows, or whose best line it shows. */
  get _turn() {
    const { variation, shownPly } = this.state;
    if (variation) return this.analysis.answer?.turns.find(({ ply }) => ply === variation.base.ply);
    return this.analysis.turnAt(shownPly);
  }

  _updateVerdict() {
    const turn = this._turn;
    const best = turn?.best[0]?.join(".");
    const isBest = best === turn?.actions.join(".");
    this.bestButton.hidden = !turn || !best || isBest || this.state.variation !== null;
    setText(this.verdict, turn && best ? describeVerdict(turn, best, isBest) : "");
    this.verdict.hidden = !this.verdict.textContent;
  }

  /** @param {AnalysisListener} listener */
  _showBest(listener) {
    const turn = this._turn;
    if (!turn) return;
    listener.showBest(turn);
    this.backButton.hidden = false;
    this.backButton.focus({ preventScroll: true });
  }

  /** Fills the table only while it is open. */
  _fillTable() {
    const { answer } = this.analysis;
    if (!this.table.open || !answer || this.table.dataset.turns === String(answer.turns.length)) return;
    this.table.dataset.turns = String(answer.turns.length);
    this.table.querySelector("table")?.remove();
    this.table.append(valueTable(answer.turns));
  }
}

/** @param {AnalysedTurn} turn @param {string} best @param {boolean} isBest */
function describeVerdict(turn, best, isBest) {
  const played = turn.actions.join(".");
  if (turn.forced) return translate("game.analysis.forced", { played });
  if (isBest) return translate("game.analysis.was-best", { played });
  const loss = percentOf(turn.loss);
  const line = turn.best
    .slice(1)
    .map((actions) => actions.join("."))
    .join(" ");
  const verdict = translate(turn.mark ? `game.verdict.${turn.mark}` : "game.verdict", { played, loss });
  return `${verdict} ${translate(line ? "game.analysis.best-line" : "game.analysis.best", { best, line })}`;
}
