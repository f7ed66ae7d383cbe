// @ts-check
/**
 * Who this browser is: a guest of the server, made when one is first needed, and what it asks of the API.
 */

/** @typedef {import("./protocol").Credentials} Credentials */
/** @typedef {import("./protocol").Problem} Problem */

const KEY = "ikibuguzo.token";

const TOKEN = /^[0-9a-hjkmnp-tv-z]{52}$/;

/** What is kept where nothing can be stored. @type {string | null} */
let kept = null;

/** A guest on the way. @type {Promise<string> | null} */
let coming = null;

/** What the API refused. */
export class Refused extends Error {
  /** @param {string} code @param {string} detail @param {number} status */
  constructor(code, detail, status) {
    super(detail);
    this.name = "Refused";
    /** The stable code; `unreachable` where no answer came. */
    this.code = code;
    /** What is wrong, in a sentence. */
    this.detail = detail;
    /** The HTTP status; 0 where no answer came. */
    this.status = status;
  }
}

/**
 * The token of this browser's player. A new guest is made only if `create` says so.
 * @param {boolean} create @returns {Promise<string | null>}
 */
export async function token(create) {
  const known = read();
  if (known || !create) return known;
  coming ??= guest().finally(() => (coming = null));
  return coming;
}

/** Goes on as the player whom this token proves. @param {string} token */
export function remember(token) {
  kept = token;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // A browser that stores nothing: the player lasts as long as the page.
  }
}

/** Goes on as nobody, unless another tab has become somebody since. @param {string | null} token whom the server does not know */
export function forget(token) {
  if (read() !== token) return;
  kept = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Asks the API as this browser's player, if it has one.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>} the answer's JSON; `null` where it has no body
 * @throws {Refused}
 */
export async function api(method, path, body) {
  const bearer = await token(false);
  const headers = new Headers({ accept: "application/json" });
  if (bearer) headers.set("authorization", `Bearer ${bearer}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  const response = await ask(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await refusal(response, bearer);
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

/** A new id for a command. @returns {string} */
export function commandId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** @returns {string | null} */
function read() {
  try {
    const stored = localStorage.getItem(KEY);
    // What is no token proves nobody, on no server.
    return stored !== null && TOKEN.test(stored) ? stored : kept;
  } catch {
    return kept;
  }
}

async function guest() {
  /** @type {Credentials} */
  const made = await api("POST", "/api/players");
  // Another tab may have been faster: all tabs are one player.
  const first = read();
  if (first) return first;
  remember(made.token);
  return made.token;
}

/** @param {string} path @param {RequestInit} request */
async function ask(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Refused("unreachable", "", 0);
  }
}

/** @param {Response} response @param {string | null} bearer */
async function refusal(response, bearer) {
  /** @type {Partial<Problem>} */
  const problem = await response.json().catch(() => ({}));
  const refused = new Refused(
    problem.code ?? "internal",
    problem.detail ?? response.statusText,
    response.status,
  );
  // The server has other games than those that the token is from.
  if (refused.code === "bad_token") forget(bearer);
  return refused;
}
