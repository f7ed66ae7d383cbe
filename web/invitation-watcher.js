// @ts-check
/**
 * Follows open games of the visitor while another page is shown: that keeps them open. When somebody joins one, a
 * notice says so, and the visitor chooses whether to go there.
 */

import { button, element } from "./dom.js";
import { ServerSocket } from "./socket.js";
import { translate } from "./texts.js";
import { readToken } from "./token.js";
import { noteWaitingGame } from "./waiting-games.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").Seat} Seat */

const RETRY_DELAY = { first: 1_000, longest: 60_000 };

/** The games that are followed. @type {Set<string>} */
const followed = new Set();
/** The visitor's seat in each game that was joined. @type {Map<string, Seat>} */
const seats = new Map();

const notices = element("div", { id: "notices", role: "status" });
document.body.append(notices);

const socket = new ServerSocket({ token: readToken, received: receive }, RETRY_DELAY);

/** Follows games, if they are not followed yet. @param {string[]} games */
export function follow(games) {
  for (const game of games.filter((game) => !followed.has(game) && !isNoticed(game))) {
    followed.add(game);
    if (socket.isWelcome) socket.send({ type: "join", game });
  }
  socket.connect();
}

/** @param {ServerMessage} message */
function receive(message) {
  socket.resetRetryDelay();
  if (message.type === "welcome") for (const game of followed) socket.send({ type: "join", game });
  if (message.type === "game") receiveGame(message);
  if (message.type === "event" && message.kind === "seated" && message.seat !== seats.get(message.game))
    showJoined(message.game, message.player);
  if (message.type === "event" && message.kind === "ended") forget(message.game);
}

/** @param {Extract<ServerMessage, { type: "game" }>} message */
function receiveGame({ game, role, view }) {
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
  const notice = element(
    "div",
    { class: "notice", "data-game": game },
    element("p", {}, translate("site.joined", { player })),
    element(
      "a",
      { class: "go", href: `/game/${game}`, click: () => noteWaitingGame(game, false) },
      translate("site.joined.go"),
    ),
    button(translate("site.joined.stay"), () => dismiss(notice, game)),
  );
  notices.append(notice);
}

/** Whether the visitor was told that somebody has joined a game. @param {string} game */
function isNoticed(game) {
  return notices.querySelector(`[data-game="${game}"]`) !== null;
}

/** @param {HTMLElement} notice @param {string} game */
function dismiss(notice, game) {
  noteWaitingGame(game, false);
  notice.remove();
}

/** Stops following a game that does not wait any more. @param {string} game */
function forget(game) {
  noteWaitingGame(game, false);
  leave(game);
}

/** @param {string} game */
function leave(game) {
  socket.send({ type: "leave", game });
  followed.delete(game);
  if (!followed.size) socket.close();
}
