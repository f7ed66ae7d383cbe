// @ts-check
/**
 * Keeps the lists of a page up to date: asks now and then for the page anew, and takes over what has changed of the
 * parts with `data-part`, item by item (`data-key`). What has the focus stays.
 */

import { forget, token } from "../player.js";

/** How long to wait between two looks, in milliseconds. */
const PAUSE = 10_000;

/** How many boards there are room for below the first one. */
const BOARDS = 3;

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
  if (response.status === 401) forget(bearer);
  if (response.status !== 200) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.getElementById("home");
}

/** @param {HTMLElement} home @param {HTMLElement} page */
function takeOver(home, page) {
  for (const name of ["yours", "open", "results"]) {
    const list = part(home, name);
    if (list) merge(list, items(part(page, name)));
  }
  boards(home, page);
}

/**
 * A board that may be looked at stays until its game is over; others come where there is room.
 * @param {HTMLElement} home @param {HTMLElement} page
 */
function boards(home, page) {
  const [showcase, live] = [part(home, "showcase"), part(home, "live")];
  if (!showcase || !live) return;
  const fresh = [...page.querySelectorAll("[data-live]")].map(asItem);
  if (!showcase.querySelector("[data-live]")) merge(showcase, items(part(page, "showcase")));
  const shown = [...showcase.querySelectorAll("[data-live]")].map(asItem);
  const stay = items(live).filter((item) => item.dataset.live !== undefined && !shown.some(like(item)));
  const come = fresh.filter((item) => ![...shown, ...stay].some(like(item)));
  merge(live, [...stay, ...come].slice(0, BOARDS));
}

/** Makes a list hold these; items that it holds already stay what they are. @param {Element} list @param {HTMLElement[]} wanted */
function merge(list, wanted) {
  for (const item of items(list)) {
    if (!wanted.some(like(item)) && !item.contains(document.activeElement)) item.remove();
  }
  let place = list.firstElementChild;
  for (const item of wanted) {
    const here = items(list).find(like(item));
    if (here && here === place) {
      place = here.nextElementSibling;
    } else {
      list.insertBefore(here ?? document.adoptNode(item), place);
    }
  }
}

/** @param {ParentNode} page @param {string} name */
function part(page, name) {
  return page.querySelector(`[data-part="${name}"]`);
}

/** @param {Element | null} list */
function items(list) {
  return [...(list?.children ?? [])].map(asItem);
}

/** @param {Element} element */
function asItem(element) {
  return /** @type {HTMLElement} */ (element);
}

/** Whether another item tells the same. @param {HTMLElement} item */
function like(item) {
  return (/** @type {HTMLElement} */ other) => other.dataset.key === item.dataset.key;
}
