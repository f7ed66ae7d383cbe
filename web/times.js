// @ts-check
/** Times in the visitor's language and time zone. */

import { fillIn } from "./placeholders.js";

const DAY = 86_400_000;

/** How far a time is ahead that may come from a clock that differs, in milliseconds. */
const MAX_SKEW = 60_000;

/**
 * Units of relative times with their lengths in milliseconds, longest first.
 * @type {[Intl.RelativeTimeFormatUnit, number][]}
 */
const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** @type {[string, number][]} */
const WAIT_UNITS = [["day", DAY], ...UNITS];

/** Rewrites every `<time>` in a part of the page. @param {ParentNode} part */
export function localiseTimes(part) {
  const language = document.documentElement.lang;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const time of part.querySelectorAll("time")) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.title = formatTime(at);
    const { waits } = time.dataset;
    time.textContent = waits
      ? fillIn(waits, { time: formatWait(at) })
      : (formatAge(at, relative) ?? time.title);
  }
}

/** A time with its day. @param {number} at milliseconds since 1970-01-01 UTC */
export function formatTime(at) {
  const language = document.documentElement.lang;
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** How long somebody waits, in the longest unit of which it is at least one. @param {number} since */
function formatWait(since) {
  const wait = Math.max(0, Date.now() - since);
  const [unit, length] = WAIT_UNITS.find(([, length]) => wait >= length) ?? ["second", 1_000];
  const options = { style: /** @type {const} */ ("unit"), unit, unitDisplay: /** @type {const} */ ("long") };
  return new Intl.NumberFormat(document.documentElement.lang, options).format(Math.floor(wait / length));
}

/**
 * How long ago a moment was; `null` if a day or longer, or if it is still to come.
 * @param {number} at @param {Intl.RelativeTimeFormat} relative
 */
function formatAge(at, relative) {
  const age = Date.now() - at;
  if (age >= DAY || age < -MAX_SKEW) return null;
  const [unit, length] = UNITS.find(([, length]) => age >= length) ?? ["second", Infinity];
  return relative.format(length === Infinity ? 0 : -Math.floor(age / length), unit);
}
