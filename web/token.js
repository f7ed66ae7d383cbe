// @ts-check
/** The token that proves who this browser's player is. All tabs of a browser share it. */

import { canStore, readItem, removeItem, writeItem } from "./storage.js";

const KEY = "ikibuguzo.token";

/** The form of a token on every server. */
const TOKEN = /^[0-9a-hjkmnp-tv-z]{52}$/;

/** The token of this page, where the browser stores nothing. @type {string | null} */
let unstored = null;

/** The token; `null` if this browser has no player yet. */
export function readToken() {
  const stored = readItem(KEY);
  return stored !== null && TOKEN.test(stored) ? stored : unstored;
}

/** Whether the next page will know the player of this one. */
export function keepsToken() {
  return readItem(KEY) !== null || canStore();
}

/** Makes this browser the player whom the token proves. @param {string} token */
export function storeToken(token) {
  unstored = token;
  writeItem(KEY, token);
}

/**
 * Drops a token that the server does not accept. A token that another tab has stored since stays.
 * @param {string | null} token
 */
export function forgetToken(token) {
  if (readToken() !== token) return;
  unstored = null;
  removeItem(KEY);
}
