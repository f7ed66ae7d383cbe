// @ts-check
/** The turns in notation, and stepping through them. */

import { button, element } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("./game-state").Game} Game */

export class Turns {
  /** Which ply is shown; `null` is the newest, whatever comes. @type {number | null} */
  at = null;
  /** How many actions there were when the reader left the newest board. */
  #known = 0;
  /** The ply whose turn was last brought into view: from there on a reader may scroll. @type {number | null} */
  #followed = null;
  /** What the list shows. */
  #shown = "";

  /**
   * @param {Game} game @param {HTMLElement} list @param {HTMLElement} steps
   * @param {{ moved: () => void, again: () => void }} ear
   */
  constructor(game, list, steps, ear) {
    this.game = game;
    this.list = list;
    this.steps = steps;
    this.ear = ear;
    list.addEventListener("click", (event) => this.#click(event));
    steps.addEventListener("click", (event) => this.#click(event));
    this.again = button(say("game.again"), ear.again, {
      class: "step",
      id: "again",
      "aria-keyshortcuts": ".",
    });
    this.live = button(say("game.live"), () => this.go(null), { class: "step", id: "live" });
    this.fresh = element("span", { id: "fresh", role: "status" });
    steps.append(this.again, this.live, this.fresh);
    const asked = new URLSearchParams(location.search).get("ply");
    if (asked !== null && /^\d+$/.test(asked)) this.at = Number(asked);
  }

  /** The ply that is shown. */
  get ply() {
    return Math.min(this.at ?? this.game.plies, this.game.plies);
  }

  /** Whether the board is the newest one, and goes on with the game. */
  get isLive() {
    return this.at === null;
  }

  /** Goes to a ply, or to the newest one for good. @param {number | null} ply */
  go(ply) {
    const { plies } = this.game;
    if (this.isLive) this.#known = plies;
    this.at = ply === null ? null : Math.max(0, Math.min(ply, plies));
    // Whoever steps to the end of a game is where the game is.
    if (this.at === plies) this.at = null;
    history.replaceState(null, "", this.at === null ? location.pathname : `?ply=${this.at}`);
    this.ear.moved();
  }

  /** Goes by name: `first`, `previous`, `next`, `last`. @param {string} step */
  step(step) {
    const to = this.#target(step);
    if (to !== null) this.go(step === "last" ? null : to);
  }

  /** Shows the turns as they are now. */
  show() {
    this.#fill();
    const { ply } = this;
    for (const link of this.list.querySelectorAll("a")) {
      if (Number(link.dataset.ply) === ply) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    for (const step of /** @type {NodeListOf<HTMLElement>} */ (this.steps.querySelectorAll("[data-step]")))
      this.#link(step);
    this.live.hidden = this.isLive || this.game.state === "finished";
    this.again.disabled = !this.game.line[ply]?.act;
    const news = this.isLive ? 0 : this.game.plies - this.#known;
    const told = news > 0 ? say("game.fresh") : "";
    if (this.fresh.textContent !== told) this.fresh.textContent = told;
    if (ply !== this.#followed) this.#follow(ply);
  }

  /** Brings the turn of a ply into view: moves the list, and never the page. @param {number} ply */
  #follow(ply) {
    this.#followed = ply;
    const turn = [...this.list.querySelectorAll("a")].find((link) => Number(link.dataset.ply) >= ply);
    const item = turn?.parentElement?.getBoundingClientRect();
    if (!item) return;
    const { top, bottom } = this.list.getBoundingClientRect();
    this.list.scrollTop += Math.min(0, item.top - top) + Math.max(0, item.bottom - bottom);
  }

  #fill() {
    const { turns } = this.game;
    const text = JSON.stringify(turns);
    if (text === this.#shown) return;
    this.#shown = text;
    const ending = this.list.contains(document.activeElement) ? document.activeElement : null;
    const kept = ending instanceof HTMLElement ? ending.dataset.ply : undefined;
    this.list.replaceChildren(
      ...turns.map(({ seat, ply, actions }) =>
        element(
          "li",
          { "data-seat": seat },
          element("a", { href: `?ply=${ply}`, "data-ply": ply }, actions.join(".")),
        ),
      ),
    );
    if (kept)
      /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-ply="${kept}"]`))?.focus({
        preventScroll: true,
      });
  }

  /** @param {HTMLElement} step */
  #link(step) {
    const to = this.#target(step.dataset.step ?? "");
    step.setAttribute("role", "link");
    step.tabIndex = 0;
    if (to === null) {
      step.removeAttribute("href");
      step.setAttribute("aria-disabled", "true");
    } else {
      step.setAttribute("href", `?ply=${to}`);
      step.removeAttribute("aria-disabled");
    }
  }

  /** @param {string} step @returns {number | null} */
  #target(step) {
    const { ply } = this;
    const { plies } = this.game;
    if (step === "first" || step === "previous") return ply > 0 ? (step === "first" ? 0 : ply - 1) : null;
    return ply < plies ? (step === "last" ? plies : ply + 1) : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.step) this.step(link.dataset.step);
    else this.go(Number(link.dataset.ply));
  }
}
