// @ts-check
/** Pages as the server draws them for this browser's player, with the player's private games. */

import { forgetToken, readToken } from "./token.js";

/**
 * Fetches a page; `null` if there is nothing to show.
 * @param {string} path @returns {Promise<Document | null>}
 */
export async function fetchOwnPage(path) {
  const token = readToken();
  /** @type {Record<string, string>} */
  const headers = { accept: "text/html" };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(path, { headers, cache: "no-store" });
  // The token belongs to another server's database.
  if (response.status === 401) forgetToken(token);
  if (response.status !== 200) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
