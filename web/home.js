// @ts-check
/** The first page: starts and joins games, follows the live ones, and keeps the lists up to date. */

import { startForm } from "./home/start-form.js";
import { joinBy } from "./home/join-links.js";
import { keepFresh } from "./home/fresh-lists.js";
import { followBoards } from "./home/live-boards.js";
import { localise } from "./times.js";

const home = /** @type {HTMLElement} */ (document.getElementById("home"));

startForm(/** @type {HTMLFormElement} */ (document.getElementById("create")));
const lists = keepFresh(home, () => {
  localise(home);
  boards.look();
});
const boards = followBoards(home, lists.refresh);
joinBy(home, lists.refresh);
localise(home);
boards.look();
lists.begin();
