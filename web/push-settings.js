// @ts-check
/** The settings for notices while the site is closed, on the visitor's own page. Each is for this browser. */

import { requestApi } from "./api.js";
import { all } from "./dom.js";

/** @typedef {import("./protocol").PushKind} PushKind */

/** @param {HTMLElement} part holds a box for each kind of notice */
export async function setUpPushSettings(part) {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  const boxes = /** @type {HTMLInputElement[]} */ (all(part, "input"));
  const answer = /** @type {HTMLElement} */ (part.querySelector(".answer"));
  const kinds = await readKinds().catch(() => null);
  if (!kinds) return;
  for (const box of boxes) box.checked = kinds.includes(/** @type {PushKind} */ (box.value));
  part.hidden = false;
  part.addEventListener("change", async () => {
    const wanted = /** @type {PushKind[]} */ (boxes.filter((box) => box.checked).map((box) => box.value));
    answer.textContent = "";
    try {
      await (wanted.length ? subscribe(wanted) : unsubscribe());
      answer.textContent = answer.dataset.done ?? "";
    } catch (error) {
      for (const box of boxes) box.checked = false;
      answer.textContent = answer.dataset.failed ?? "";
      console.info("No notices can be sent to this browser:", error);
    }
  });
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
  await navigator.serviceWorker.register("/static/service-worker.js");
  const registration = await readyRegistration();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON();
  await requestApi("PUT", "/api/push", { endpoint, keys, kinds });
}

async function unsubscribe() {
  const own = await ownSubscription();
  if (!own) return;
  await requestApi("DELETE", `/api/push/${await idOf(own.endpoint)}`);
  await own.unsubscribe();
}

/** @returns {Promise<import("./protocol").PushSettings>} */
async function readSettings() {
  return requestApi("GET", "/api/push");
}

/** @returns {Promise<PushSubscription | null>} */
async function ownSubscription() {
  const registration = await navigator.serviceWorker.getRegistration("/static/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The registration whose worker runs: `ready` would wait for one that controls this page. */
async function readyRegistration() {
  for (;;) {
    const registration = await navigator.serviceWorker.getRegistration("/static/");
    if (registration?.active) return registration;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The id under which the server lists a subscription. @param {string} endpoint */
async function idOf(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("").slice(0, 32);
}
