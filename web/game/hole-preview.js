// @ts-check
/**
 * Shows what sowing a hole would do while the pointer or the focus is on it. Not in a game between people, unless both have
 * agreed.
 */

import { setText } from "../dom.js";
import { lastOf } from "../last.js";
import * as texts from "../texts.js";
import { describePreviewed } from "./descriptions.js";
import { capturesOf } from "./game-state.js";

/** @typedef {import("../protocol").Preview} Preview */

export class HolePreview {
  /** The hole under the pointer or with the focus. @type {string | null} */
  _hole = null;

  /**
   * @param {import("./page-state").PageState} state @param {import("./previews").Previews} previews
   * @param {import("./board-view").BoardView} boardView @param {HTMLElement} container shows the effects
   */
  constructor(state, previews, { board, box }, container) {
    this.state = state;
    this.previews = previews;
    this.board = board;
    this.container = container;
    for (const kind of ["pointerover", "focusin"])
      box.addEventListener(kind, (event) => this._look(event.target));
    for (const kind of ["pointerleave", "focusout"]) box.addEventListener(kind, () => this._look(null));
  }

  update() {
    this.container.hidden = !this.state.showsEffects;
    const effects = this._effects;
    this.board.markEffects({
      ends: effects.flatMap(({ laps, pending }) => endOf(laps, pending)),
      takes: effects.flatMap(({ laps }) => laps.flatMap(capturesOf).map(([hole]) => hole)),
    });
    setText(this.container, effects.map((preview) => describePreviewed(texts, preview)).join(" "));
  }

  /** @returns {Preview[]} */
  get _effects() {
    const { showsEffects, isAnimating, shownPosition } = this.state;
    if (!this._hole || !showsEffects || isAnimating || !shownPosition) return [];
    const known = this.previews.find(shownPosition);
    return [...(known?.values() ?? [])].filter(({ action }) => action[0] === this._hole);
  }

  /** @param {EventTarget | null} target */
  _look(target) {
    const button = target instanceof Element ? target.closest("button[data-hole]") : null;
    const hole = /** @type {HTMLElement | null} */ (button)?.dataset.hole ?? null;
    if (hole === this._hole) return;
    this._hole = hole;
    this.update();
  }
}

/** The hole where an action ends. @param {Preview["laps"]} laps @param {Preview["pending"]} pending */
function endOf(laps, pending) {
  const last = lastOf(laps.filter((lap) => "last" in lap));
  return pending ? [pending.hole] : last && "last" in last ? [last.last] : [];
}
