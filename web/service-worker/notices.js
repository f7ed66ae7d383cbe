// @ts-check
/** Shows what the server tells a player while the site is closed. It needs no page, and keeps nothing. */

import { worker } from "./scope.js";

/**
 * Shows a notification, unless a page of the site is in view, which tells the player itself. A later one of the same
 * game takes the place of the earlier one.
 * @param {import("../protocol").PushMessage | undefined} message
 */
export async function showNotice(message) {
  if (!message) return;
  const pages = await pagesOfSite();
  if (pages.some((page) => page.visibilityState === "visible")) return;
  const { title, text, path } = message;
  await worker.registration.showNotification(title, {
    body: text,
    tag: path,
    data: path,
    icon: "/static/icon.svg",
  });
}

/** Goes to a page: in a tab that shows it already, or in a new one. @param {string} path */
export async function openPage(path) {
  const { href } = new URL(path, worker.location.origin);
  const page = (await pagesOfSite()).find(({ url }) => url.split(/[?#]/)[0] === href);
  await (page ? page.focus() : worker.clients.openWindow(href));
}

/** @returns {Promise<any[]>} */
async function pagesOfSite() {
  return worker.clients.matchAll({ type: "window", includeUncontrolled: true });
}
