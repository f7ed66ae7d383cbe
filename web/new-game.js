// @ts-check
/** Creates games as this browser's player, and remembers what the form of the first page was last sent with. */

import { RefusedError, ensureToken, requestApi } from "./api.js";
import { readJson, writeJson } from "./storage.js";
import { keepsToken } from "./token.js";

/** @typedef {import("./protocol").NewGame} NewGame */
/** @typedef {import("./protocol").SeatAssignment} SeatAssignment */
/** @typedef {NonNullable<NewGame["opponent"]>} ComputerLevel */

const KEY = "ikibuguzo.create";

/** @type {ComputerLevel} */
const DEFAULT_LEVEL = "bot:3";

/** @param {NewGame} game @returns {Promise<string>} the id of the game @throws {RefusedError} */
export async function createGame(game) {
  /** @type {SeatAssignment} */
  const seated = await sendAsPlayer(() => requestApi("POST", "/api/games", game));
  return seated.game;
}

/**
 * Sends a request as this browser's player. The server creates a guest if there is none.
 * @template Answer
 * @param {() => Promise<Answer>} send @returns {Promise<Answer>} @throws {RefusedError}
 */
export async function sendAsPlayer(send) {
  requireKeptToken();
  await ensureToken();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== "bad_token") throw error;
    // The token belongs to another server: the next request is that of a new guest.
    await ensureToken();
    return send();
  }
}

/**
 * Refuses to take a seat on another page, where this visitor would not be the same player any more.
 * @throws {RefusedError}
 */
export function requireKeptToken() {
  if (!keepsToken()) throw new RefusedError("no_storage", "");
}

/** The names and values that the form was last sent with. @returns {[string, string][]} */
export function readChoices() {
  return readJson(KEY) ?? [];
}

/** @param {FormData} choices */
export function writeChoices(choices) {
  writeJson(KEY, [...choices]);
}

/** The level of the computer player that was last chosen. @returns {ComputerLevel} */
export function chosenLevel() {
  const level = readChoices().find(([name]) => name === "level")?.[1];
  return /** @type {ComputerLevel | undefined} */ (level) ?? DEFAULT_LEVEL;
}
