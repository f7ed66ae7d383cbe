import { readFileSync } from "node:fs";

/** Recorded random games, one of each kind: the answer of `GET /api/games/{id}/events` to South. */
export const games = ["ikibuguzo", "kubuguza", "njombwa", "azigo", "azigo-own-row"];

/** @param {string} name @returns {import("../../protocol").Event[]} */
export function eventsOf(name) {
  return JSON.parse(readFileSync(new URL(`games/${name}.json`, import.meta.url), "utf8"));
}
