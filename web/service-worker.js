// @ts-check
/**
 * The service worker: it answers for the pages that this browser keeps, and shows what the server tells a player while
 * the site is closed.
 */

import { answerRequest } from "./service-worker/answers.js";
import { openPage, showNotice } from "./service-worker/notices.js";
import { cacheGame, fillCache, hasOlderCache, removeOldCaches } from "./service-worker/page-cache.js";
import { worker } from "./service-worker/scope.js";

/**
 * A request of a page. `keep` is `"pages"`, which stands for the pages that need no server, or the path of a finished game.
 * @typedef {{ keep: string }} KeepRequest
 */

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", answerRequest);
worker.addEventListener("message", (event) => event.waitUntil(keep(event)));
worker.addEventListener("push", (event) => event.waitUntil(showNotice(event.data?.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Keeps the pages of this version before it takes the place of an older one. */
async function install() {
  if (await hasOlderCache()) await fillCache();
  await worker.skipWaiting();
}

async function activate() {
  await removeOldCaches();
  await worker.clients.claim();
}

/** @param {MessageEvent<KeepRequest>} event */
async function keep({ data, ports: [answer] }) {
  try {
    await (data.keep === "pages" ? fillCache() : cacheGame(data.keep));
    answer?.postMessage({ isKept: true });
  } catch (error) {
    console.info("The pages cannot be kept now:", error);
    answer?.postMessage({ isKept: false });
  }
}
