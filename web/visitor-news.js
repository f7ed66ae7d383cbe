// @ts-check
/**
 * On every page: tells the visitor of games that the page does not show, if there can be something to tell.
 */

import { follow } from "./invitation-watcher.js";
import { followOwnGames } from "./player-notices.js";
import { readToken } from "./token.js";
import { WAITING_GAMES_KEY, readWaitingGames } from "./waiting-games.js";

/** The game of this page, which shows by itself that somebody has joined. */
const shownGame = document.getElementById("game")?.dataset.game ?? "";

addEventListener("storage", ({ key }) => key === WAITING_GAMES_KEY && followWaitingGames());
followWaitingGames();
if (readToken()) followOwnGames();

function followWaitingGames() {
  const games = readWaitingGames().filter((game) => game !== shownGame);
  if (games.length) follow(games);
}
