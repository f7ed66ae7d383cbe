// @ts-check
/** Plays actions from a position of a finished game, or from any position: the server knows the rules. */

import { KeptAnswers } from "./kept-answers.js";

/** @typedef {import("../protocol").ExploredPosition} ExploredPosition */

export class Explorer {
  /** @type {KeptAnswers<ExploredPosition>} */
  _answers = new KeptAnswers();

  /** @param {Record<string, string>} source the query that names the game or the position */
  constructor(source) {
    this.source = source;
  }

  /**
   * The position after some actions, and what each legal action would do there.
   * @param {number} ply of the game; without meaning where the source is a position
   * @param {string[]} actions @throws {import("../api.js").RefusedError}
   */
  load(ply, actions) {
    const query = new URLSearchParams(this.source);
    if ("game" in this.source) query.set("ply", String(ply));
    if (actions.length) query.set("play", actions.join("."));
    return this._answers.load(`/api/positions/actions?${query}`);
  }
}
