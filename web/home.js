// @ts-check
/** The first page: creates and joins games, shows live ones, and keeps its lists up to date. */

import { byId } from "./dom.js";
import { ListRefresher } from "./home/fresh-lists.js";
import { joinOnClick } from "./home/join-links.js";
import { LiveBoards } from "./home/live-boards.js";
import { setUpStartForm } from "./home/start-form.js";
import { localiseTimes } from "./times.js";

const home = byId("home");
const lists = new ListRefresher(home, showChanges);
const boards = new LiveBoards(home, () => lists.refresh());

setUpStartForm(/** @type {HTMLFormElement} */ (byId("create")));
joinOnClick(home, () => lists.refresh());
showChanges();
lists.start();

function showChanges() {
  localiseTimes(home);
  boards.update();
}
