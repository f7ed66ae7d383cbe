// @ts-check
/** What the service worker answers to requests: kept files and kept pages. All else goes to the server. */

import { OFFLINE_PAGE, findFile, findPage, isLasting, keepFresh } from "./kept-pages.js";
import { worker } from "./scope.js";

/** How long the server may take to answer before a kept page is shown in its place, in milliseconds. */
const PATIENCE = 6_000;

/** The least status of an answer that a proxy gives in place of a server that cannot be reached. */
const BAD_GATEWAY = 502;

/** @param {any} event */
export function answerRequest(event) {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerNavigation(event, address));
  else if (address.pathname.startsWith("/static/")) event.respondWith(answerFile(request, address));
}

/** @param {Request} request @param {URL} address */
async function answerFile(request, { pathname }) {
  return (await findFile(pathname)) ?? fetch(request);
}

/** @param {any} event @param {URL} address */
async function answerNavigation(event, address) {
  const kept = await findPage(address.pathname);
  if (kept && (await isLasting(address))) return kept;
  const asked = askServer(event, address);
  try {
    return await (kept ? Promise.race([asked, timeout(PATIENCE)]) : asked);
  } catch {
    return kept ?? (await findPage(OFFLINE_PAGE)) ?? Response.error();
  }
}

/** The server's answer. What is to be kept of it is kept meanwhile. @param {any} event @param {URL} address */
async function askServer(event, address) {
  const response = await fetch(event.request);
  if (response.status >= BAD_GATEWAY) throw new Error(`status ${response.status}`);
  event.waitUntil(keepFresh(address, response.clone()).catch(() => {}));
  return response;
}

/** @param {number} delay in milliseconds @returns {Promise<never>} */
function timeout(delay) {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("the server is slow")), delay));
}
