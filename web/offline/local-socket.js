// @ts-check
/**
 * The socket of a game in this browser: the local server answers in place of a server. What a message adds to the log is
 * kept in the browser before its answer is passed on.
 */

import { RefusedError } from "../api.js";
import { askLocalServer, requireLocalServer } from "../local-server/local-server.js";
import { PLAYER_RETRY_DELAY } from "../retry-delay.js";
import { IDLE_PING_AFTER } from "../socket.js";
import { findKeptGame, keepAdditions, onKeptChange, readLog } from "./kept-games.js";

/** @typedef {import("../protocol").ClientMessage} ClientMessage */
/** @typedef {import("../protocol").GameView} GameView */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").ServerMessage} ServerMessage */
/** @typedef {import("../socket").SocketUser} SocketUser */

/**
 * The local server's answer to a message.
 * @typedef {{ additions: import("./kept-games").LogAddition[], messages: ServerMessage[] }} Exchange
 */

/**
 * What the page does with the game.
 * @typedef {object} LocalSocketListener
 * @property {(view: GameView) => void} opened called before the game is shown
 * @property {(seat: Seat) => Promise<void>} passed waits until the player of a seat has the device, and the other one looks
 *   away
 */

/** The time after which a game that could not be kept is tried again, in milliseconds. */
const RETRY_DELAY = 5_000;

/** Reasons that another try does not change. */
const FINAL_REASONS = ["no_module", "not_kept", "game_unreadable"];

/** The local server is greeted once, whatever is opened again. */
let isGreeted = false;

export class LocalSocket {
  pingAfter = IDLE_PING_AFTER;
  retryDelay = PLAYER_RETRY_DELAY;
  /** No delay is shown: answers come from this browser. @type {number | null} */
  delay = null;
  waitingTime = 0;
  /** @type {Set<SocketUser>} */
  _users = new Set();
  /** What is done, one after the other. */
  _tasks = Promise.resolve();
  /** Counts the connections: what was meant for an earlier one is not passed on. */
  _number = 0;
  /** The number of kept entries. */
  _head = 0;
  /** The seat of the player who has the device. @type {string | null} */
  _holder = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _retryTimer;

  /** @param {string} game @param {LocalSocketListener} listener */
  constructor(game, listener) {
    this.game = game;
    this.listener = listener;
    onKeptChange((changed, head) => {
      if (changed === game && this._head && head !== this._head) this._enqueue(() => this._takeUpAgain());
    });
    // A tab that the browser has suspended has received no event.
    document.addEventListener("visibilitychange", () => this._enqueue(() => this._checkHead()));
  }

  /** Opens the game as it is kept. @param {SocketUser} user uses it too */
  reconnect(user) {
    this._users.add(user);
    this._number += 1;
    clearTimeout(this._retryTimer);
    this._enqueue(() => this._open());
  }

  /** @param {SocketUser} user */
  remove(user) {
    this._users.delete(user);
  }

  /** Sends a message to the local server. @param {ClientMessage} message */
  send(message) {
    const number = this._number;
    this._enqueue(() =>
      this._exchange({ type: "receive", message: JSON.stringify(message) }, number, message),
    );
  }

  /** Says that the game does not go on, and tries again later. @param {string} reason */
  lose(reason) {
    for (const user of [...this._users]) user.lost?.(reason);
    clearTimeout(this._retryTimer);
    if (FINAL_REASONS.includes(reason)) return;
    this._retryTimer = setTimeout(() => {
      for (const user of [...this._users]) this.reconnect(user);
    }, RETRY_DELAY);
  }

  /** Nothing to do: there are no failures to forget. */
  resetRetryDelay() {}

  /** The game as the player who has the device sees it. @returns {Promise<GameView>} */
  async loadView() {
    return (await this._loadSnapshot()).view;
  }

  /** @returns {Promise<{ role: string, view: GameView }>} */
  async _loadSnapshot() {
    const message = JSON.stringify({ type: "join", game: this.game });
    /** @type {Exchange | undefined} */
    const exchange = await askLocalServer({ type: "receive", message });
    const [snapshot] = exchange?.messages ?? [];
    if (snapshot?.type !== "game" || !snapshot.view) throw new RefusedError("no_module", "");
    return { role: snapshot.role, view: snapshot.view };
  }

