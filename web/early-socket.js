// @ts-check
/**
 * Opens the connection of a page while its script is on the way: on a slow line that takes seconds. `socket.js` takes it
 * over. A server that hears nothing for 10 seconds closes it; then `socket.js` opens another one.
 */

/** @type {any} */ (globalThis).earlySocket = new WebSocket(
  new URL("/ws", location.href.replace(/^http/, "ws")),
);
