// @ts-check
/** The turns in notation, and the buttons that step through them. */

import { all, button, element, opensElsewhere, setEnabled, setText, showControl } from "../dom.js";
import * as texts from "../texts.js";
import { queryWith } from "./address.js";
import { nameAction } from "./descriptions.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("./page-state").StepName} StepName */

const { translate } = texts;

/**
 * @typedef {object} TurnListListener
 * @property {(ply: number | null) => void} goTo show the board after a ply; `null` for the newest
 * @property {(index: number) => void} goInVariation show the board after some actions of the variation
 * @property {() => void} replay animate the shown turn again
 * @property {() => void} skip end the animation
 */

export class TurnList {
  /**
   * The ply whose turn was last scrolled into view. The visitor may scroll away from there.
   * @type {number | null}
   */
  _scrolledPly = null;
  /** The turns in the list with their marks, as JSON. */
  _shown = "";

  /**
   * @param {PageState} state @param {import("./game-analysis").GameAnalysis} analysis
   * @param {HTMLElement} list @param {HTMLElement} steps
   * @param {TurnListListener} listener
   */
  constructor(state, analysis, list, steps, listener) {
    this.state = state;
    this.analysis = analysis;
    this.list = list;
    this.steps = steps;
    this.listener = listener;
    const { goTo, replay, skip } = listener;
    const pressed = () => (state.isAnimating ? skip() : replay());
    this.replayButton = button(translate("game.again"), pressed, {
      class: "step",
      id: "replay-turn",
    });
    this.liveButton = button(translate("game.live"), () => goTo(null), {
      class: "step",
      id: "back-to-live",
    });
    this.news = element("span", { id: "new-turns", role: "status" });
    list.addEventListener("click", (event) => this._followLink(event));
    steps.addEventListener("click", (event) => this._followLink(event));
    steps.append(this.replayButton, this.liveButton, this.news);
  }

  /** Steps to another board, if there is one. @param {StepName} step */
  step(step) {
    const { state, listener } = this;
    const target = state.stepTarget(step);
    if (target === null) return;
    if (state.variation) listener.goInVariation(target);
    else listener.goTo(step === "last" ? null : target);
  }

  update() {
    const { shownPly, followsGame, game } = this.state;
    this._fillList();
    for (const link of this._links) {
      if (Number(link.dataset.ply) === shownPly) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const link of all(this.steps, "[data-step]")) this._updateStep(link);
    this._updateReplay();
    showControl(this.liveButton, !followsGame && game.state !== "finished", this.replayButton);
    setText(this.news, this._newsText);
    if (shownPly !== this._scrolledPly) this._scrollTo(shownPly);
  }

  /** While counters move, the button ends that; else it shows the turn again. */
  _updateReplay() {
    const { isAnimating, shownScene } = this.state;
    setText(this.replayButton, translate(isAnimating ? "game.skip" : "game.again"));
    this.replayButton.setAttribute("aria-keyshortcuts", isAnimating ? "Escape" : ".");
    setEnabled(this.replayButton, isAnimating || Boolean(shownScene?.act));
  }

  get _newsText() {
    const { unseenPlies, hasSkipped, game } = this.state;
    if (unseenPlies > 0 && game.state !== "finished") return translate("game.fresh");
    return hasSkipped ? translate("game.skipped") : "";
  }

  get _links() {
    return all(this.list, "a");
  }

  /** Scrolls the list, never the page, until the turn of a ply is visible. @param {number} ply */
  _scrollTo(ply) {
    this._scrolledPly = ply;
    const link = this._links.find((link) => Number(link.dataset.ply) >= ply);
    const item = link?.parentElement?.getBoundingClientRect();
    if (!item) return;
    const { top, bottom } = this.list.getBoundingClientRect();
    this.list.scrollTop += Math.min(0, item.top - top) + Math.max(0, item.bottom - bottom);
  }

  /** Lists the turns, if they have changed. The focus stays on its turn. */
  _fillList() {
    const turns = this.state.game.turns.map((turn) => ({
      ...turn,
      mark: this.analysis.turnAt(turn.ply)?.mark,
    }));
    const json = JSON.stringify(turns);
    if (json === this._shown) return;
    this._shown = json;
    /** @type {HTMLElement} */ (this.list.parentElement).hidden = turns.length === 0;
    const focusedPly = this._links.find((link) => link === document.activeElement)?.dataset.ply;
    this.list.replaceChildren(
      ...turns.map(({ seat, ply, actions, mark }) => {
        const spoken = actions.map((action) => nameAction(texts, action)).join(", ");
        const link = element(
          "a",
          {
            href: queryWith({ ply: String(ply) }),
            "data-ply": ply,
            "aria-label": `${translate(`game.${seat}`)}: ${spoken}`,
          },
          actions.join("."),
        );
        return element("li", { "data-seat": seat }, link, mark ? markOf(mark) : null);
      }),
    );
    if (focusedPly)
      all(this.list, `[data-ply="${focusedPly}"]`)[0]?.focus({
        preventScroll: true,
      });
  }

  /** @param {HTMLElement} link */
  _updateStep(link) {
    const target = this.state.stepTarget(stepOf(link));
    link.setAttribute("role", "link");
    link.tabIndex = 0;
    setEnabled(link, target !== null);
    if (target === null) link.removeAttribute("href");
    else
      link.setAttribute("href", this.state.variation ? location.search : queryWith({ ply: String(target) }));
  }

  /** @param {MouseEvent} event */
  _followLink(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || opensElsewhere(event)) return;
    event.preventDefault();
    if (link.dataset.step) this.step(stepOf(link));
    else this.listener.goTo(Number(link.dataset.ply));
  }
}

/** How bad a turn was: a sign and a word. @param {import("../protocol").TurnMark} mark */
function markOf(mark) {
  const sign = element("b", {}, translate(`game.mark.sign.${mark}`));
  return element("span", { class: `mark ${mark}` }, sign, ` ${translate(`game.mark.${mark}`)}`);
}

/** @param {HTMLElement} link */
function stepOf(link) {
  return /** @type {StepName} */ (link.dataset.step);
}
