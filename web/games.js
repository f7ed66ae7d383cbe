// @ts-check
/** Pages that list games: shows times in the visitor's language, and the visitor's private games. */

import { setUpBlockButton } from "./block-button.js";
import { fetchOwnPage } from "./own-page.js";
import { setUpReportForm } from "./report-form.js";
import { localiseTimes } from "./times.js";
import { readToken } from "./token.js";

localiseTimes(document.body);
if (readToken()) {
  showOwnGames();
  offerBlock();
  offerReport();
}

/** On the page of another player: offers to block the player. */
async function offerBlock() {
  const container = /** @type {HTMLElement | null} */ (document.querySelector("[data-block]"));
  if (!container) return;
  await setUpBlockButton(container).catch(() => {});
}

/** On the page of another player: offers to report the player. */
async function offerReport() {
  const container = /** @type {HTMLElement | null} */ (document.querySelector("[data-report]"));
  if (!container) return;
  await setUpReportForm(container).catch(() => {});
}

/** Shows the lists as the server draws them for this browser's player. */
async function showOwnGames() {
  const page = await fetchOwnPage(location.pathname + location.search).catch(() => null);
  const [shown, own] = [document, page].map((it) => it?.getElementById("search-results"));
  if (!shown || !own) return;
  localiseTimes(own);
  if (shown.innerHTML !== own.innerHTML) shown.replaceChildren(...own.childNodes);
}
