// @ts-check
/** The page of a tournament: follows it, enters and withdraws the visitor, and leads to the visitor's game. */

import { ensureToken, explainRefusal, requestApi } from "./api.js";
import { all, byId } from "./dom.js";
import { fetchOwnPage } from "./own-page.js";
import { SPECTATOR_RETRY_DELAY, randomRetryDelay } from "./retry-delay.js";
import { localiseTimes } from "./times.js";
import { readToken } from "./token.js";

/** @typedef {import("./protocol").CurrentPlayer} CurrentPlayer */

const page = byId("tournament");
const id = page.dataset.tournament;
const entry = byId("entry");
const ownGame = byId("own-game");
const problem = /** @type {HTMLElement} */ (page.querySelector("[role=alert]"));

/** The visitor's name; empty for a visitor without a player. */
let name = "";

/** How often the page was requested again. */
let refreshes = 0;

showOwnEntry();
localiseTimes(page);
for (const action of all(entry, "[data-action]")) {
  action.addEventListener("click", () => changeEntry(action.dataset.action === "enter" ? "PUT" : "DELETE"));
}
followChanges(0);

/**
 * Takes over the page at each change. The browser opens a stream that has ended again, but not one that was refused, for
 * example by a proxy while the server restarts.
 * @param {number} failures how often the stream was refused one after another
 */
function followChanges(failures) {
  const stream = new EventSource(`/api/tournaments/${id}/stream`);
  stream.addEventListener("open", () => (failures = 0));
  stream.addEventListener("message", refresh);
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    setTimeout(() => followChanges(failures + 1), randomRetryDelay(SPECTATOR_RETRY_DELAY, failures));
  });
}

async function showOwnEntry() {
  await readName();
  showOwn();
}

async function readName() {
  if (!readToken()) return;
  /** @type {CurrentPlayer | null} */
  const player = await requestApi("GET", "/api/players/me").catch(() => null);
  name = player?.name ?? "";
}

/** @param {"PUT" | "DELETE"} method */
async function changeEntry(method) {
  problem.textContent = "";
  try {
    await ensureToken();
    await requestApi(method, `/api/tournaments/${id}/entry`);
    if (!name) await readName();
    await refresh();
  } catch (error) {
    problem.textContent = explainRefusal(error, problem);
  }
}

/** Takes over the page as the server draws it now, unless a later request was sent meanwhile. */
async function refresh() {
  const number = ++refreshes;
  const fresh = (await fetchOwnPage(location.pathname).catch(() => null))?.getElementById("tournament");
  if (!fresh || number !== refreshes) return;
  for (const part of ["#tournament-view", '[data-part="facts"]']) {
    const present = page.querySelector(part);
    const next = fresh.querySelector(part);
    if (present && next && present.outerHTML !== next.outerHTML) present.replaceWith(next);
  }
  localiseTimes(page);
  showOwn();
}

/** Shows what the visitor can do: enter, withdraw, or go to the game that it is playing. */
function showOwn() {
  const { state, format } = byId("tournament-view").dataset;
  const mine = (/** @type {HTMLElement} */ it) => [it.dataset.south, it.dataset.north].includes(name);
  const row = all(page, "[data-player]").find((it) => it.dataset.player === name);
  const isIn = row !== undefined && !row.querySelector(".state");
  // An arena is entered at any time; who has withdrawn from it or from a Swiss tournament comes back.
  const canComeBack = format === "arena" || (format === "swiss" && row !== undefined);
  const isOpen = state === "open" || (state === "running" && canComeBack);
  const playing = all(page, "[data-playing]").find(mine)?.querySelector("a");
  for (const action of all(entry, "[data-action]")) {
    action.hidden = (action.dataset.action === "enter") === isIn || (!isIn && !isOpen);
  }
  entry.hidden =
    !all(entry, "[data-action]").some(({ hidden }) => !hidden) || (state !== "open" && state !== "running");
  ownGame.hidden = !playing;
  if (playing) ownGame.querySelector("a")?.setAttribute("href", playing.getAttribute("href") ?? "");
}
