// @ts-check
/** The controller of the lessons: shows a lesson, judges what is played, and goes on to the next one. */

import { BoardStatus } from "../analysis/board-status.js";
import { all, button, byId, element, markCurrentStep, setText } from "../dom.js";
import { Answer } from "../game/answer.js";
import { nameAction } from "../game/descriptions.js";
import { HolePreview } from "../game/hole-preview.js";
import { PositionBoard } from "../game/position-board.js";
import * as texts from "../texts.js";
import { ArrayChoice } from "./array-choice.js";
import { FirstGame } from "./first-game.js";
import { LEARNER, findUnmet } from "./goal.js";
import { doneLessons, keepDone } from "./progress.js";

const { translate, translateCount } = texts;

/** @typedef {import("./goal").Goal} Goal */
/** @typedef {import("./goal").Unmet} Unmet */

/**
 * A lesson as the server has put it into the list of lessons.
 * @typedef {object} Lesson
 * @property {string} name @property {string} title @property {string} text
 * @property {string} goalText the goal in words @property {Goal} goal
 * @property {string} hint
 * @property {string[][]} solution the actions of the turns that reach the goal, with the opponent's answers
 * @property {boolean} forced whether the opponent's answers are played until the goal is reached
 * @property {string | null} start the first position; `null` if an array is to be chosen first
 * @property {[array: string, position: string][]} arrays the first position of each array
 */

export class LessonPage {
  _number = 0;
  /** The array that was chosen in a lesson about arranging. @type {string | null} */
  _chosenArray = null;

  /** @param {HTMLElement} root the element that the server has drawn for the lessons */
  constructor(root) {
    this.root = root;
    this.links = all(root, "#lessons a");
    /** @type {Lesson[]} */
    this.lessons = this.links.map((link) => JSON.parse(link.dataset.lesson ?? ""));
    this.board = new PositionBoard(root, { rested: () => this._judge() });
    const { state, previews, boardView } = this.board;
    state.asksWithinTurn = true;
    this.effects = new HolePreview(state, previews, boardView, byId("effects"));
    this.board.parts.push(new BoardStatus(state, root), this.effects);
    this.answer = this._createAnswer();
    this.arrays = new ArrayChoice(byId("action-choice"), (array) => this._chooseArray(array));
    this.firstGame = new FirstGame(byId("first-game"), root.dataset.rules ?? "");
    addEventListener("hashchange", () => this._show(this._numberInAddress, true));
  }

  /** Shows the lesson that the address names, or the first one that is not done. */
  async start() {
    this._markDone();
    await this._show(location.hash ? this._numberInAddress : this._firstOpenNumber, false);
  }

  get _lesson() {
    return this.lessons[this._number];
  }

  get _game() {
    return this.root.dataset.name ?? "";
  }

  get _isLast() {
    return this._number === this.lessons.length - 1;
  }

  get _numberInAddress() {
    const hash = location.hash.slice(1);
    return Math.max(
      0,
      this.lessons.findIndex(({ name }) => encodeURIComponent(name) === hash),
    );
  }

  get _firstOpenNumber() {
    const done = doneLessons(this._game);
    return Math.max(
      0,
      this.lessons.findIndex(({ name }) => !done.includes(name)),
    );
  }

  _createAnswer() {
    const play = button(translate("lesson.first-game"), () => this.firstGame.start(), { id: "play-now" });
    const listener = {
      hint: () => this._showHint(),
      show: () => this._showSolution(),
      again: () => this._open(true),
      next: () => (location.hash = this.lessons[this._number + 1].name),
    };
    return new Answer(byId("answer"), translate("lesson.next"), listener, play);
  }

  /** Shows a lesson. @param {number} number @param {boolean} takesFocus whether its words are read out */
  async _show(number, takesFocus) {
    this._number = number;
    const { title, text, goalText, name } = this._lesson;
    const count = this.lessons.length;
    this.root.dataset.lesson = name;
    setText(byId("lesson-number"), translate("lesson.number", { number: number + 1, count }));
    setText(byId("lesson-title"), title);
    setText(byId("lesson-text"), text);
    setText(byId("lesson-goal"), goalText);
    markCurrentStep(this.links, number);
    if (takesFocus) byId("lesson-title").focus();
    this.answer.isLast = this._isLast;
    this.answer.reset(false);
    this.board.state.hidesEffects = true;
    await this._open(false);
  }

