// @ts-check
/**
 * The connection to one game: joins it, and after every loss joins again and asks for the events since the
 * newest known one. The answers to pings show missed events. As soon as the local server is ready, the connection asks for
 * actions in the compact form.
 */

import { newCommandId } from "../api.js";
import { PLAYER_RETRY_DELAY, SPECTATOR_RETRY_DELAY } from "../retry-delay.js";
import { IDLE_PING_AFTER, LIVE_PING_AFTER } from "../socket.js";
import { dropCommand, keepCommand, takeCommands } from "./kept-commands.js";
import { PendingCommands } from "./pending-commands.js";

/** @typedef {import("../protocol").Role} Role */
/** @typedef {import("../protocol").ServerMessage} ServerMessage */
/** @typedef {import("../protocol").ClientMessage} ClientMessage */

/**
 * What carries the messages of a game: the socket to a server, or the local server in this browser.
 * @typedef {Pick<import("../socket").ServerSocket, "retryDelay" | "pingAfter" | "delay" | "waitingTime" | "reconnect" | "remove" | "send" | "lose" | "resetRetryDelay">} GameSocket
 */

/**
 * What the connection asks and reports.
 * @typedef {object} ConnectionListener
 * @property {() => number} head the `seq` of the newest known event
 * @property {() => boolean} [keepsEvents] whether another role is sent the same events
 * @property {() => void} forget the role has changed: all events come again, as the new role may see them
 * @property {(player: string | null) => void} [welcome] whom the server takes the visitor for
 * @property {(role: Role, head: number) => void} joined
 * @property {(event: import("../protocol").Event) => void} event
 * @property {(presence: import("../protocol").Presence) => void} presence
 * @property {(reason: string) => void} lost events no longer come as they happen
 * @property {(message: ClientMessage, answer: Promise<number>) => void} [restored] a command of an earlier page is sent
 *   again
 */

/** In milliseconds. */
const COMMAND_RETRY_DELAY = 1_000;

/** How long the server's head may be missing or ahead of ours, in milliseconds. */
const BEHIND_TIMEOUT = 4_000;

/** Refusals that do not concern the command itself: it is sent again. */
const TEMPORARY_REFUSALS = [
  "too_fast",
  "busy",
  "storage_unavailable",
  "restarting",
  "clock_off",
  "needs_newer_server",
];

export class GameConnection {
  _isJoined = false;
  /** Since when the server's head is missing or ahead of ours. @type {number | null} */
  _behindSince = null;
  /** The role that the known events were sent to. @type {Role | null} */
  _role = null;
  /** The server's clock minus ours, in milliseconds. */
  _clockOffset = 0;
  /** Whom the server takes the visitor for. @type {string | null} */
  _player = null;
  /** Whether the answer to a `join` is due that only changes the form of events. */
  _isChangingForm = false;

  /**
   * @param {string} game @param {GameSocket} socket @param {ConnectionListener} listener
   * @param {import("./compact-events").CompactEvents | null} [compact] without it, all events come in full
   */
  constructor(game, socket, listener, compact = null) {
    this.game = game;
    this.listener = listener;
    this.socket = socket;
    socket.retryDelay = PLAYER_RETRY_DELAY;
    this.user = {
      greeted: () => this._join(),
      received: (/** @type {ServerMessage} */ message) => this._receive(message),
      lost: (/** @type {string} */ reason) => this._lost(reason),
    };
    this.compact = compact;
    compact?.listen({ event: (event) => this._passOn(event), formChanged: () => this._changeForm() });
    this.commands = new PendingCommands((message) => this._isJoined && this.socket.send(message));
    addEventListener("pageshow", (event) => event.persisted && this.reconnect());
  }

  /** The server's time in milliseconds since 1970. */
  now() {
    return Date.now() + this._clockOffset;
  }

  /** Chooses how often pings are sent. @param {boolean} isLive whether somebody waits at the board */
  setLive(isLive) {
    this.socket.pingAfter = isLive ? LIVE_PING_AFTER : IDLE_PING_AFTER;
  }

  /** Opens a new connection, with the token that this browser has now. */
  reconnect() {
    this._leave();
    this.socket.reconnect(this.user);
  }

  /**
   * Sends a command until it is answered. @param {string} type @param {Record<string, unknown>} [fields]
   * @returns {Promise<number>} the `seq` of its event @throws {import("../api.js").RefusedError}
   */
  command(type, fields = {}) {
    const id = newCommandId();
    const message = /** @type {ClientMessage} */ ({ type, game: this.game, id, ...fields });
    if (this._player)
      keepCommand({ id, game: this.game, player: this._player, head: this.listener.head(), message });
    return this.commands.add(id, message);
  }

