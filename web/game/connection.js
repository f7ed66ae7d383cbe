// @ts-check
/**
 * The socket to one game: says who we are, joins, and comes back by itself after any loss, to go on after the newest
 * event that we have. Commands are sent again with the same id until they are answered.
 */

import { Refused, commandId, forget } from "../player.js";

/** @typedef {import("../protocol").ServerMessage} ServerMessage */
/** @typedef {import("../protocol").ClientMessage} ClientMessage */
/** @typedef {Extract<ServerMessage, { type: "refused" }>} Refusal */

/**
 * What the link asks and tells.
 * @typedef {object} Ear
 * @property {() => Promise<string | null>} token who speaks
 * @property {() => number} since the newest event that is known
 * @property {() => void} forget all that is known was told to somebody else: it comes anew
 * @property {(role: import("../protocol").Role, head: number) => void} joined
 * @property {(event: import("../protocol").Event) => void} event
 * @property {(presence: import("../protocol").Presence) => void} presence
 * @property {(live: boolean, why: string | null) => void} live whether the page hears of the game as it happens
 */

const PING = 4_000;

/** After so much silence to a question the connection counts as lost. */
const SILENCE = 10_000;

/** So long may a head be ahead of what we have before we join again. */
const BEHIND = 4_000;

const LONGEST_WAIT = 15_000;

/** Refusals that do not mean the command: it is sent again. */
const AGAIN = ["too_fast", "busy", "storage_unavailable", "restarting", "not_joined"];

export class Link {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #heard = 0;
  /** Since when an answer is waited for, whatever it may be. A page that nobody looks at has few ticks: silence alone says nothing. @type {number | null} */
  #askedAt = null;
  #joined = false;
  #behindSince = 0;
  /** What a `bye` has asked for. @type {number | null} */
  #retryAfter = null;
  /** @type {number | undefined} */
  #retry = undefined;
  /** Whom we have said that we are. @type {string | null} */
  #token = null;
  /** As whom we have been told what we know. @type {import("../protocol").Role | null} */
  #role = null;
  /** What the server's clock is ahead of ours, in milliseconds. */
  #ahead = 0;
  /** @type {Map<string, { message: object, done: (seq: number) => void, failed: (why: Refused) => void }>} */
  #open = new Map();

