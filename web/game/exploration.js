// @ts-check
/** Playing on from positions that are not in a game that goes on: the shown variation, and what actions would do. */

import { lastOf } from "../last.js";
import { loadLocalServer } from "../local-server/local-server.js";
import { Previews } from "./previews.js";
import { Variation } from "./variation.js";

/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Preview} Preview */

/**
 * @typedef {object} ExplorationListener
 * @property {(scenes: Scene[]) => void} animate
 * @property {() => void} showAtRest
 * @property {() => void} update more is known of the shown position
 * @property {(error: unknown) => void} failed
 * @property {(variation: Variation) => void} changed another position of the variation is shown
 */

/** How long a position is shown before its actions are asked for, in milliseconds. */
const LOAD_DELAY = 150;

export class Exploration {
  /** Counts the variations that were asked for: an answer that was overtaken changes nothing. */
  _count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _timer;

  /**
   * @param {PageState} state @param {import("./explorer").Explorer} explorer
   * @param {(position: PositionView) => Promise<Preview[]>} loadLive the effects of actions in a game that goes on
   * @param {ExplorationListener} listener
   */
  constructor(state, explorer, loadLive, listener) {
    this.state = state;
    this.explorer = explorer;
    this.listener = listener;
    this.previews = new Previews(
      (position) => (state.canExplore ? this._loadPreviews() : loadLive(position)),
      () => listener.update(),
    );
  }

  /** The board is at rest, so the page can be used: soon it is asked what can be played there. */
  rested() {
    loadLocalServer();
    clearTimeout(this._timer);
    const { canExplore, shownPosition } = this.state;
    if (!canExplore || !shownPosition) return;
    const find = () => this.state.shownPosition === shownPosition && this.previews.find(shownPosition);
    this._timer = setTimeout(find, LOAD_DELAY);
  }

  /** Plays an action on from the shown position. @param {string} action */
  playOn(action) {
    const { variation, shownPly } = this.state;
    const actions = [...(variation?.actions ?? []), action];
    return this.show(variation?.base.ply ?? shownPly, actions, actions.length);
  }

  /**
   * Shows a line that leaves the game after a ply.
   * @param {number} ply @param {string[]} actions @param {number} index how many of the actions are shown
   */
  async show(ply, actions, index) {
    const number = ++this._count;
    try {
      const explored = await this.explorer.load(ply, actions);
      if (number !== this._count) return;
      const variation = new Variation(this.state.game.line[ply], explored, index);
      this.previews.keep(/** @type {Scene} */ (lastOf(variation.scenes)).position, explored.previews);
      this.state.variation = variation;
      this.listener.changed(variation);
      this.listener.animate(this.state.shownTurn.slice(-Math.max(1, index)));
    } catch (error) {
      this.listener.failed(error);
    }
  }

  /** Shows the board after some actions of the variation. @param {number} index */
  goTo(index) {
    const { variation } = this.state;
    if (!variation) return;
    this.cancel();
    variation.index = index;
    this.listener.changed(variation);
    this.listener.showAtRest();
  }

  /** A line that was asked for is not wanted any more. */
  cancel() {
    this._count += 1;
  }

  async _loadPreviews() {
    const { variation, shownPly } = this.state;
    const explored = await this.explorer.load(variation?.base.ply ?? shownPly, variation?.actions ?? []);
    return explored.previews;
  }
}
