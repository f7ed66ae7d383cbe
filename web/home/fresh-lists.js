// @ts-check
/**
 * Keeps the lists of the first page up to date. It fetches the page again and again, and takes over the
 * changed items (`data-key`) of its parts (`data-part`). The element with the focus stays.
 */

import { all } from "../dom.js";
import { fetchOwnPage } from "../own-page.js";
import { readToken } from "../token.js";

/** The average time between two fetches, in milliseconds. */
const REFRESH_INTERVAL = 10_000;

/** The number of boards below the first one. */
const MAX_LIVE_BOARDS = 3;

export class ListRefresher {
  /** @type {number | undefined} */
  _timer = undefined;
  /** The version of the lists on the page, as the server names it. */
  _version = "";

  /** @param {HTMLElement} home @param {() => void} changed called after items were taken over */
  constructor(home, changed) {
    this.home = home;
    this.changed = changed;
  }

  /**
   * Starts to refresh: at once if this browser has a player, because the server draws the page without the
   * player's games.
   */
  start() {
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.refresh();
    });
    if (readToken()) return this.refresh();
    this._version = this.home.dataset.known ?? "";
    this._schedule();
  }

  /** Fetches the page now. */
  async refresh() {
    clearTimeout(this._timer);
    if (document.visibilityState === "visible" && navigator.onLine) {
      const page = await fetchHome(this._version).catch(() => null);
      if (page) {
        this._version = page.dataset.known ?? "";
        mergeLists(this.home, page);
        this.changed();
      }
    }
    this._schedule();
  }

  _schedule() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.refresh(), REFRESH_INTERVAL * (0.75 + Math.random() / 2));
  }
}

/** Fetches the lists; `null` if they have not changed. @param {string} version */
async function fetchHome(version) {
  return (await fetchOwnPage(`/?known=${version}`))?.getElementById("home");
}

/** @param {HTMLElement} home @param {HTMLElement} page the lists as they are now */
function mergeLists(home, page) {
  for (const name of ["yours", "also-live", "open", "results"]) {
    const list = findPart(home, name);
    if (list) mergeItems(list, itemsOf(findPart(page, name)));
  }
  mergeBoards(home, page);
}

/**
 * Keeps each board until its game is over, and adds new ones while there is room.
 * @param {HTMLElement} home @param {HTMLElement} page
 */
function mergeBoards(home, page) {
  const showcase = findPart(home, "showcase");
  const live = findPart(home, "live");
  if (!showcase || !live) return;
  if (!showcase.querySelector("[data-live]")) mergeItems(showcase, itemsOf(findPart(page, "showcase")));
  const shown = all(showcase, "[data-live]");
  const kept = itemsOf(live).filter((item) => item.dataset.live !== undefined && !shown.some(isLike(item)));
  const added = all(page, "[data-live]").filter((item) => ![...shown, ...kept].some(isLike(item)));
  mergeItems(live, [...kept, ...added].slice(0, MAX_LIVE_BOARDS));
  const boards = new Set(all(home, "[data-live]").map(({ dataset }) => dataset.game));
  for (const line of itemsOf(findPart(home, "also-live"))) line.hidden = boards.has(line.dataset.game);
  for (const section of all(home, "section")) hideIfEmpty(section);
}

/** Hides a list with its heading while it shows nothing. @param {HTMLElement} section */
function hideIfEmpty(section) {
  const items = itemsOf(section.querySelector("[data-part]"));
  section.hidden = !items.some((item) => !item.hidden && item.dataset.key !== "more");
}

/**
 * Makes a list hold these items. Items that it already holds stay as they are.
 * @param {Element} list @param {HTMLElement[]} wanted
 */
function mergeItems(list, wanted) {
  for (const item of itemsOf(list)) {
    if (!wanted.some(isLike(item)) && !item.contains(document.activeElement)) item.remove();
  }
  let next = list.firstElementChild;
  for (const item of wanted) {
    const present = itemsOf(list).find(isLike(item));
    if (present && present === next) next = present.nextElementSibling;
    else list.insertBefore(present ?? document.adoptNode(item), next);
  }
}

/** @param {ParentNode} page @param {string} name */
function findPart(page, name) {
  return page.querySelector(`[data-part="${name}"]`);
}

/** @param {Element | null} list */
function itemsOf(list) {
  return all(list, ":scope > *");
}

/** A test for items that stand for the same thing. @param {HTMLElement} item */
function isLike(item) {
  return (/** @type {HTMLElement} */ other) => other.dataset.key === item.dataset.key;
}
