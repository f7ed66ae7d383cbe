import { readFileSync } from "node:fs";

/** Random games that a server has recorded, one of each kind: what `GET /api/games/{id}/events` told South of them. */
export const games = ["ikibuguzo", "kubuguza", "njombwa", "azigo", "azigo-own-row"];

/** @param {string} name @returns {import("../../protocol").Event[]} */
export function eventsOf(name) {
  return JSON.parse(readFileSync(new URL(`games/${name}.json`, import.meta.url), "utf8"));
}
