// @ts-check
/**
 * Follows open games of the visitor while another page is shown: that keeps them open. When somebody joins one, a
 * notice says so, and the visitor chooses whether to go there.
 */

import { button, element } from "./dom.js";
import { hasNotice, removeNotice, showNotice } from "./notices.js";
import { pageSocket } from "./page-socket.js";
import { translate } from "./texts.js";
import { noteWaitingGame } from "./waiting-games.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").Seat} Seat */

/** The games that are followed. @type {Set<string>} */
const followed = new Set();
/** The visitor's seat in each game that was joined. @type {Map<string, Seat>} */
const seats = new Map();

const user = { received: receive };

/** Follows games, if they are not followed yet. @param {string[]} games */
export function follow(games) {
  for (const game of games.filter((game) => !followed.has(game) && !hasNotice(game))) {
    followed.add(game);
    pageSocket.sendIfWelcome({ type: "join", game });
  }
  if (followed.size) pageSocket.add(user);
}

/** @param {ServerMessage} message */
function receive(message) {
  if (message.type === "welcome")
    for (const game of followed) pageSocket.sendIfWelcome({ type: "join", game });
  if (message.type === "game" && followed.has(message.game)) receiveGame(message);
  if (message.type !== "event" || !followed.has(message.game)) return;
  if (message.kind === "seated" && message.seat !== seats.get(message.game))
    showJoined(message.game, message.player);
  if (message.kind === "ended") forget(message.game);
}

/** @param {Extract<ServerMessage, { type: "game" }>} message */
function receiveGame({ game, role, view }) {
  pageSocket.resetRetryDelay();
  if (role === "spectator" || !view || view.state === "finished") return forget(game);
  seats.set(game, role);
  const opponent = view.players[role === "south" ? "north" : "south"];
  if (opponent) showJoined(game, opponent);
}

/**
 * Says that somebody has joined a game. The visitor is not there: the page no longer follows it.
 * @param {string} game @param {string} player
 */
function showJoined(game, player) {
  leave(game);
  const forgetIt = () => noteWaitingGame(game, false);
  const goThere = { class: "primary", href: `/game/${game}`, click: forgetIt };
  showNotice(
    game,
    translate("site.joined", { player }),
    element("a", goThere, translate("site.joined.go")),
    button(translate("site.joined.stay"), () => {
      forgetIt();
      removeNotice(game);
    }),
  );
}

/** Stops following a game that does not wait any more. @param {string} game */
function forget(game) {
  noteWaitingGame(game, false);
  leave(game);
}

/** @param {string} game */
function leave(game) {
  pageSocket.sendIfWelcome({ type: "leave", game });
  followed.delete(game);
  if (!followed.size) pageSocket.remove(user);
}
