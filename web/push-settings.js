// @ts-check
/** The settings for notices while the site is closed, on the visitor's own page. Each is for this browser. */

import { requestApi } from "./api.js";
import { all } from "./dom.js";
import { registerServiceWorker } from "./kept-pages.js";
import { readToken } from "./token.js";

/** @typedef {import("./protocol").PushKind} PushKind */

/** Subscribes this browser when a box is pressed. @param {HTMLElement} part holds a box for each kind of notice */
export function setUpPushSettings(part) {
  const boxes = boxesOf(part);
  const answer = /** @type {HTMLElement} */ (part.querySelector(".answer"));
  part.addEventListener("change", async ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    const wanted = /** @type {PushKind[]} */ (boxes.filter((box) => box.checked).map((box) => box.value));
    answer.textContent = "";
    setDisabled(boxes, true);
    try {
      await (wanted.length ? subscribe(wanted) : unsubscribe());
      answer.textContent = answer.dataset.done ?? "";
    } catch (error) {
      const kinds = await readKinds().catch(() => null);
      if (kinds) checkBoxes(boxes, kinds);
      else box.checked = !box.checked;
      answer.textContent = answer.dataset.failed ?? "";
      console.info("No notices can be sent to this browser:", error);
    }
    setDisabled(boxes, false);
    // A disabled box has lost the focus.
    if (document.activeElement === document.body) box.focus();
  });
}

/**
 * Shows what this browser tells its player; nothing if it has no player or can tell nothing.
 * @param {HTMLElement} part holds a box for each kind of notice
 */
export async function showPushSettings(part) {
  const kinds = readToken() && canSubscribe() ? await readKinds().catch(() => null) : null;
  checkBoxes(boxesOf(part), kinds ?? []);
  part.hidden = kinds === null;
}

/**
 * Ends the notices on this browser before its player changes: the next one must not see them. No failure keeps a player
 * from signing out, and each of the two steps alone ends the notices.
 */
export async function endSubscription() {
  const own = await ownSubscription().catch(() => null);
  if (own) await Promise.allSettled([removeSubscription(own), own.unsubscribe()]);
}

/** Ties the notices on this browser to its new token: they end with the one that was sent when they were chosen. */
export async function renewSubscription() {
  const own = canSubscribe() ? await ownSubscription() : null;
  const kinds = own ? await readKinds() : [];
  if (own && kinds.length) await sendSubscription(own, kinds);
}

/** @param {HTMLElement} part */
function boxesOf(part) {
  return /** @type {HTMLInputElement[]} */ (all(part, "input"));
}

/** @param {HTMLInputElement[]} boxes @param {PushKind[]} kinds */
function checkBoxes(boxes, kinds) {
  for (const box of boxes) box.checked = kinds.includes(/** @type {PushKind} */ (box.value));
}

/** Disables the boxes while a change is under way, and enables them afterwards. @param {HTMLInputElement[]} boxes @param {boolean} disabled */
function setDisabled(boxes, disabled) {
  for (const box of boxes) box.disabled = disabled;
}

function canSubscribe() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** What this browser is told now. @returns {Promise<PushKind[]>} */
async function readKinds() {
  const own = await ownSubscription();
  if (!own) return [];
  const { subscriptions } = await readSettings();
  const id = await idOf(own.endpoint);
  return subscriptions.find((subscription) => subscription.id === id)?.kinds ?? [];
}

/** @param {PushKind[]} kinds */
async function subscribe(kinds) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not allowed");
  const { key } = await readSettings();
  await registerServiceWorker();
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await sendSubscription(await registration.pushManager.subscribe(options), kinds);
}

/** @param {PushSubscription} subscription @param {PushKind[]} kinds */
async function sendSubscription(subscription, kinds) {
  const { endpoint, keys } = subscription.toJSON();
  await requestApi("PUT", "/api/push", { endpoint, keys, kinds });
}

async function unsubscribe() {
  const own = await ownSubscription();
  if (!own) return;
  await removeSubscription(own);
  await own.unsubscribe();
}

/** Removes a subscription of this browser's player on the server. @param {PushSubscription} subscription */
async function removeSubscription({ endpoint }) {
  await requestApi("DELETE", `/api/push/${await idOf(endpoint)}`);
}

/** @returns {Promise<import("./protocol").PushSettings>} */
async function readSettings() {
  return requestApi("GET", "/api/push");
}

/** @returns {Promise<PushSubscription | null>} */
async function ownSubscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The id under which the server lists a subscription. @param {string} endpoint */
async function idOf(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").slice(0, 32);
}
