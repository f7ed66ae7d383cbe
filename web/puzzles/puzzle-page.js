// @ts-check
/** The controller of the puzzles: shows a puzzle, judges the turn that is played, and goes on to the next one. */

import { BoardStatus } from "../analysis/board-status.js";
import { RefusedError } from "../api.js";
import { all, byId, element, markCurrentStep, setText } from "../dom.js";
import { Answer } from "../game/answer.js";
import { loadBestTurns } from "../game/best-turns.js";
import { percentOf } from "../game/game-analysis.js";
import { PositionBoard } from "../game/position-board.js";
import { translate } from "../texts.js";
import { loadMissedTurns } from "./missed-turns.js";

/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../game/variation").Variation} Variation */

/**
 * A position with its best turn.
 * @typedef {object} Puzzle
 * @property {string} position in its notation
 * @property {string[]} turn the actions of the best turn
 * @property {number} value the probability to win after it
 * @property {string} [title] @property {string} [text]
 */

/** The index of the seat to move among the fields of a position. */
const SEAT_FIELD = 4;

/** Turns whose values differ by less are equally good. */
const EQUAL_VALUES = 0.02;

export class PuzzlePage {
  /** @type {Puzzle[]} */
  _puzzles = [];
  _number = 0;
  /** Counts the tries: what the server says of an earlier one is not shown. */
  _tries = 0;

  /** @param {HTMLElement} root the element that the server has drawn for the puzzles */
  constructor(root) {
    this.root = root;
    this.list = /** @type {HTMLElement} */ (root.querySelector("#lessons ol"));
    this.board = new PositionBoard(root, { rested: () => this._judge() });
    const { state } = this.board;
    state.asksWithinTurn = state.hidesEffects = true;
    this.board.parts.push(new BoardStatus(state, root));
    this.answer = new Answer(byId("answer"), translate("puzzles.next"), {
      hint: () => this.answer.giveHint(translate("puzzles.hint", { action: this._puzzle.turn[0] })),
      show: () => this._showSolution(),
      again: () => this._open(true),
      next: () => (location.hash = String(this._number + 2)),
    });
    byId("answer").hidden = true;
    addEventListener("hashchange", () => this._show(this._numberInAddress, true));
  }

  /** Shows the puzzle that the address names, or the first one. */
  async start() {
    const { puzzles, ofGame } = this.root.dataset;
    const tell = (/** @type {string} */ text) => setText(byId("lesson-text"), text);
    this._puzzles = puzzles ? JSON.parse(puzzles) : await loadMissedTurns(ofGame ?? "", tell);
    this._fillList();
    if (!this._puzzles.length) return byId("lesson-goal").remove();
    byId("answer").hidden = false;
    await this._show(this._numberInAddress, false);
  }

  get _puzzle() {
    return this._puzzles[this._number];
  }

  get _numberInAddress() {
    const number = Math.trunc(Number(location.hash.slice(1))) || 1;
    return Math.max(1, Math.min(number, this._puzzles.length)) - 1;
  }

  /** @returns {Seat} */
  get _seat() {
    return this._puzzle.position.split(" ")[SEAT_FIELD] === "north" ? "north" : "south";
  }

  _fillList() {
    const items = this._puzzles.map((_, number) =>
      element("li", {}, element("a", { href: `#${number + 1}` }, this._titleOf(number))),
    );
    this.list.replaceChildren(...items);
  }

  /** @param {number} number */
  _titleOf(number) {
    const { title } = this._puzzles[number];
    return (
      title ?? (number ? translate("puzzles.other", { number: number + 1 }) : translate("puzzles.today"))
    );
  }

  /** @param {number} number @param {boolean} takesFocus whether its words are read out */
  async _show(number, takesFocus) {
    if (!this._puzzles.length) return;
    this._number = number;
    const seat = translate(`game.${this._seat}`);
    const count = this._puzzles.length;
    this.root.dataset.puzzle = String(number + 1);
    setText(byId("lesson-number"), translate("puzzles.number", { number: number + 1, count }));
    setText(byId("lesson-title"), this._titleOf(number));
    setText(byId("lesson-text"), this._puzzle.text ?? translate("puzzles.text", { seat }));
    markCurrentStep(all(this.list, "a"), number);
    if (takesFocus) byId("lesson-title").focus();
    this.answer.isLast = number === count - 1;
    this.answer.reset(false);
    await this._open(false);
  }

  /** Begins the puzzle, again or for the first time. @param {boolean} takesFocus */
  async _open(takesFocus) {
    const { state, boardView } = this.board;
    this._begin();
    state.isStopped = false;
    state.viewedFrom = this._seat;
    await this.board.open(this._puzzle.position);
    if (takesFocus) boardView.buttons.focus(null);
  }

  /** Nothing is played yet. */
  _begin() {
    this._tries += 1;
    delete this.root.dataset.verdict;
    this.answer.reset(true);
  }

  async _showSolution() {
    const { position, turn } = this._puzzle;
    this._begin();
    this._setVerdict("shown", translate("puzzles.shown", { turn: turn.join(".") }));
    await this.board.open(position, turn);
  }

  /** Judges what was played, once nothing moves and the turn is over. */
  _judge() {
    const { variation } = this.board.state;
    if (this.root.dataset.verdict || !variation?.index || variation.scene.position.pending) return;
    const turn = variation.actions.join(".");
    const values = { turn, seat: translate(`game.${this._seat}`), percent: percentOf(this._puzzle.value) };
    if (turn === this._puzzle.turn.join(".")) this._setVerdict("solved", translate("puzzles.solved", values));
    else this._missed(turn, variation);
    this.board.update();
    this.answer.focus();
  }

  /** Says what a turn has lost, as soon as the server's computer player knows it. @param {string} turn @param {Variation} variation */
  async _missed(turn, variation) {
    this._setVerdict("missed", translate("puzzles.missed", { turn }));
    const number = this._tries;
    const value = await this._valueAfter(variation);
    if (value === null || number !== this._tries) return;
    const isAsGood = this.root.dataset.ofGame && value >= this._puzzle.value - EQUAL_VALUES;
    if (isAsGood) return this._setVerdict("solved", translate("puzzles.solved.equal", { turn }));
    const percent = percentOf(value);
    const best = percentOf(Math.max(this._puzzle.value, value));
    const seat = translate(`game.${this._seat}`);
    this.answer.give("missed", translate("puzzles.missed.lost", { turn, seat, percent, best }));
  }

  /** The probability that the seat wins after its turn; `null` if it cannot be known now. @param {Variation} variation */
  async _valueAfter({ actions, outcome }) {
    if (outcome) return outcome.winner === null ? 0.5 : Number(outcome.winner === this._seat);
    try {
      const { position } = await this.board.explorer.load(0, actions);
      const [best] = await loadBestTurns(position);
      return best ? 1 - best.value : null;
    } catch (error) {
      if (error instanceof RefusedError) return null;
      throw error;
    }
  }

  /** @param {import("../game/answer").Verdict} verdict @param {string} text */
  _setVerdict(verdict, text) {
    this.board.state.isStopped = true;
    this.root.dataset.verdict = verdict;
    this.answer.give(verdict, text);
    if (verdict === "solved") this._markSolved();
  }

  /** Marks the puzzle in the list, as long as the page is open. */
  _markSolved() {
    const link = all(this.list, "a")[this._number];
    if (link.parentElement?.querySelector(".done")) return;
    link.after(element("span", { class: "done" }, ` ✓ ${translate("puzzles.done")}`));
  }
}
