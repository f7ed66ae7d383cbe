// @ts-check
/** The best turns of any position, which the computer player finds: that of the local server, or that of the server. */

import { requestApi } from "../api.js";
import { askEitherServer } from "../local-server/either-server.js";

/** @typedef {import("../protocol").PositionAnalysis} PositionAnalysis */

/** The budget of a search, as servers have it by default: actions played in it. */
const NODES = 50_000;

/**
 * The best turns, the best one first; none if the game is over.
 * @param {string} position in its notation @returns {Promise<PositionAnalysis["turns"]>}
 * @throws {import("../api.js").RefusedError}
 */
export async function loadBestTurns(position) {
  /** @type {PositionAnalysis} */
  const analysis = await askEitherServer({ type: "analyse", base: { position }, nodes: NODES }, () =>
    requestApi("GET", `/api/positions/analysis?${new URLSearchParams({ position })}`),
  );
  return analysis.turns;
}
