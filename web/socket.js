// @ts-check
/**
 * The WebSocket to the server. It introduces itself with `hello`, and connects again after every loss. Pings find dead
 * connections: one every two seconds while somebody waits, else about one a minute.
 */

import { randomRetryDelay } from "./retry-delay.js";
import { forgetToken } from "./token.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").ClientMessage} ClientMessage */

/**
 * What uses a socket.
 * @typedef {object} SocketUser
 * @property {() => void} [greeted] `hello` was sent, and what is sent now follows it, without waiting for the welcome
 * @property {(message: ServerMessage) => void} received called with each message but `bye`
 * @property {(reason: string) => void} [lost] the connection was lost; the code of a `bye` or the page's reason
 */

// All in milliseconds.
/** How often a connection is checked. */
const CHECK_INTERVAL = 2_000;
/** The silence after which a ping is sent while somebody waits for the other player. */
export const LIVE_PING_AFTER = 1_000;
/** The silence after which a ping is sent while nobody waits: each one wakes the radio of a phone. */
export const IDLE_PING_AFTER = 55_000;
/** The announced time until the next ping, in seconds: the timers of a hidden page run once a minute. */
const NEXT_IDLE_PING = 120;
const SILENCE_TIMEOUT = 10_000;

export class ServerSocket {
  /** The silence after which a ping is sent, in milliseconds. */
  pingAfter = IDLE_PING_AFTER;
  /** @type {Set<SocketUser>} */
  _users = new Set();
  /** The connection that is open or being opened. @type {WebSocket | null} */
  _socket = null;
  /** Whether lost connections are opened again. */
  _isWanted = false;
  _isWelcome = false;
  /** Failures since the last call of `resetRetryDelay`. */
  _failures = 0;
  /** @type {number | undefined} */
  _retryTimer = undefined;
  /** The token of the last `hello`. @type {string | null} */
  _token = null;
  _lastHeardAt = 0;
  /**
   * Since when an answer is due. Silence alone means nothing: a hidden tab rarely runs its timers.
   * @type {number | null}
   */
  _awaitingSince = null;
  /** How long the last answer took, in milliseconds. @type {number | null} */
  _delay = null;

  /**
   * @param {() => string | null} token the token to say `hello` with; `null` for a spectator
   * @param {import("./retry-delay").RetryDelay} retryDelay
   */
  constructor(token, retryDelay) {
    this.token = token;
    this.retryDelay = retryDelay;
    addEventListener("offline", () => this._isWanted && this.lose("offline"));
    addEventListener("online", () => this._isWanted && this._connect());
    // Who looks at the page again wants to know whether it is live.
    addEventListener("visibilitychange", () => this._checkConnection(LIVE_PING_AFTER));
    setInterval(() => this._checkConnection(this.pingAfter), CHECK_INTERVAL);
  }

  /** Whether the server has answered our `hello` on the current connection. */
  get isWelcome() {
    return this._isWelcome;
  }

  /** Begins to use the socket. @param {SocketUser} user */
  add(user) {
    this._users.add(user);
    if (this._isOpen) user.greeted?.();
    this._connect();
  }

  /** Ends the use of the socket. Without a user it is closed. @param {SocketUser} user */
  remove(user) {
    this._users.delete(user);
    if (!this._users.size) this._close();
  }

  /** Opens a new connection in place of this one. @param {SocketUser} user uses it too */
  reconnect(user) {
    this._users.add(user);
    this._drop();
    this._connect();
  }

  get _isOpen() {
    return this._socket?.readyState === WebSocket.OPEN;
  }

  /** How long the last answer took, in milliseconds; `null` before the first one. */
  get delay() {
    return this._delay;
  }

  /** For how long an answer has been due, in milliseconds; 0 if none is. */
  get waitingTime() {
    return this._awaitingSince === null ? 0 : Math.max(1, Date.now() - this._awaitingSince);
  }

