// @ts-check
/** Follows the games whose boards are on the page, over one socket, as long as the page is looked at. */

import { Board } from "../board.js";

/** @typedef {import("../protocol").ServerMessage} ServerMessage */

/** How long to wait before connecting again, in milliseconds: at first, and at the most. */
const PAUSE = { first: 1_000, most: 60_000 };

/** How long the last position of a game is left to look at, in milliseconds. */
const REST = 4_000;

/**
 * @param {HTMLElement} part where the boards are: each in an item with `data-live` and `data-game`
 * @param {() => void} over what to do when a game has ended
 */
export function followBoards(part, over) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Map<string, Board>} */
  let boards = new Map();
  /** The drawing of each game that was joined. @type {Map<string, SVGSVGElement>} */
  const joined = new Map();
  let pause = PAUSE.first;
  /** @type {number | undefined} */
  let timer;

  /** Follows what is on the page now. */
  function look() {
    boards = onPage(part);
    if (boards.size === 0 || document.visibilityState !== "visible") return stop();
    if (!socket) return open();
    if (socket.readyState === WebSocket.OPEN) agree();
  }

  function open() {
    clearTimeout(timer);
    const opened = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
    socket = opened;
    opened.addEventListener("open", () => {
      joined.clear();
      say({ type: "hello", token: null });
      agree();
    });
    opened.addEventListener("message", (event) => {
      if (opened === socket) hear(JSON.parse(event.data));
    });
    opened.addEventListener("close", () => {
      if (opened !== socket) return;
      socket = null;
      timer = setTimeout(look, pause * (0.5 + Math.random()));
      pause = Math.min(2 * pause, PAUSE.most);
    });
  }

  function stop() {
    clearTimeout(timer);
    const stopped = socket;
    socket = null;
    stopped?.close();
  }

  /** Joins the games that are on the page, and leaves those that are not any more; what is drawn anew is joined anew. */
  function agree() {
    for (const [game, svg] of joined) {
      if (boards.get(game)?.svg !== svg) {
        say({ type: "leave", game });
        joined.delete(game);
      }
    }
    for (const [game, { svg }] of boards) {
      if (!joined.has(game)) say({ type: "join", game });
      joined.set(game, svg);
    }
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    pause = PAUSE.first;
    if (message.type === "game" && message.view) {
      if (message.view.position) boards.get(message.game)?.show(message.view.position);
      if (message.view.outcome) end(message.game);
    }
    if (message.type === "event") {
      if ("position" in message) boards.get(message.game)?.show(message.position);
      if (message.kind === "ended") end(message.game);
    }
  }

  /** Leaves the board time to be looked at. @param {string} game */
  function end(game) {
    part.querySelector(`[data-live][data-game="${game}"]`)?.removeAttribute("data-live");
    setTimeout(over, REST);
  }

  /** @param {import("../protocol").ClientMessage} message */
  function say(message) {
    socket?.send(JSON.stringify(message));
  }

  document.addEventListener("visibilitychange", look);
  return { look };
}

/** @param {HTMLElement} part */
function onPage(part) {
  /** @type {Map<string, Board>} */
  const boards = new Map();
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-live]"))) {
    const svg = /** @type {SVGSVGElement | null} */ (item.querySelector("svg.board"));
    if (svg && item.dataset.game) boards.set(item.dataset.game, new Board(svg));
  }
  return boards;
}
