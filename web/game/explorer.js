// @ts-check
/**
 * Plays actions from a position of a finished game, or from any position. The local server answers; the server does where
 * there is none.
 */

import { askEitherServer } from "../local-server/either-server.js";
import { KeptAnswers } from "./kept-answers.js";

/** @typedef {import("../protocol").ExploredPosition} ExploredPosition */

export class Explorer {
  /** @type {KeptAnswers<ExploredPosition>} */
  _answers = new KeptAnswers();

  /**
   * @param {Record<string, string>} source the query that names the game or the position to the server
   * @param {((ply: number) => import("../local-server/local-server.js").Base) | null} baseAt what names the position to the
   *   local server; `null` if the page does not know it
   */
  constructor(source, baseAt) {
    this.source = source;
    this.baseAt = baseAt;
  }

  /**
   * The position after some actions, and what each legal action would do there.
   * @param {number} ply of the game; without meaning where the source is a position
   * @param {string[]} actions @returns {Promise<ExploredPosition>} @throws {import("../api.js").RefusedError}
   */
  async load(ply, actions) {
    const play = actions.length ? actions.join(".") : undefined;
    const askServer = () => this._askServer(ply, play);
    if (!this.baseAt) return askServer();
    return askEitherServer({ type: "explore", base: this.baseAt(ply), play }, askServer);
  }

  /** @param {number} ply @param {string | undefined} play */
  _askServer(ply, play) {
    const query = new URLSearchParams(this.source);
    if ("game" in this.source) query.set("ply", String(ply));
    if (play) query.set("play", play);
    return this._answers.load(`/api/positions/actions?${query}`);
  }
}
