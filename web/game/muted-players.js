// @ts-check
/** The players whose lines this visitor does not want to see, kept in this browser by their names. */

import { readJson, writeJson } from "../storage.js";

const KEY = "ikibuguzo.muted";

/** Names that are kept, at most: the oldest are forgotten. */
const MAX_NAMES = 500;

/** Whether the lines of a player are hidden. @param {string | null} name */
export function isMuted(name) {
  return name !== null && mutedNames().includes(name);
}

/** Hides the lines of a player, or shows them again. @param {string} name */
export function toggleMuted(name) {
  const others = mutedNames().filter((muted) => muted !== name);
  const names = isMuted(name) ? others : [...others, name];
  writeJson(KEY, names.slice(-MAX_NAMES));
}

/** @returns {string[]} */
function mutedNames() {
  const names = readJson(KEY);
  return Array.isArray(names) ? names : [];
}
