// @ts-check
/**
 * The analysis board: any position, on which both sides are played freely.
 *
 * Tests and other scripts may rely on: `#game[data-position]` is the first position in its notation, `data-ply`
 * the number of actions played from there, `data-busy`: counters are moving; `#line button[data-index]` goes to an
 * action, `#share` copies the link, `#ask-computer` asks for the best turns, which are `#candidates li button`,
 * `#edit-position` sets a position up and `#edit-done` begins with it.
 */

import { BoardPage } from "./analysis/board-page.js";
import { byId } from "./dom.js";
import { keepPagesUnlessSavingData } from "./kept-pages.js";
import { whenLocalServerReady } from "./local-server/local-server.js";

new BoardPage(byId("game")).start();
whenLocalServerReady(keepPagesUnlessSavingData);
