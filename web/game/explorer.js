// @ts-check
/** Plays actions from a position of a finished game, or from any position: the server knows the rules. */

import { requestApi } from "../api.js";

/** @typedef {import("../protocol").ExploredPosition} ExploredPosition */

/** Answers that are kept, at most. */
const MAX_ANSWERS = 50;

export class Explorer {
  /** By the query. @type {Map<string, Promise<ExploredPosition>>} */
  #answers = new Map();

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
    const path = `/api/positions/actions?${query}`;
    const known = this.#answers.get(path) ?? this.#request(path);
    this.#answers.set(path, known);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(oldest);
    return known;
  }

  /** A request that failed is sent again next time. @param {string} path @returns {Promise<ExploredPosition>} */
  async #request(path) {
    try {
      return await requestApi("GET", path);
    } catch (error) {
      this.#answers.delete(path);
      throw error;
    }
  }
}
