// @ts-check
/** The analysis of a game by the local server, turn by turn. */

import { RefusedError } from "../api.js";
import { askLocalServer, requireLocalServer } from "../local-server/local-server.js";

/** @typedef {import("../protocol").Analysis} Analysis */

/** The budget of one search, as in the terminal client: a phone takes about a second a turn. */
const NODES = 20_000;

/**
 * The analysis of a game as far as it is done, after each turn.
 * @param {string} game @param {import("../local-server/local-server").Base} base its last position
 * @returns {AsyncGenerator<Analysis>} @throws {RefusedError} the browser cannot run the local server
 */
export async function* analyseLocally(game, base) {
  if (!(await requireLocalServer())) throw new RefusedError("unreachable", "");
  /** @type {Analysis | undefined} */
  let answer;
  while (!answer?.done) {
    answer = await askLocalServer({ type: "analyse_game", game, base, nodes: NODES });
    if (!answer) throw new RefusedError("unreachable", "");
    yield answer;
  }
}
