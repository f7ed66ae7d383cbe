// @ts-check
/** The lessons that were done in this browser. */

import { readJson, writeJson } from "../storage.js";

const KEY = "ikibuguzo.learn";

/** The names of the lessons of a game that are done. @param {string} game @returns {string[]} */
export function doneLessons(game) {
  return readJson(KEY)?.[game] ?? [];
}

/** Keeps that a lesson is done. @param {string} game @param {string} lesson */
export function keepDone(game, lesson) {
  const done = new Set([...doneLessons(game), lesson]);
  writeJson(KEY, { ...readJson(KEY), [game]: [...done] });
}
