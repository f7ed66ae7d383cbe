// @ts-check
/** The HTTP API, used as this browser's player. */

import { randomRetryDelay } from "./retry-delay.js";
import { noteServerTime } from "./server-clock.js";
import { forgetToken, readToken, storeToken } from "./token.js";

/** @typedef {import("./protocol").Credentials} Credentials */
/** @typedef {import("./protocol").Problem} Problem */

/** How often a request is sent that fails. */
const MAX_ATTEMPTS = 3;
const RETRY_DELAY = { first: 600, longest: 5_000 };

/** A proxy could not reach a server, or a server cannot answer now: behind the proxy, another one may. */
const TEMPORARY_STATUSES = [502, 503, 504];

/** The request for a new guest that is under way. @type {Promise<string> | null} */
let guestRequest = null;

/** A request or a command that the server refused. */
export class RefusedError extends Error {
  /** @param {string} code @param {string} detail */
  constructor(code, detail) {
    super(detail);
    this.name = "RefusedError";
    /** The stable code; `unreachable` if no answer came; `no_storage` if this browser would not keep the player. */
    this.code = code;
    /** What is wrong, in one sentence; empty if it is not the server that refuses. */
    this.detail = detail;
  }
}

/**
 * Sends a request, with this browser's token if it has one. A request that can be repeated is sent again, with
 * the same id, if it fails for a while.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>} the JSON of the answer; `null` if it has no body
 * @throws {RefusedError}
 */
export async function requestApi(method, path, body) {
  const response = await openResponse(method, path, "application/json", body);
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/**
 * Sends a request whose answer is a stream, and gives each message of it. It ends with the stream, whatever ends that.
 * @param {string} method @param {string} path
 * @returns {AsyncGenerator<any>} the JSON of each line; a `bye` of the server is left out
 * @throws {RefusedError}
 */
export async function* followApi(method, path) {
  const response = await openResponse(method, path, "application/x-ndjson");
  for await (const line of linesOf(response)) {
    const message = JSON.parse(line);
    if (message.type !== "bye") yield message;
  }
}

/**
 * The token of this browser's player. The server creates a guest if there is none.
 * @returns {Promise<string>}
 */
export async function ensureToken() {
  const known = readToken();
  if (known) return known;
  guestRequest ??= createGuest().finally(() => (guestRequest = null));
  return guestRequest;
}

/** Takes the free seat of an open game. @param {string} game */
export async function joinGame(game) {
  await ensureToken();
  await requestApi("POST", `/api/games/${game}/join`);
}

/** The characters of new ids: 64. */
const ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The length of new ids. A command's id is unique in its game, and it is sent twice. */
const ID_LENGTH = 10;

/** A new random id for a command. */
export function newCommandId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return Array.from(bytes, (byte) => ID_CHARACTERS[byte % ID_CHARACTERS.length]).join("");
}

/**
 * What to tell the visitor about a refusal. Any other error is thrown again.
 * @param {unknown} error
 * @param {HTMLElement} target its `data-unreachable` is the text for a server that does not answer, and its
 *   `data-no_storage` that for a browser that keeps nothing
 */
export function explainRefusal(error, target) {
  if (!(error instanceof RefusedError)) throw error;
  return error.detail || (target.dataset[error.code] ?? target.dataset.unreachable ?? "");
}

/**
 * Sends a request with this browser's token and waits for the head of the answer.
 * @param {string} method @param {string} path @param {string} accept @param {unknown} [body]
 */
async function openResponse(method, path, accept, body) {
  const token = readToken();
  const headers = new Headers({ accept });
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  const request = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const response = await send(path, request, canRepeat(method, path) ? MAX_ATTEMPTS : 1);
  if (!response.ok) throw await refusalOf(response, token);
  return response;
}

/** The whole lines of an answer that are not empty, as they come. A broken connection ends them. @param {Response} response */
async function* linesOf(response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; reader;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(Boolean);
  }
}

async function createGuest() {
  /** @type {Credentials} */
  const guest = await requestApi("POST", "/api/players");
  // All tabs are one player: the token of a faster tab wins.
  const stored = readToken();
  if (stored) return stored;
  storeToken(guest.token);
  return guest.token;
}

/**
 * Whether a request has one effect however often it comes. A new game and a command have ids; a guest whom nobody
 * uses does no harm; a passphrase is tried once.
 * @param {string} method @param {string} path
 */
function canRepeat(method, path) {
  return method === "GET" || (method === "POST" && /^\/api\/(commands$|players$|games(\/|$))/.test(path));
}

/** @param {string} path @param {RequestInit} request @param {number} maxAttempts */
async function send(path, request, maxAttempts) {
  for (let failures = 0; ; failures++) {
    const response = await fetch(path, request).catch(() => null);
    const isLast = failures + 1 >= maxAttempts;
    if (response) noteServerTime(response);
    if (response && (isLast || !TEMPORARY_STATUSES.includes(response.status))) return response;
    if (isLast) throw new RefusedError("unreachable", "");
    const asked = Number(response?.headers.get("retry-after")) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, asked || randomRetryDelay(RETRY_DELAY, failures)));
  }
}

/** @param {Response} response @param {string | null} token */
async function refusalOf(response, token) {
  /** @type {Partial<Problem>} */
  const problem = await response.json().catch(() => ({}));
  // The token belongs to another server's database.
  if (problem.code === "bad_token") forgetToken(token);
  if (!problem.code && TEMPORARY_STATUSES.includes(response.status))
    return new RefusedError("unreachable", "");
  return new RefusedError(problem.code ?? "internal", problem.detail ?? response.statusText);
}
