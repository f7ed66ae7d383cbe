// @ts-check
/**
 * The connection to one game: joins it, and after every loss joins again and asks for the events since the
 * newest known one. A `ping` every few seconds finds dead connections and missed events.
 */

import { newCommandId } from "../api.js";
import { PLAYER_RETRY_DELAY, SPECTATOR_RETRY_DELAY } from "../retry-delay.js";
import { ServerSocket } from "../socket.js";
import { readToken } from "../token.js";
import { PendingCommands } from "./pending-commands.js";

/** @typedef {import("../protocol").Role} Role */
/** @typedef {import("../protocol").ServerMessage} ServerMessage */
/** @typedef {import("../protocol").ClientMessage} ClientMessage */

/**
 * What the connection asks and reports.
 * @typedef {object} ConnectionListener
 * @property {() => number} head the `seq` of the newest known event
 * @property {() => void} forget the role has changed: all events come again, as the new role may see them
 * @property {(player: string | null) => void} [welcome] whom the server takes the visitor for
 * @property {(role: Role, head: number) => void} joined
 * @property {(event: import("../protocol").Event) => void} event
 * @property {(presence: import("../protocol").Presence) => void} presence
 * @property {(reason: string) => void} lost events no longer come as they happen
 */

// All in milliseconds.
const PING_INTERVAL = 4_000;
const SILENCE_TIMEOUT = 10_000;
const COMMAND_RETRY_DELAY = 1_000;

/** How long the server's head may be ahead of ours before we join again, in milliseconds. */
const BEHIND_TIMEOUT = 4_000;

/** Refusals that do not concern the command itself: it is sent again. */
const TEMPORARY_REFUSALS = ["too_fast", "busy", "storage_unavailable", "restarting", "clock_off"];

export class GameConnection {
  #isJoined = false;
  #lastHeardAt = 0;
  /**
   * Since when an answer is due. Silence alone means nothing: a hidden tab rarely runs its timers.
   * @type {number | null}
   */
  #awaitingSince = null;
  /** Since when the server's head is ahead of ours. @type {number | null} */
  #behindSince = null;
  /** The role that the known events were sent to. @type {Role | null} */
  #role = null;
  /** The server's clock minus ours, in milliseconds. */
  #clockOffset = 0;

  /**
   * @param {string} game @param {ConnectionListener} listener
   * @param {() => string | null} [token] the token to connect with; that of this browser if left out
   */
  constructor(game, listener, token = readToken) {
    this.game = game;
    this.listener = listener;
    this.socket = new ServerSocket(
      {
        token,
        connecting: () => (this.#awaitingSince = Date.now()),
        received: (message) => this.#receive(message),
        lost: (reason) => this.#lost(reason),
      },
      PLAYER_RETRY_DELAY,
    );
    this.commands = new PendingCommands((message) => this.#isJoined && this.socket.send(message));
    setInterval(() => this.#checkConnection(), PING_INTERVAL / 2);
    addEventListener("pageshow", (event) => event.persisted && this.reconnect());
  }

  /** The server's time in milliseconds since 1970. */
  now() {
    return Date.now() + this.#clockOffset;
  }

  /** Opens a new connection, with the token that this browser has now. */
  reconnect() {
    this.#isJoined = false;
    this.socket.reconnect();
  }

  /**
   * Sends a command until it is answered. @param {string} type @param {Record<string, unknown>} [fields]
   * @returns {Promise<number>} the `seq` of its event @throws {import("../api.js").RefusedError}
   */
  command(type, fields = {}) {
    const id = newCommandId();
    return this.commands.add(id, /** @type {ClientMessage} */ ({ type, game: this.game, id, ...fields }));
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#lastHeardAt = Date.now();
    // Until the game is joined, no other message is the answer that is due.
    if (this.#isJoined) this.#awaitingSince = null;
    switch (message.type) {
      case "welcome":
        this.#clockOffset = message.now - Date.now();
        this.listener.welcome?.(message.player ?? null);
        return this.#join();
      case "game":
        return this.#joined(message);
      case "event":
        this.#behindSince = null;
        return this.listener.event(message);
      case "ack":
        return this.commands.accept(message.id, message.seq);
      case "refused":
        return this.#refused(message);
      case "pong":
        return this.#compareHeads(message);
      case "presence":
        return this.listener.presence(message);
    }
  }

  #join() {
    this.socket.send({
      type: "join",
      game: this.game,
      since: this.listener.head(),
    });
  }

  /** @param {Extract<ServerMessage, { type: "game" }>} message */
  #joined({ role, head }) {
    const knownRole = this.#role ?? role;
    this.#role = role;
    if (role !== knownRole) return this.#startOver();
    this.#isJoined = true;
    this.#awaitingSince = null;
    this.#behindSince = null;
    this.socket.retryDelay = role === "spectator" ? SPECTATOR_RETRY_DELAY : PLAYER_RETRY_DELAY;
    this.socket.resetRetryDelay();
    this.listener.joined(role, head);
    this.commands.resendAll();
  }

  /**
   * A player sees more of the past than a spectator. A new connection, because this one still carries old
   * events.
   */
  #startOver() {
    this.listener.forget();
    this.reconnect();
  }

  /** @param {Extract<ServerMessage, { type: "pong" }>} message */
  #compareHeads({ heads, now }) {
    this.#clockOffset = now - Date.now();
    if ((heads[this.game] ?? 0) <= this.listener.head()) this.#behindSince = null;
    else if (this.#behindSince === null) this.#behindSince = Date.now();
    else if (Date.now() - this.#behindSince > BEHIND_TIMEOUT) this.#join();
  }

  /** @param {Extract<ServerMessage, { type: "refused" }>} refusal */
  #refused({ code, message, id, retry_after }) {
    const delay = retry_after ?? COMMAND_RETRY_DELAY;
    if (code === "unknown_game") this.#giveUp(code);
    else if (!id && code === "too_fast") setTimeout(() => this.#join(), delay);
    else if (!id) return;
    else if (code === "not_joined") this.#join();
    else if (TEMPORARY_REFUSALS.includes(code)) setTimeout(() => this.commands.resend(id), delay);
    else this.commands.refuse(id, code, message);
  }

  /** @param {string} reason */
  #giveUp(reason) {
    this.socket.close();
    this.#lost(reason);
  }

  /** @param {string} reason */
  #lost(reason) {
    this.#isJoined = false;
    this.#awaitingSince = null;
    this.listener.lost(reason);
  }

  #checkConnection() {
    if (this.#awaitingSince !== null && Date.now() - this.#awaitingSince > SILENCE_TIMEOUT)
      return this.socket.lose("silent");
    if (!this.#isJoined || Date.now() - this.#lastHeardAt <= PING_INTERVAL / 4) return;
    this.#awaitingSince ??= Date.now();
    this.socket.send({ type: "ping" });
  }
}
