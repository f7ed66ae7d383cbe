// @ts-check
/** The socket of a page: its game and the visitor's other games share it. It is open while one of them uses it. */

import { SPECTATOR_RETRY_DELAY } from "./retry-delay.js";
import { ServerSocket } from "./socket.js";
import { readToken } from "./token.js";

export const pageSocket = new ServerSocket(readToken, SPECTATOR_RETRY_DELAY);
