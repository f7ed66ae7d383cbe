// @ts-check
/** The best turns of any position, which the server's computer player finds. */

import { requestApi } from "../api.js";

/** @typedef {import("../protocol").PositionAnalysis} PositionAnalysis */

/**
 * The best turns, the best one first; none if the game is over.
 * @param {string} position in its notation @returns {Promise<PositionAnalysis["turns"]>}
 * @throws {import("../api.js").RefusedError}
 */
export async function loadBestTurns(position) {
  /** @type {PositionAnalysis} */
  const { turns } = await requestApi("GET", `/api/positions/analysis?${new URLSearchParams({ position })}`);
  return turns;
}
