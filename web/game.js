// @ts-check
/**
 * The page of one game: play, watch, replay. The server draws it, and this module makes it live.
 *
 * Tests and other scripts may rely on:
 * - `#game[data-game][data-rules]`; `data-state` is `open`, `arranging`, `playing` or `finished`; `data-role`
 *   is `south`, `north` or `spectator`;
 * - `data-seq` and `data-ply` of `#game`: the event and the ply that the board shows at rest; `data-busy`:
 *   counters are moving; `data-live`: all of the past is known and events come as they happen; `data-head`:
 *   the newest event;
 * - `.hole[data-hole] .count` and `.store[data-store] .count`: the counts on the board; `.playable`: the hole can
 *   be sown;
 * - `.holes button[data-hole]` sows a hole; `#action-choice button[data-action]` plays an action;
 *   `#arrays button[data-array]` picks an array, and `[data-sealed]` is there after that;
 *   `#offers button[data-do]` answers and claims; `#offer-a-draw`, `#offer-a-takeback`, `#offer-a-rematch`
 *   offer; `#resign` resigns; `#seat-buttons button` takes the free seat; `#withdraw` withdraws an open game;
 * - `#steps [data-step]` steps, `#replay-turn` replays the turn or ends its animation, `#back-to-live` returns to the newest board, `#new-turns` says
 *   that there is one; `#turns a[data-ply]` are the turns;
 * - `#analyse` asks for the analysis, `.value-graph` is its graph, `#turns .mark` are its marks, `#show-best` shows the best
 *   line, `#leave-variation` returns from it; `#effects` says what the hole under the pointer would do;
 * - `#play` plays a finished game and pauses, `#pace` is its pace, `#scrubber` shows any action, `.chapters` any lap of the
 *   shown turn, `#lap-back` and `#lap-on` step through them; `#last-action` says what the shown action or lap did;
 * - `.book button` plays an action of the position book; `#copy-link`, `#picture`, `#show-picture`, `#record` and
 *   `#embed-code` share the game; `#unread-badge` leads to new lines, `#mute-south` and `#mute-north` hide a player's lines;
 * - `#announcements` is the live region, `#state` says how the game stands, `#connection-notice.not-live` is the banner while the
 *   page is not live, `#refusal` says why something was refused, `#settings select#speed` is the speed.
 */

import { byId } from "./dom.js";
import { GamePage } from "./game/page.js";
import { createServerHost } from "./game/server-host.js";
import { setUpHowToPlay } from "./how-to-play.js";

setUpHowToPlay();
const root = byId("game");
new GamePage(root, createServerHost(root.dataset.game ?? "")).start();
