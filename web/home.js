// @ts-check
/** The first page: creates and joins games, shows live ones, and keeps its lists up to date. */

import { byId } from "./dom.js";
import { ListRefresher } from "./home/fresh-lists.js";
import { joinOnClick } from "./home/join-links.js";
import { setUpStartForm } from "./home/start-form.js";
import { LiveBoards } from "./live/live-boards.js";
import { localiseTimes } from "./times.js";

/** How long the last position of a finished game stays on the page, in milliseconds. */
const FINISHED_BOARD_DELAY = 4_000;

/** The time between two updates of how long players have waited, in milliseconds. */
const WAIT_REFRESH_INTERVAL = 15_000;

const home = byId("home");
const lists = new ListRefresher(home, showChanges);
const boards = new LiveBoards(home, { ended });

setUpStartForm(/** @type {HTMLFormElement} */ (byId("create")));
joinOnClick(home, () => lists.refresh());
showChanges();
lists.start();
setInterval(() => localiseTimes(home), WAIT_REFRESH_INTERVAL);

function showChanges() {
  localiseTimes(home);
  boards.update();
}

/** @param {string} game */
function ended(game) {
  home.querySelector(`[data-live][data-game="${game}"]`)?.removeAttribute("data-live");
  setTimeout(() => lists.refresh(), FINISHED_BOARD_DELAY);
}
