// @ts-check
/** The verdict on an answer to a task on the board, and what can be done next: a hint, another try, the next task. */

import { all, button, element, setText } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {"solved" | "missed" | "shown"} Verdict */

/**
 * What the buttons do.
 * @typedef {object} AnswerListener
 * @property {() => void} hint @property {() => void} show @property {() => void} again @property {() => void} next
 */

export class Answer {
  /** @type {Verdict | null} */
  verdict = null;
  /** The verdict in words. */
  text = "";
  /** The hint, if it is wanted. */
  hint = "";
  /** Whether no other task follows. */
  isLast = false;

  /**
   * @param {HTMLElement} container @param {string} nextLabel @param {AnswerListener} listener
   * @param {HTMLButtonElement | null} [end] the button that follows the last task
   */
  constructor(container, nextLabel, { hint, show, again, next }, end = null) {
    this.hintText = element("p", { id: "hint-text", role: "status" });
    this.verdictText = element("p", { id: "verdict", role: "status", tabindex: -1 });
    this.next = button(nextLabel, next, { id: "next" });
    this.end = end;
    this.again = button(translate("game.answer.again"), again, { id: "try-again" });
    this.hintButton = button(translate("game.answer.hint"), hint, { id: "hint", class: "secondary" });
    this.show = button(translate("game.answer.show"), show, { id: "show-answer", class: "secondary" });
    for (const way of this._ways) way.setAttribute("aria-describedby", "verdict");
    this.row = element("div", { class: "row" }, ...this._ways, this.hintButton, this.show);
    container.append(this.verdictText, this.hintText, this.row);
  }

  /** Begins with a task, again or for the first time. @param {boolean} keepsHint */
  reset(keepsHint) {
    if (!keepsHint) this.hint = "";
    this._set(null, "");
  }

  /** @param {Verdict} verdict @param {string} text */
  give(verdict, text) {
    this._keepFocus(() => this._set(verdict, text));
  }

  /** @param {string} hint */
  giveHint(hint) {
    this.hint = hint;
    this._keepFocus(() => this._update());
  }

  /** Moves the focus to what comes next. */
  focus() {
    this._ways.find(({ hidden }) => !hidden)?.focus({ preventScroll: true });
  }

  get _ways() {
    return [this.next, this.end, this.again].filter((way) => way !== null);
  }

  /** Makes a change. If it hides the button that has the focus, the next visible one gets it. @param {() => void} change */
  _keepFocus(change) {
    const buttons = all(this.row, "button");
    const index = buttons.findIndex((button) => button === document.activeElement);
    change();
    if (!buttons[index]?.hidden) return;
    const others = [...buttons.slice(index + 1), ...buttons.slice(0, index)];
    const next = others.find(({ hidden }) => !hidden) ?? this.verdictText;
    next.focus({ preventScroll: true });
  }

  /** @param {Verdict | null} verdict @param {string} text */
  _set(verdict, text) {
    this.verdict = verdict;
    this.text = text;
    this._update();
  }

  _update() {
    const { verdict, isLast } = this;
    const isSolved = verdict === "solved";
    setText(this.verdictText, this.text);
    setText(this.hintText, isSolved ? "" : this.hint);
    this.verdictText.className = verdict ?? "";
    this.next.hidden = !isSolved || isLast;
    if (this.end) this.end.hidden = !isSolved || !isLast;
    this.again.hidden = verdict === null || isSolved;
    this.hintButton.hidden = isSolved || this.hint !== "";
    this.show.hidden = isSolved || verdict === "shown" || this.hint === "";
  }
}
