// @ts-check
/** The wishes for which this browser's player waits in open games, by the ids of these games. */

import { readJson, writeJson } from "./storage.js";

/** @typedef {import("./wish").Wish} Wish */

const KEY = "ikibuguzo.wishes";

/** Older wishes are forgotten. */
const MAX_WISHES = 8;

/** The wish for which a game was opened; `null` if there is none. @param {string} game @returns {Wish | null} */
export function readWish(game) {
  return readWishes().find(([id]) => id === game)?.[1] ?? null;
}

/** @param {string} game @param {Wish} wish */
export function keepWish(game, wish) {
  writeJson(KEY, [...readWishes(), [game, wish]].slice(-MAX_WISHES));
}

/** @returns {[string, Wish][]} */
function readWishes() {
  const stored = readJson(KEY);
  return Array.isArray(stored) ? stored : [];
}