  /** Connects, unless a connection is open or being opened. */
  _connect() {
    this._isWanted = true;
    clearTimeout(this._retryTimer);
    if (this._socket) return;
    const socket = takeEarlySocket() ?? new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
    this._socket = socket;
    this._awaitingSince = Date.now();
    socket.onopen = () => socket === this._socket && this._greet(this.token());
    socket.onmessage = ({ data }) => socket === this._socket && this._receive(JSON.parse(data));
    socket.onclose = () => socket === this._socket && this.lose("closed");
    if (this._isOpen) this._greet(this.token());
  }

  /** Closes the connection and does not connect again. */
  _close() {
    this._isWanted = false;
    clearTimeout(this._retryTimer);
    this._drop();
  }

  /**
   * Treats the connection as lost, and connects again later.
   * @param {string} reason @param {number | null} [retryAfter] in milliseconds
   */
  lose(reason, retryAfter = null) {
    this._drop();
    for (const user of [...this._users]) user.lost?.(reason);
    if (!this._isWanted) return;
    clearTimeout(this._retryTimer);
    const delay = randomRetryDelay(this.retryDelay, this._failures++);
    this._retryTimer = setTimeout(() => this._connect(), retryAfter ?? delay);
  }

  /** Sends a message if the connection is open. @param {ClientMessage} message */
  send(message) {
    if (!this._isOpen) return;
    this._socket?.send(JSON.stringify(message));
    // Commands and pings are answered.
    if ("id" in message || message.type === "ping") this._awaitingSince ??= Date.now();
  }

  /** Sends a message if the server has answered our `hello`. @param {ClientMessage} message */
  sendIfWelcome(message) {
    if (this._isWelcome) this.send(message);
  }

  /** Starts again with the shortest delay: the connection works. */
  resetRetryDelay() {
    this._failures = 0;
  }

  /** @param {string | null} token */
  _greet(token) {
    this._token = token;
    this.send({ type: "hello", token });
    for (const user of [...this._users]) user.greeted?.();
  }

  /** @param {ServerMessage} message */
  _receive(message) {
    this._lastHeardAt = Date.now();
    if (message.type === "bye") return this.lose(message.code, message.retry_after);
    if (message.type === "refused" && message.code === "bad_token") return this._greetAgain();
    if (message.type === "welcome") this._isWelcome = true;
    // Before the welcome, no message is the answer that is due.
    if (this._isWelcome) this._noteAnswer(message);
    for (const user of [...this._users]) user.received(message);
  }

  /** @param {ServerMessage} message */
  _noteAnswer({ type }) {
    const isMeasured = this._awaitingSince !== null && (type === "pong" || type === "ack");
    if (isMeasured) this._delay = this.waitingTime;
    this._awaitingSince = null;
  }

  /** Says `hello` with the token that another tab has stored since, or as a spectator. */
  _greetAgain() {
    forgetToken(this._token);
    const token = this.token();
    this._greet(token === this._token ? null : token);
  }

  /** @param {number} pingAfter */
  _checkConnection(pingAfter) {
    if (this.waitingTime > SILENCE_TIMEOUT) return this.lose("silent");
    if (this._isWelcome && Date.now() - this._lastHeardAt > pingAfter) this._ping();
  }

  _ping() {
    const isIdle = this.pingAfter === IDLE_PING_AFTER;
    this.send(isIdle ? { type: "ping", next_within: NEXT_IDLE_PING } : { type: "ping" });
  }

  _drop() {
    const socket = this._socket;
    this._socket = null;
    this._isWelcome = false;
    this._awaitingSince = null;
    socket?.close();
  }
}

/** The connection that `early-socket.js` has opened, once, if it is still of use. @returns {WebSocket | null} */
function takeEarlySocket() {
  const page = /** @type {{ earlySocket?: WebSocket }} */ (globalThis);
  const socket = page.earlySocket;
  delete page.earlySocket;
  return socket && socket.readyState <= WebSocket.OPEN ? socket : null;
}
