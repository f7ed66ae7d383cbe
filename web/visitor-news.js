// @ts-check
/**
 * On every page: loads what tells the visitor of games that the page does not show, if there can be something to
 * tell.
 */

import { readToken } from "./token.js";
import { WAITING_GAMES_KEY, readWaitingGames } from "./waiting-games.js";

/** The game of this page, which shows by itself that somebody has joined. */
const shownGame = document.getElementById("game")?.dataset.game ?? "";

addEventListener("storage", ({ key }) => key === WAITING_GAMES_KEY && followWaitingGames());
followWaitingGames();
if (readToken()) import("./player-notices.js");

async function followWaitingGames() {
  const games = readWaitingGames().filter((game) => game !== shownGame);
  if (!games.length) return;
  const { follow } = await import("./invitation-watcher.js");
  follow(games);
}
