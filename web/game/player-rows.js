// @ts-check
/** Who plays: the rows above and below the board, and the title. */

import { element } from "../dom.js";
import { seats } from "./sowing.js";
import { counts, stored } from "./descriptions.js";
import * as words from "../texts.js";

/** @typedef {import("./game-state").Game} Game */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").Presence} Presence */
/** @typedef {import("../protocol").PositionView} PositionView */

const { say } = words;

/** @param {HTMLElement} root @param {Game} game @param {PositionView | null} position @param {Seat | null} own @param {Presence | null} presence */
export function showPlayers(root, game, position, own, presence) {
  for (const seat of seats) {
    const row = /** @type {HTMLElement} */ (root.querySelector(`.player[data-seat="${seat}"]`));
    row.classList.toggle("moves", position?.to_move === seat);
    showName(row, game.players[seat]);
    showThere(row, game, seat, own, presence);
    const kept = row.querySelector(".kept");
    if (kept && position?.stores) kept.textContent = stored(words, seat, position.stores);
    const told = root.querySelector(`[data-counts="${seat}"]`);
    if (told && position) told.textContent = counts(words, seat, position);
  }
  const heading = root.querySelector("h1");
  if (heading && heading.textContent !== titleOf(game)) heading.textContent = titleOf(game);
}

/** What the game is called. @param {Game} game */
export function titleOf({ players: { south, north } }) {
  if (south && north) return say("game.title", { south, north });
  return say("game.title.open", { name: south ?? north ?? "?" });
}

/** @param {HTMLElement} row @param {string | null} player */
function showName(row, player) {
  const name = row.querySelector(".name");
  if (!name || !player || name.textContent === player) return;
  name.replaceWith(element("a", { class: "name", href: `/players/${encodeURIComponent(player)}` }, player));
}

/** Who is there, and who has arranged. @param {HTMLElement} row @param {Game} game @param {Seat} seat @param {Seat | null} own @param {Presence | null} presence */
function showThere(row, game, seat, own, presence) {
  const there = row.querySelector(".there");
  if (!there) return;
  const isThere = own === seat || presence?.present[seat];
  // Who is not at a game that is over matters only to whoever would play again.
  const isAwaited = game.state !== "finished" || own !== null;
  const isTold = own === seat || (presence && game.players[seat] && (isThere || isAwaited));
  const parts = [isTold && say(own === seat ? "game.you" : isThere ? "game.here" : "game.not-here")];
  if (game.state === "arranging" && game.arranged[seat]) parts.push(say("game.has-arranged"));
  const text = parts.filter(Boolean).join(", ");
  if (there.textContent !== text) there.textContent = text;
  there.classList.toggle("yes", Boolean(isTold && isThere));
}
