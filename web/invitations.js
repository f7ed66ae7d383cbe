// @ts-check
/** On every page: while an open game of the visitor waits for an opponent, loads the module that follows it. */

import { WAITING_GAMES_KEY, readWaitingGames } from "./waiting-games.js";

/** The game of this page, which shows by itself that somebody has joined. */
const shownGame = document.getElementById("game")?.dataset.game ?? "";

addEventListener("storage", ({ key }) => key === WAITING_GAMES_KEY && followWaitingGames());
followWaitingGames();

async function followWaitingGames() {
  const games = readWaitingGames().filter((game) => game !== shownGame);
  if (!games.length) return;
  const { follow } = await import("./invitation-watcher.js");
  follow(games);
}
