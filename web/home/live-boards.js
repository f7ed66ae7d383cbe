// @ts-check
/** Shows live games on the boards of the first page, through one socket, while the page is visible. */

import { Board } from "../board.js";
import { all } from "../dom.js";
import { ServerSocket } from "../socket.js";

/** @typedef {import("../protocol").ServerMessage} ServerMessage */

const RETRY_DELAY = { first: 1_000, longest: 60_000 };

/** How long the last position of a finished game stays on the page, in milliseconds. */
const FINISHED_BOARD_DELAY = 4_000;

export class LiveBoards {
  /** The boards on the page, by game. @type {Map<string, Board>} */
  #boards = new Map();
  /** The drawing of each game that was joined. @type {Map<string, SVGSVGElement>} */
  #joined = new Map();

  /**
   * @param {HTMLElement} part holds the boards, each in an item with `data-live` and `data-game`
   * @param {() => void} finished called after a game has ended
   */
  constructor(part, finished) {
    this.part = part;
    this.finished = finished;
    const owner = {
      token: () => null,
      received: (/** @type {ServerMessage} */ message) => this.#receive(message),
    };
    this.socket = new ServerSocket(owner, RETRY_DELAY);
    document.addEventListener("visibilitychange", () => this.update());
  }

  /** Follows the games that are on the page now. */
  update() {
    this.#boards = findBoards(this.part);
    if (this.#boards.size === 0 || document.visibilityState !== "visible") return this.socket.close();
    if (this.socket.isWelcome) this.#joinAndLeave();
    else this.socket.connect();
  }

  /**
   * Joins games that are new on the page and leaves games that are gone. A game with a new drawing is joined
   * again.
   */
  #joinAndLeave() {
    for (const [game, svg] of this.#joined) {
      if (this.#boards.get(game)?.svg === svg) continue;
      this.socket.send({ type: "leave", game });
      this.#joined.delete(game);
    }
    for (const [game, { svg }] of this.#boards) {
      if (!this.#joined.has(game)) this.socket.send({ type: "join", game });
      this.#joined.set(game, svg);
    }
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.socket.resetRetryDelay();
    if (message.type === "welcome") this.#start();
    if (message.type === "game" && message.view) {
      if (message.view.position) this.#boards.get(message.game)?.show(message.view.position);
      if (message.view.outcome) this.#end(message.game);
    }
    if (message.type === "event") {
      if ("position" in message) this.#boards.get(message.game)?.show(message.position);
      if (message.kind === "ended") this.#end(message.game);
    }
  }

  /** Joins all games over a new connection. */
  #start() {
    this.#joined.clear();
    this.update();
  }

  /** Leaves the last position on the page for a while. @param {string} game */
  #end(game) {
    this.part.querySelector(`[data-live][data-game="${game}"]`)?.removeAttribute("data-live");
    setTimeout(this.finished, FINISHED_BOARD_DELAY);
  }
}

/** @param {HTMLElement} part */
function findBoards(part) {
  /** @type {Map<string, Board>} */
  const boards = new Map();
  for (const item of all(part, "[data-live]")) {
    const svg = /** @type {SVGSVGElement | null} */ (item.querySelector("svg.board"));
    if (svg && item.dataset.game) boards.set(item.dataset.game, new Board(svg));
  }
  return boards;
}
