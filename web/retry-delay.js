// @ts-check
/** How long the page waits before it connects again, or sends a request again. */

/**
 * Both in milliseconds. The first delay is at most `first`; each failure doubles it, up to `longest`.
 * @typedef {{ first: number, longest: number }} RetryDelay
 */

/** The delays of a page on which the visitor plays. @type {RetryDelay} */
export const PLAYER_RETRY_DELAY = { first: 600, longest: 15_000 };

/** The delays of a page that only watches: players come back first. @type {RetryDelay} */
export const SPECTATOR_RETRY_DELAY = { first: 5_000, longest: 60_000 };

/** The least part of a delay that is waited for. */
const LEAST_PART = 1 / 6;

/**
 * A random delay in milliseconds: a server that was killed cannot tell its pages when to come back, and they
 * must not all come at the same moment.
 * @param {RetryDelay} delay @param {number} failures how many there were before this one
 */
export function randomRetryDelay({ first, longest }, failures) {
  const most = Math.min(longest, first * 2 ** failures);
  return most * (LEAST_PART + (1 - LEAST_PART) * Math.random());
}