  /** Begins the lesson, again or for the first time. @param {boolean} takesFocus */
  async _open(takesFocus) {
    const { start, arrays } = this._lesson;
    this._chosenArray = null;
    delete this.root.dataset.verdict;
    this.answer.reset(true);
    this.board.state.isStopped = start === null;
    await this.board.open(start ?? arrays[0][1]);
    this.arrays.show(start === null ? arrays.map(([array]) => array) : []);
    if (!takesFocus) return;
    if (start === null) this.arrays.focus();
    else this.board.boardView.buttons.focus(null);
  }

  /** @param {string} array */
  async _chooseArray(array) {
    const position = this._lesson.arrays.find(([name]) => name === array)?.[1] ?? "";
    this._chosenArray = array;
    await this.board.open(position);
  }

  _showHint() {
    this.answer.giveHint(this._lesson.hint);
    // From now on the board shows what a hole would do.
    this.board.state.hidesEffects = false;
    this.board.update();
  }

  async _showSolution() {
    const { solution, start, goal } = this._lesson;
    this._setVerdict("shown", translate("lesson.shown"));
    this.board.state.isStopped = true;
    this.arrays.show([]);
    if (goal.array) return this._chooseArray(goal.array);
    await this.board.open(/** @type {string} */ (start), solution.flat());
  }

  /** Judges what was played, once nothing moves and the turn is over. */
  _judge() {
    const { variation } = this.board.state;
    if (this.root.dataset.verdict || !variation) return;
    if (this._lesson.start === null) return this._judgeArray();
    if (variation.index === 0 || variation.scene.position.pending) return;
    const unmet = this._findUnmet(variation);
    if (unmet && this._answerForOpponent(variation.actions)) return;
    this._finish(unmet);
  }

  _judgeArray() {
    if (!this._chosenArray) return;
    const isWanted = this._chosenArray === this._lesson.goal.array;
    this._finish(isWanted ? null : { name: "array" });
  }

  /** @param {import("../game/variation").Variation} variation */
  _findUnmet({ scenes, scene, outcome }) {
    const acts = scenes.flatMap(({ act }) => (act?.seat === LEARNER ? [act] : []));
    const previews = [...(this.board.previews.find(scene.position)?.values() ?? [])];
    return findUnmet(this._lesson.goal, { acts, previews, outcome });
  }

  /** Plays the opponent's answer in a lesson without a choice. @param {string[]} played @returns {boolean} whether there is one */
  _answerForOpponent(played) {
    const { forced, solution } = this._lesson;
    const turns = forced ? solution : [];
    const next = turns.findIndex((_, number) => turns.slice(0, number).flat().length === played.length);
    if (next < 1) return false;
    // The opponent's turns are those with an odd number.
    if (next % 2) this.board.play(turns[next]);
    return true;
  }

  /** @param {Unmet | null} unmet */
  _finish(unmet) {
    this.board.state.isStopped = true;
    this.arrays.show([]);
    this.board.update();
    if (!unmet) {
      keepDone(this._game, this._lesson.name);
      this._markDone();
    }
    if (unmet) this._setVerdict("missed", translate("lesson.missed", { why: whyMissed(unmet) }));
    else this._setVerdict("solved", translate(this._isLast ? "lesson.solved.last" : "lesson.solved"));
    this.answer.focus();
  }

  /** @param {import("../game/answer").Verdict} verdict @param {string} text */
  _setVerdict(verdict, text) {
    this.root.dataset.verdict = verdict;
    this.answer.give(verdict, text);
  }

  _markDone() {
    const done = doneLessons(this._game);
    this.links.forEach((link, number) => {
      if (!done.includes(this.lessons[number].name) || link.parentElement?.querySelector(".done")) return;
      link.after(element("span", { class: "done" }, ` ✓ ${translate("lesson.done")}`));
    });
  }
}

/** Why a goal is not reached, in words. @param {Unmet} unmet */
function whyMissed({ name, count, action, ...rest }) {
  const values = action ? { ...rest, action: nameAction(texts, action) } : rest;
  if (name === "captures" && !count) return translate("lesson.missed.captures-nothing");
  const key = `lesson.missed.${name}`;
  return count === undefined ? translate(key, values) : translateCount(key, count, values);
}
