// What the page reads about each ruleset. Made from the engine's description by
//
//     cargo run -p ikibuguzo-protocol --example game_traits > web/game/game-traits.js

/**
 * The destination of captured counters, and the holes into which the counters of a lap fall: those of the seat (`side`), or
 * those of a circuit, the `board` or the `own-row`.
 * @typedef {{ captured: "hand" | "store" | "away", path: "side" | "board" | "own-row" }} GameTraits
 */

/** @type {Record<string, GameTraits>} */
export const GAME_TRAITS = {
  "ikibuguzo:first": { captured: "hand", path: "side" },
  "ikibuguzo:second": { captured: "hand", path: "side" },
  "ikibuguzo:choice": { captured: "hand", path: "side" },
  kubuguza: { captured: "hand", path: "side" },
  "njombwa:8": { captured: "away", path: "side" },
  "njombwa:9": { captured: "away", path: "side" },
  "njombwa:10": { captured: "away", path: "side" },
  azigo: { captured: "store", path: "board" },
  "azigo:own-row": { captured: "store", path: "own-row" },
  "azigo:handicap=south": { captured: "store", path: "board" },
  "azigo:handicap=south,own-row": { captured: "store", path: "own-row" },
  "azigo:handicap=north": { captured: "store", path: "board" },
  "azigo:handicap=north,own-row": { captured: "store", path: "own-row" },
};
