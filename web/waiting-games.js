// @ts-check
/** The open games of this browser's player, which wait for an opponent, by their ids. All tabs share the list. */

import { readJson, writeJson } from "./storage.js";

export const WAITING_GAMES_KEY = "ikibuguzo.waiting";

/** Older games are forgotten. */
const MAX_GAMES = 8;

/** @returns {string[]} */
export function readWaitingGames() {
  const stored = readJson(WAITING_GAMES_KEY);
  return Array.isArray(stored) ? stored : [];
}

/**
 * Notes whether a game of this browser's player waits for an opponent.
 * @param {string} game @param {boolean} isWaiting
 */
export function noteWaitingGame(game, isWaiting) {
  const games = readWaitingGames();
  if (games.includes(game) === isWaiting) return;
  const changed = isWaiting ? [...games, game].slice(-MAX_GAMES) : games.filter((other) => other !== game);
  writeJson(WAITING_GAMES_KEY, changed);
}
