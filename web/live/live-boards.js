// @ts-check
/** Shows live games on the boards of a page, through one socket, while the page is visible. */

import { Board } from "../board.js";
import { all } from "../dom.js";
import { SPECTATOR_RETRY_DELAY } from "../retry-delay.js";
import { LIVE_PING_AFTER, ServerSocket } from "../socket.js";

/** @typedef {import("../protocol").ServerMessage} ServerMessage */

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Outcome} Outcome */
/** @typedef {Extract<import("../protocol").Event, { kind: "acted" }>} Acted */

/**
 * @typedef {object} LiveBoardsListener
 * @property {(game: string, outcome: Pick<Outcome, "winner">) => void} ended
 * @property {(game: string, rematch: string) => void} [rematched] a game that has ended has a rematch
 * @property {(board: Board, position: PositionView, act: Acted | null) => void} [show] shows a position, which an
 *   action led to; on the board at once if left out
 */

export class LiveBoards {
  /** The boards on the page, by game. @type {Map<string, Board>} */
  _boards = new Map();
  /** The drawing of each game that was joined. @type {Map<string, SVGSVGElement>} */
  _joined = new Map();

  /**
   * @param {HTMLElement} part holds the boards, each in an item with `data-live` and `data-game`
   * @param {LiveBoardsListener} listener
   */
  constructor(part, listener) {
    this.part = part;
    this.listener = listener;
    this.user = { received: (/** @type {ServerMessage} */ message) => this._receive(message) };
    // Without a token: a player who looks at a list is not at the board.
    this.socket = new ServerSocket(() => null, SPECTATOR_RETRY_DELAY);
    this.socket.pingAfter = LIVE_PING_AFTER;
    document.addEventListener("visibilitychange", () => this.update());
  }

  /** Follows the games that are on the page now. */
  update() {
    this._boards = findBoards(this.part);
    if (this._boards.size === 0 || document.visibilityState !== "visible")
      return this.socket.remove(this.user);
    if (this.socket.isWelcome) this._joinAndLeave();
    else this.socket.add(this.user);
  }

  /**
   * Joins games that are new on the page and leaves games that are gone. A game with a new drawing is joined
   * again.
   */
  _joinAndLeave() {
    for (const [game, svg] of this._joined) {
      if (this._boards.get(game)?.svg === svg) continue;
      this.socket.send({ type: "leave", game });
      this._joined.delete(game);
    }
    for (const [game, { svg }] of this._boards) {
      if (!this._joined.has(game)) this.socket.send({ type: "join", game });
      this._joined.set(game, svg);
    }
  }

  /** @param {ServerMessage} message */
  _receive(message) {
    this.socket.resetRetryDelay();
    if (message.type === "welcome") this._start();
    if (message.type === "game" && message.view) {
      const { position, outcome } = message.view;
      if (position) this._show(message.game, position, null);
      if (outcome) this.listener.ended(message.game, outcome);
    }
    if (message.type === "event") this._receiveEvent(message);
  }

  /** @param {Extract<ServerMessage, { type: "event" }>} event */
  _receiveEvent(event) {
    if ("position" in event) this._show(event.game, event.position, event.kind === "acted" ? event : null);
    if (event.kind === "ended") this.listener.ended(event.game, event);
    if (event.kind === "rematched") this.listener.rematched?.(event.game, event.rematch);
  }

  /** @param {string} game @param {PositionView} position @param {Acted | null} act */
  _show(game, position, act) {
    const board = this._boards.get(game);
    if (!board) return;
    if (this.listener.show) this.listener.show(board, position, act);
    else board.show(position);
  }

  /** Joins all games over a new connection. */
  _start() {
    this._joined.clear();
    this.update();
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
