// @ts-check
/** Answers of the API that are kept while the page is open, so that nothing is asked twice. */

import { requestApi } from "../api.js";

/** Answers that are kept, at most. */
const MAX_ANSWERS = 50;

/** @template Answer */
export class KeptAnswers {
  /** By path, the oldest first. @type {Map<string, Promise<Answer>>} */
  _answers = new Map();

  /** The answer of a path. @param {string} path @returns {Promise<Answer>} @throws {import("../api.js").RefusedError} */
  load(path) {
    const known = this._answers.get(path) ?? this._request(path);
    this._answers.set(path, known);
    const [oldest] = this._answers.keys();
    if (this._answers.size > MAX_ANSWERS) this._answers.delete(oldest);
    return known;
  }

  /** A request that failed is sent again next time. @param {string} path @returns {Promise<Answer>} */
  async _request(path) {
    try {
      return await requestApi("GET", path);
    } catch (error) {
      this._answers.delete(path);
      throw error;
    }
  }
}
