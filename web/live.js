// @ts-check
/** The wall of live games: up to nine boards, each followed by the rematch of its game. */

import { byId } from "./dom.js";
import { LiveWall } from "./live/wall.js";

new LiveWall(byId("wall")).start();
