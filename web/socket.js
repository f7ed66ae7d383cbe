// @ts-check
/**
 * The WebSocket to the server. It introduces itself with `hello`, and connects again after every loss. A `ping` every
 * few seconds finds dead connections.
 */

import { randomRetryDelay } from "./retry-delay.js";
import { forgetToken } from "./token.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").ClientMessage} ClientMessage */

/**
 * What the owner of a socket provides.
 * @typedef {object} SocketOwner
 * @property {() => string | null} token the token to say `hello` with; `null` for a spectator
 * @property {(message: ServerMessage) => void} received called with each message but `bye`
 * @property {(reason: string) => void} [lost] the connection was lost; the code of a `bye` or the page's reason
 */

// All in milliseconds.
const PING_INTERVAL = 2_000;
/** For this long after a message, no ping is needed. */
const FRESH_TIME = 1_000;
const SILENCE_TIMEOUT = 10_000;

export class ServerSocket {
  /** The connection that is open or being opened. @type {WebSocket | null} */
  #socket = null;
  /** Whether lost connections are opened again. */
  #isWanted = false;
  #isWelcome = false;
  /** Failures since the last call of `resetRetryDelay`. */
  #failures = 0;
  /** @type {number | undefined} */
  #retryTimer = undefined;
  /** The token of the last `hello`. @type {string | null} */
  #token = null;
  #lastHeardAt = 0;
  /**
   * Since when an answer is due. Silence alone means nothing: a hidden tab rarely runs its timers.
   * @type {number | null}
   */
  #awaitingSince = null;

  /** @param {SocketOwner} owner @param {import("./retry-delay").RetryDelay} retryDelay */
  constructor(owner, retryDelay) {
    this.owner = owner;
    this.retryDelay = retryDelay;
    addEventListener("offline", () => this.#isWanted && this.lose("offline"));
    addEventListener("online", () => this.#isWanted && this.connect());
    setInterval(() => this.#checkConnection(), PING_INTERVAL);
  }

  /** Whether the server has answered our `hello` on the current connection. */
  get isWelcome() {
    return this.#isWelcome;
  }

  /** Connects, unless a connection is open or being opened. */
  connect() {
    this.#isWanted = true;
    clearTimeout(this.#retryTimer);
    if (this.#socket) return;
    const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#awaitingSince = Date.now();
    socket.onopen = () => socket === this.#socket && this.#greet(this.owner.token());
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.lose("closed");
  }

  /** Closes the connection and does not connect again. */
  close() {
    this.#isWanted = false;
    clearTimeout(this.#retryTimer);
    this.#drop();
  }

  /** Opens a new connection in place of this one. */
  reconnect() {
    this.#drop();
    this.connect();
  }

  /**
   * Treats the connection as lost, and connects again later.
   * @param {string} reason @param {number | null} [retryAfter] in milliseconds
   */
  lose(reason, retryAfter = null) {
    this.#drop();
    this.owner.lost?.(reason);
    if (!this.#isWanted) return;
    clearTimeout(this.#retryTimer);
    const delay = randomRetryDelay(this.retryDelay, this.#failures++);
    this.#retryTimer = setTimeout(() => this.connect(), retryAfter ?? delay);
  }

  /** Sends a message if the connection is open. @param {ClientMessage} message */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Starts again with the shortest delay: the connection works. */
  resetRetryDelay() {
    this.#failures = 0;
  }

  /** @param {string | null} token */
  #greet(token) {
    this.#token = token;
    this.send({ type: "hello", token });
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#lastHeardAt = Date.now();
    if (message.type === "bye") return this.lose(message.code, message.retry_after);
    if (message.type === "refused" && message.code === "bad_token") return this.#greetAgain();
    if (message.type === "welcome") this.#isWelcome = true;
    // Before the welcome, no message is the answer that is due.
    if (this.#isWelcome) this.#awaitingSince = null;
    this.owner.received(message);
  }

  /** Says `hello` with the token that another tab has stored since, or as a spectator. */
  #greetAgain() {
    forgetToken(this.#token);
    const token = this.owner.token();
    this.#greet(token === this.#token ? null : token);
  }

  #checkConnection() {
    if (this.#awaitingSince !== null && Date.now() - this.#awaitingSince > SILENCE_TIMEOUT)
      return this.lose("silent");
    if (!this.#isWelcome || Date.now() - this.#lastHeardAt <= FRESH_TIME) return;
    this.#awaitingSince ??= Date.now();
    this.send({ type: "ping" });
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isWelcome = false;
    this.#awaitingSince = null;
    socket?.close();
  }
}
