// @ts-check
/** The first page: starts and joins games, follows the live ones, and keeps the lists up to date. */

import { startForm } from "./create.js";
import { joinBy } from "./join.js";
import { keepFresh } from "./lists.js";
import { followBoards } from "./live.js";
import { localise } from "./when.js";

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
