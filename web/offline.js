// @ts-check
/**
 * The games of this browser: begins them, and lists those that are kept.
 *
 * Tests and other scripts may rely on: `#local-game-form button[name=way]` begins a game; `#kept-games li[data-game]` is a kept game
 * with `[data-do="save"]`, `[data-do="give"]` and `[data-do="delete"]`, `#save-all` saves all records.
 */

import { byId } from "./dom.js";
import { setUpBeginForm } from "./offline/begin-form.js";
import { KeptList } from "./offline/kept-list.js";
import { showKeptState } from "./offline/kept-state.js";

setUpBeginForm(/** @type {HTMLFormElement} */ (byId("local-game-form")));
new KeptList(byId("kept-games")).start();
showKeptState(byId("kept-state"));
