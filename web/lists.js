// @ts-check
/**
 * Keeps the lists of a page up to date: asks now and then for the page anew, and takes over what has changed of the
 * parts with `data-part`, item by item (`data-key`). What has the focus stays.
 */

import { forget, token } from "./player.js";

/** How long to wait between two looks, in milliseconds. */
const PAUSE = 10_000;

/**
 * @param {HTMLElement} home what carries `data-known`, the lists that it shows
 * @param {() => void} changed what to do when something was taken over
 */
export function keepFresh(home, changed) {
  /** @type {number | undefined} */
  let timer;
  let known = "";

  async function refresh() {
    clearTimeout(timer);
    if (document.visibilityState === "visible" && navigator.onLine) {
      const page = await ask(known).catch(() => null);
      if (page) {
        known = page.dataset.known ?? "";
        takeOver(home, page);
        changed();
      }
    }
    schedule();
  }

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE * (0.75 + Math.random() / 2));
  }

  return {
    /** Looks now. */
    refresh,
    /** Looks from now on: at once, if this browser has a player, whose games the page does not know yet. */
    async begin() {
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") refresh();
      });
      if (await token(false)) return refresh();
      known = home.dataset.known ?? "";
      schedule();
    },
  };
}

/** The page as it is now; null where it is still the same. @param {string} known */
async function ask(known) {
  const bearer = await token(false);
  /** @type {Record<string, string>} */
  const headers = { accept: "text/html" };
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  const response = await fetch(`/?known=${known}`, { headers, cache: "no-store" });
  // The token is of another server.
  if (response.status === 401) forget();
  if (response.status !== 200) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("home");
}

/** @param {HTMLElement} home @param {HTMLElement} page */
function takeOver(home, page) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll("[data-part]"))) {
    const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh) merge(part, fresh);
  }
}

/** Makes one list like the other; items that are in both stay what they are. @param {Element} list @param {Element} fresh */
function merge(list, fresh) {
  const wanted = items(fresh);
  const keys = new Set(wanted.map(key));
  for (const item of items(list)) {
    if (!keys.has(key(item)) && !item.contains(document.activeElement)) item.remove();
  }
  let place = list.firstElementChild;
  for (const item of wanted) {
    const here = items(list).find((old) => key(old) === key(item));
    if (here && here === place) {
      place = here.nextElementSibling;
    } else {
      list.insertBefore(here ?? document.adoptNode(item), place);
    }
  }
}

/** @param {Element} list */
function items(list) {
  return /** @type {HTMLElement[]} */ ([...list.children]);
}

/** @param {HTMLElement} item */
function key(item) {
  return item.dataset.key;
}
