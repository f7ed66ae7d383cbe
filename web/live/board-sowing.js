// @ts-check
/** Animates the actions of several games, each on its own board. */

import { SowingAnimation } from "../game/animation.js";
import { marksOf } from "../game/marks.js";
import { settings } from "../game/settings.js";

/** @typedef {import("../board").Board} Board */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("./live-boards").Acted} Acted */

export class BoardSowing {
  /** What each drawing shows. @type {WeakMap<SVGSVGElement, { animation: SowingAnimation, position: PositionView }>} */
  _shown = new WeakMap();

  /**
   * Shows a position; the action that led to it is animated, unless a newer one comes meanwhile.
   * @param {Board} board @param {PositionView} position @param {Acted | null} act
   */
  async show(board, position, act) {
    const last = this._shown.get(board.svg);
    const animation = last?.animation ?? new SowingAnimation(board);
    this._shown.set(board.svg, { animation, position });
    const before = last?.position ?? null;
    await animation.play(board.svg.dataset.rules ?? "", { act, before }, settings.speed);
    if (this._shown.get(board.svg)?.position !== position) return;
    board.show(position);
    board.mark(marksOf({ act }));
    animation.showPending(position.pending);
  }
}
