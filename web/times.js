// @ts-check
/** Times in the visitor's own manner. */

const DAY = 86_400_000;

/** Larger than any other unit is a date. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Tells every time in a part of the page. @param {ParentNode} part */
export function localise(part) {
  const language = document.documentElement.lang;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const absolute = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const time of part.querySelectorAll("time")) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.title = absolute.format(at);
    time.textContent = ago(at, relative) ?? time.title;
  }
}

/** How long ago, if that was within a day. @param {number} at @param {Intl.RelativeTimeFormat} relative */
function ago(at, relative) {
  const past = Date.now() - at;
  if (past >= DAY) return null;
  const [unit, size] = UNITS.find(([, size]) => past >= size) ?? ["second", Infinity];
  return relative.format(size === Infinity ? 0 : -Math.floor(past / size), unit);
}