  /** Does a task after those before it. A task that is refused loses the connection. @param {() => Promise<void>} task */
  _enqueue(task) {
    this._tasks = this._tasks.then(task).catch((error) => {
      if (error instanceof RefusedError) return this.lose(error.code);
      // Later tasks go on, and the page's error is reported.
      setTimeout(() => {
        throw error;
      });
    });
  }

  async _open() {
    const number = this._number;
    if (!(await requireLocalServer())) throw new RefusedError("no_module", "");
    await this._takeUp();
    await this._greet(number);
    const { role, view } = await this._loadSnapshot();
    this.listener.opened(view);
    await this._passTo(role, view);
    if (number !== this._number) return;
    for (const user of [...this._users]) user.greeted?.();
  }

  /** @param {number} number */
  async _greet(number) {
    if (isGreeted) return;
    isGreeted = true;
    const hello = { type: "receive", message: JSON.stringify({ type: "hello", token: null }) };
    await this._exchange(hello, number);
  }

  /** Goes on with the game as it is kept. What the local server knows beyond that is dropped. */
  async _takeUp() {
    const log = await readLog(this.game);
    if (!log) throw new RefusedError("not_kept", "");
    const summary = await askLocalServer({ type: "resume", game: this.game, log });
    if (!summary) throw new RefusedError("no_module", "");
    this._head = log.length;
  }

  /** Goes on with the game as it is kept, and has each user join again for the events that it misses. */
  async _takeUpAgain() {
    await this._takeUp();
    const { role, view } = await this._loadSnapshot();
    await this._passTo(role, view);
    for (const user of [...this._users]) user.greeted?.();
  }

  async _checkHead() {
    if (document.hidden || !this._head) return;
    const kept = await findKeptGame(this.game);
    if (kept?.head !== this._head) await this._takeUpAgain();
  }

  /**
   * Sends a request, keeps what it adds to the log, and passes its messages on.
   * @param {Record<string, unknown>} request @param {number} number the connection that it belongs to
   * @param {ClientMessage} [command] the message that it carries
   */
  async _exchange(request, number, command) {
    /** @type {Exchange | undefined} */
    const exchange = await askLocalServer(request);
    if (!exchange) throw new RefusedError("no_module", "");
    const { additions, messages } = exchange;
    if (additions.length && !(await this._keep(additions, command))) return;
    for (const message of messages) await this._passOn(message, number);
    // The computer may have something to do now.
    if (additions.length || command?.type === "join")
      this._enqueue(() => this._exchange({ type: "think" }, this._number));
  }

  /**
   * Keeps entries. If that fails, the game goes on without them, and the command is refused.
   * @param {import("./kept-games").LogAddition[]} additions @param {ClientMessage} [command]
   * @returns {Promise<boolean>} whether they are kept
   */
  async _keep(additions, command) {
    try {
      await keepAdditions(additions);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      await this._undo(error, command);
      return false;
    }
    const own = additions.find(({ game }) => game === this.game);
    if (own) this._head = own.after + own.entries.length;
    return true;
  }

  /** @param {RefusedError} error why entries are not kept @param {ClientMessage} [command] */
  async _undo(error, command) {
    // Another tab was faster: the command is sent again, and answered by what is kept now.
    if (error.code === "conflict") return this._takeUpAgain();
    await this._takeUp();
    if (!command || !("id" in command)) throw error;
    const refused = { type: "refused", id: command.id, game: this.game, code: error.code, message: "" };
    for (const user of [...this._users]) user.received(/** @type {ServerMessage} */ (refused));
  }

  /** @param {ServerMessage} message @param {number} number the connection that it belongs to */
  async _passOn(message, number) {
    if (message.type === "game" && message.view) {
      // The turn of the other player at this device.
      await this._passTo(message.role, message.view);
      message = { ...message, view: undefined };
    }
    if (number !== this._number) return;
    for (const user of [...this._users]) user.received(message);
  }

  /**
   * Waits until the player who acts has the device, if that player sees what the other one must not.
   * @param {string} role of that player @param {GameView} view
   */
  async _passTo(role, view) {
    const isShared = !view.bots?.length;
    const isPassed = isShared && role !== this._holder && hasSecrets(view);
    if (isPassed) await this.listener.passed(/** @type {Seat} */ (role));
    this._holder = role;
  }
}

/** Whether each player sees something that the other one does not. @param {GameView} view */
function hasSecrets({ state, position, outcome }) {
  return !outcome && (state === "arranging" || Boolean(position?.stores));
}
