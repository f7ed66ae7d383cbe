// @ts-check
/** The socket over which a page hears of games that it does not show. It is open while a module listens to it. */

import { SPECTATOR_RETRY_DELAY } from "./retry-delay.js";
import { ServerSocket } from "./socket.js";
import { readToken } from "./token.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {(message: ServerMessage) => void} Listener */

/** @type {Set<Listener>} */
const listeners = new Set();

const socket = new ServerSocket({ token: readToken, received: receive }, SPECTATOR_RETRY_DELAY);

/**
 * Calls a listener with each message, until `stopListening`. After every `welcome` it has to ask again for what it
 * wants to hear. @param {Listener} listener
 */
export function listen(listener) {
  listeners.add(listener);
  socket.connect();
}

/** @param {Listener} listener */
export function stopListening(listener) {
  listeners.delete(listener);
  if (!listeners.size) socket.close();
}

/** Sends a message, unless the server has still to answer our `hello`. @param {import("./protocol").ClientMessage} message */
export function sendIfWelcome(message) {
  if (socket.isWelcome) socket.send(message);
}

/** @param {ServerMessage} message */
function receive(message) {
  socket.resetRetryDelay();
  for (const listener of [...listeners]) listener(message);
}
