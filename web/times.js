// @ts-check
/** Times in the visitor's language and time zone. */

const DAY = 86_400_000;

/**
 * Units of relative times with their lengths in milliseconds, longest first.
 * @type {[Intl.RelativeTimeFormatUnit, number][]}
 */
const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Rewrites every `<time>` in a part of the page. @param {ParentNode} part */
export function localiseTimes(part) {
  const language = document.documentElement.lang;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const absolute = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const time of part.querySelectorAll("time")) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.title = absolute.format(at);
    time.textContent = formatAge(at, relative) ?? time.title;
  }
}

/**
 * How long ago a moment was; `null` if a day or longer.
 * @param {number} at @param {Intl.RelativeTimeFormat} relative
 */
function formatAge(at, relative) {
  const age = Date.now() - at;
  if (age >= DAY) return null;
  const [unit, length] = UNITS.find(([, length]) => age >= length) ?? ["second", Infinity];
  return relative.format(length === Infinity ? 0 : -Math.floor(age / length), unit);
}
