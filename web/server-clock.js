// @ts-check
/** The server's clock, as the last answer of the HTTP API shows it. The clock of the visitor's machine may be wrong. */

/** A `Date` header has whole seconds: on average, half a second is left out. */
const LEFT_OUT = 500;

/** The server's clock minus ours, in milliseconds. */
let offset = 0;

/** Reads the server's clock from an answer, unless the browser may have kept that. @param {Response} response */
export function noteServerTime({ headers }) {
  if (!/no-(cache|store)/.test(headers.get("cache-control") ?? "")) return;
  const time = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(time)) offset = time + LEFT_OUT - Date.now();
}

/** The server's time in milliseconds since 1970, to about a second; our own before the first answer. */
export function serverNow() {
  return Date.now() + offset;
}
