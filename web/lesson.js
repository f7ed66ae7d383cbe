// @ts-check
/**
 * The lessons of a game: positions to act in, one after the other.
 *
 * Tests and other scripts may rely on: `#game[data-lesson]` is the name of the lesson, `data-verdict` is `solved`, `missed` or
 * `shown` once it is answered, `data-busy`: counters are moving; `#verdict` says how the answer is, `#hint`, `#show-answer`, `#try-again` and
 * `#next` are buttons, `#lessons a[data-lesson]` goes to a lesson, `#play-first-game` starts a game.
 */

import { byId } from "./dom.js";
import { setUpHowToPlay } from "./how-to-play.js";
import { keepPagesUnlessSavingData } from "./kept-pages.js";
import { LessonPage } from "./lesson/lesson-page.js";
import { whenLocalServerReady } from "./local-server/local-server.js";

setUpHowToPlay();
new LessonPage(byId("game")).start();
whenLocalServerReady(keepPagesUnlessSavingData);