  /** @param {ServerMessage} message */
  _receive(message) {
    if ("game" in message && message.game && message.game !== this.game) return;
    switch (message.type) {
      case "welcome":
        this._clockOffset = message.now - Date.now();
        this._player = message.player ?? null;
        return this.listener.welcome?.(this._player);
      case "game":
        return this._joined(message);
      case "event":
      case "acted":
        return this._receiveEvent(message);
      case "ack":
        dropCommand(message.id);
        return this.commands.accept(message.id, message.seq);
      case "refused":
        // The reason may be an event before it.
        return this.compact ? this.compact.doInTurn(() => this._refused(message)) : this._refused(message);
      case "pong":
        return this._compareHeads(message);
      case "presence":
        return this.listener.presence(message);
    }
  }

  /** @param {import("./game-state").EitherEvent} event */
  _receiveEvent(event) {
    if (this.compact) this.compact.receive(event, this._role ?? "spectator");
    else if ("kind" in event) this._passOn(event);
  }

  /** @param {import("../protocol").Event} event */
  _passOn(event) {
    this._behindSince = null;
    this.listener.event(event);
  }

  _join() {
    this.socket.send({
      type: "join",
      game: this.game,
      since: this.listener.head(),
      ...(this.compact?.isWanted && { compact: true }),
    });
  }

  /** Joins again, to get events in the other form. */
  _changeForm() {
    if (!this._isJoined) return;
    this._isChangingForm = true;
    this._join();
  }

  /**
   * The page joins with the number of its last event, so the answer has no view. The server sends a view if the page has
   * events that it has lost.
   *
   * @param {Extract<ServerMessage, { type: "game" }>} message
   */
  _joined({ role, head, view }) {
    const knownRole = this._role ?? role;
    this._role = role;
    const sawOthers = role !== knownRole && !this.listener.keepsEvents?.();
    if (sawOthers || view) return this._startOver();
    if (this._isChangingForm) return void (this._isChangingForm = false);
    this._isJoined = true;
    this._behindSince = null;
    this.socket.retryDelay = role === "spectator" ? SPECTATOR_RETRY_DELAY : PLAYER_RETRY_DELAY;
    this.socket.resetRetryDelay();
    this.listener.joined(role, head);
    this.commands.resendAll();
    this._restoreCommands(head);
  }

  /** Sends the commands again that an earlier page of this game has left without an answer. @param {number} head */
  _restoreCommands(head) {
    for (const { id, message } of takeCommands(this.game, this._player, head)) {
      if (this.commands.has(id)) continue;
      const answer = this.commands.add(id, message);
      this.listener.restored?.(message, answer);
    }
  }

  /**
   * Forgets all events: a player sees more of the past than a spectator, and the server may have lost some. A new
   * connection, because this one still carries old events.
   */
  _startOver() {
    this.listener.forget();
    this.reconnect();
  }

  /** @param {Extract<ServerMessage, { type: "pong" }>} message */
  _compareHeads({ heads, now }) {
    this._clockOffset = now - Date.now();
    const isBehind = !this._isJoined || (heads[this.game] ?? Infinity) > this.listener.head();
    if (!isBehind) this._behindSince = null;
    else if (this._behindSince === null) this._behindSince = Date.now();
    else if (Date.now() - this._behindSince > BEHIND_TIMEOUT) this._catchUp();
  }

  _catchUp() {
    // The server has refused the join, or has not answered it: try again later, over a new connection.
    if (!this._isJoined) return this.socket.lose("not_joined");
    this._behindSince = null;
    // The events are here, but the local server does not answer.
    if (this.compact?.isBusy) this.compact.giveUp();
    this._join();
  }

  /** @param {Extract<ServerMessage, { type: "refused" }>} refusal */
  _refused({ code, message, id, retry_after }) {
    const delay = retry_after ?? COMMAND_RETRY_DELAY;
    if (code === "unknown_game" || code === "game_unreadable") this._giveUp(code);
    else if (code === "since_ahead") this._startOver();
    else if (!id && code === "unknown_field") this._joinInFull();
    else if (!id && code === "too_fast") setTimeout(() => this._join(), delay);
    else if (!id) return;
    else if (code === "not_joined") this._join();
    else if (TEMPORARY_REFUSALS.includes(code)) setTimeout(() => this.commands.resend(id), delay);
    else {
      dropCommand(id);
      this.commands.refuse(id, code, message);
    }
  }

  /** This server is older than the page, and does not know the compact form. */
  _joinInFull() {
    this.compact?.giveUp();
    this._join();
  }

  /** @param {string} reason */
  _giveUp(reason) {
    this.socket.remove(this.user);
    this._lost(reason);
  }

  /** @param {string} reason */
  _lost(reason) {
    this._leave();
    this.listener.lost(reason);
  }

  /** Nothing comes until the game is joined again. */
  _leave() {
    this._isJoined = false;
    this._isChangingForm = false;
    this._behindSince = null;
    this.compact?.drop();
  }
}
