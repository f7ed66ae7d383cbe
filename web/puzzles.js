// @ts-check
/**
 * The puzzles of a game: positions with one best turn. Or those of one finished game: the turns in which its players missed it.
 *
 * Tests and other scripts may rely on: `#game[data-puzzle]` is the number of the puzzle, from 1 on, `data-verdict` is `solved`,
 * `missed` or `shown` once it is answered, `data-busy`: counters are moving; `#verdict` says how the answer is, `#hint`, `#show-answer`,
 * `#try-again` and `#next` are buttons, `#lessons a` goes to a puzzle.
 */

import { byId } from "./dom.js";
import { setUpHowToPlay } from "./how-to-play.js";
import { keepPagesUnlessSavingData } from "./kept-pages.js";
import { whenLocalServerReady } from "./local-server/local-server.js";
import { PuzzlePage } from "./puzzles/puzzle-page.js";

setUpHowToPlay();
new PuzzlePage(byId("game")).start();
whenLocalServerReady(keepPagesUnlessSavingData);
