// @ts-check
/** Follows the games whose boards are on the page, over one socket, as long as the page is looked at. */

import { Board } from "./board.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */

/** How long to wait before connecting again, in milliseconds: at first, and at the most. */
const PAUSE = { first: 1_000, most: 60_000 };

/**
 * @param {HTMLElement} part where the boards are: each in an item with `data-live` and `data-game`
 * @param {() => void} over what to do when a game begins or ends
 */
export function followBoards(part, over) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Map<string, Board>} */
  let boards = new Map();
  /** @type {Set<string>} */
  let joined = new Set();
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
      joined = new Set();
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

  /** Joins the games that are on the page, and leaves those that are not any more. */
  function agree() {
    for (const game of joined) if (!boards.has(game)) say({ type: "leave", game });
    for (const game of boards.keys()) if (!joined.has(game)) say({ type: "join", game });
    joined = new Set(boards.keys());
  }

  /** @param {ServerMessage} message */
  function hear(message) {
    pause = PAUSE.first;
    if (message.type === "game" && message.view?.position) boards.get(message.game)?.show(message.view.position);
    if (message.type !== "event") return;
    if ("position" in message) boards.get(message.game)?.show(message.position);
    if (message.kind === "ended") over();
  }

  /** @param {import("./protocol").ClientMessage} message */
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
