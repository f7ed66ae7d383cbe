// @ts-check
/**
 * The page of a game in this browser: as the page of a game at the server, without what only a server can do. The address
 * names the game: `/offline/{rules}?game={id}`.
 *
 * Tests and other scripts may rely on what `game.js` lists, and on `#hand-over` with `#take-device`: the player who is next takes the
 * device; `#save-record` saves the record, `#send-to-server` gives the game to the server.
 */

import { byId } from "./dom.js";
import { LOCAL_GAME_FIELD } from "./game/address.js";
import { GamePage } from "./game/page.js";
import { setUpHowToPlay } from "./how-to-play.js";
import { keepPagesUnlessSavingData } from "./kept-pages.js";
import { whenLocalServerReady } from "./local-server/local-server.js";
import { createLocalHost } from "./offline/local-host.js";

const root = byId("game");
const game = new URLSearchParams(location.search).get(LOCAL_GAME_FIELD) ?? "";
root.dataset.game = game;
setUpHowToPlay();
new GamePage(root, createLocalHost(game, root.dataset.rules ?? "")).start();
whenLocalServerReady(keepPagesUnlessSavingData);