  /** @param {string} game @param {Ear} ear */
  constructor(game, ear) {
    this.game = game;
    this.ear = ear;
    setInterval(() => this.#tick(), PING / 2);
    addEventListener("offline", () => this.#lose("offline"));
    addEventListener("online", () => this.#connect());
    addEventListener("pageshow", (event) => event.persisted && this.again());
  }

  /** What the server's clock shows, in milliseconds since 1970. */
  now() {
    return Date.now() + this.#ahead;
  }

  /** Opens a new connection, as whoever we are now. */
  again() {
    this.#drop();
    this.#connect();
  }

  /**
   * Sends a command until it is answered. @param {string} type @param {Record<string, unknown>} fields
   * @returns {Promise<number>} the `seq` of its event @throws {Refused}
   */
  command(type, fields = {}) {
    const id = commandId();
    const message = { type, game: this.game, id, ...fields };
    return new Promise((done, failed) => {
      this.#open.set(id, { message, done, failed });
      if (this.#joined) this.#send(message);
    });
  }

  async #connect() {
    clearTimeout(this.#retry);
    if (this.#socket) return;
    const socket = new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    this.#askedAt = Date.now();
    const token = (this.#token = await this.ear.token());
    socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#lose("closed");
    const greet = () => socket === this.#socket && this.#send({ type: "hello", token });
    if (socket.readyState === WebSocket.OPEN) greet();
    else if (socket.readyState === WebSocket.CONNECTING) socket.onopen = greet;
    else if (socket === this.#socket) this.#lose("closed");
  }

  async #greetAnew() {
    const token = await this.ear.token();
    this.#token = token === this.#token ? null : token;
    this.#send({ type: "hello", token: this.#token });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #join() {
    this.#send({ type: "join", game: this.game, since: this.ear.since() });
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    this.#heard = Date.now();
    // Until we have joined, nothing else is an answer.
    if (this.#joined) this.#askedAt = null;
    switch (message.type) {
      case "welcome":
        this.#ahead = message.now - Date.now();
        return this.#join();
      case "game":
        return this.#enter(message);
      case "event":
        this.#behindSince = 0;
        return this.ear.event(message);
      case "ack":
        return this.#settle(message.id, ({ done }) => done(message.seq));
      case "refused":
        return this.#refused(message);
      case "pong":
        return this.#pong(message);
      case "presence":
        return this.ear.presence(message);
      case "bye":
        this.#retryAfter = message.retry_after ?? null;
        return this.#lose(message.code);
    }
  }

  /** @param {Extract<ServerMessage, { type: "game" }>} message */
  #enter({ role, head }) {
    const before = this.#role ?? role;
    this.#role = role;
    if (role !== before) return this.#anew();
    this.#joined = true;
    this.#askedAt = null;
    this.#tries = 0;
    this.#behindSince = 0;
    this.ear.joined(role, head);
    this.ear.live(true, null);
    for (const { message } of this.#open.values()) this.#send(message);
  }

  /** Who sits down sees more of the past than a spectator did. What is still on its way on this socket is none of it. */
  #anew() {
    this.ear.forget();
    this.again();
  }

  /** @param {Extract<ServerMessage, { type: "pong" }>} message */
  #pong({ heads, now }) {
    this.#ahead = now - Date.now();
    if ((heads[this.game] ?? 0) <= this.ear.since()) this.#behindSince = 0;
    else if (!this.#behindSince) this.#behindSince = Date.now();
    else if (Date.now() - this.#behindSince > BEHIND) this.#join();
  }

  /** @param {Refusal} refusal */
  #refused(refusal) {
    const { code, message, id, retry_after } = refusal;
    if (code === "bad_token") {
      // The server has other games than those that the token is from: we are nobody here, or whom another tab has become.
      forget(this.#token);
      return void this.#greetAnew();
    }
    if (code === "unknown_game") return this.#lose(code);
    if (!id)
      return code === "too_fast" ? void setTimeout(() => this.#join(), retry_after ?? 1_000) : undefined;
    if (code === "not_joined") this.#join();
    else if (AGAIN.includes(code)) setTimeout(() => this.#repeat(id), retry_after ?? 1_000);
    else this.#settle(id, ({ failed }) => failed(new Refused(code, message, 0)));
  }

  /** @param {string} id */
  #repeat(id) {
    const open = this.#open.get(id);
    if (open && this.#joined) this.#send(open.message);
  }

  /** @param {string} id @param {(open: { done: (seq: number) => void, failed: (why: Refused) => void }) => void} how */
  #settle(id, how) {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open) how(open);
  }

  #tick() {
    if (!this.#socket) return;
    if (this.#askedAt !== null && Date.now() - this.#askedAt > SILENCE) return this.#lose("silent");
    if (this.#joined && Date.now() - this.#heard > PING / 4) this.#ping();
  }

  #ping() {
    this.#askedAt ??= Date.now();
    this.#send({ type: "ping" });
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#joined = false;
    socket?.close();
  }

  /** @param {string} why */
  #lose(why) {
    this.#drop();
    this.ear.live(false, why);
    clearTimeout(this.#retry);
    if (why === "unknown_game") return;
    const backoff = Math.min(LONGEST_WAIT, 300 * 2 ** this.#tries++);
    // Not all at once, after a server has come back.
    const wait = this.#retryAfter ?? backoff * (0.5 + Math.random() / 2);
    this.#retryAfter = null;
    this.#retry = setTimeout(() => this.#connect(), wait);
  }
}
