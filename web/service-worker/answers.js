// @ts-check
/** What the service worker answers to requests: kept files and kept pages. All else goes to the server. */

import { OFFLINE_PAGE, findFile, findPage, isLasting, cacheResponse } from "./page-cache.js";
import { worker } from "./scope.js";

/** How long the server may take to answer before a kept page is shown in its place, in milliseconds. */
const PATIENCE = 6_000;

/** The least status of an answer that says that the server has failed. */
const SERVER_ERROR = 500;

/** What a proxy answers in place of a server that cannot be reached. */
const GATEWAY_ERRORS = [502, 504];

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
  if (kept && (await isLasting(address))) {
    event.waitUntil(refresh(address).catch(() => {}));
    return kept;
  }
  const asked = askServer(event, address);
  const answer = await (kept ? Promise.race([asked, pause(PATIENCE)]) : asked);
  if (answer && answer.status < SERVER_ERROR) return answer;
  if (kept) return kept;
  const isReached = answer && !GATEWAY_ERRORS.includes(answer.status);
  return (isReached ? answer : await findPage(OFFLINE_PAGE)) ?? answer ?? Response.error();
}

/** Keeps a page as it is now, for the next time. @param {URL} address */
async function refresh({ pathname, origin }) {
  await cacheResponse(new URL(pathname, origin), await fetch(pathname));
}

/**
 * The server's answer; nothing if it cannot be reached. What is to be kept of it is kept meanwhile.
 * @param {any} event @param {URL} address @returns {Promise<Response | undefined>}
 */
async function askServer(event, address) {
  const answer = await fetch(event.request).catch(() => undefined);
  if (answer) event.waitUntil(cacheResponse(address, answer.clone()).catch(() => {}));
  return answer;
}

/** @param {number} delay in milliseconds @returns {Promise<undefined>} */
function pause(delay) {
  return new Promise((resolve) => setTimeout(resolve, delay));
}
