// Which features the stated browsers have: `browserslist` in `package.json` names these browsers, and MDN's browser
// compatibility data says what each version supports.

import data from "@mdn/browser-compat-data" with { type: "json" };
import browserslist from "browserslist";
import { readFileSync } from "node:fs";

const settings = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** The name and the version of each stated browser. */
const BROWSERS = browserslist(settings.browserslist).map((browser) => browser.split(" "));

/** The data of features of styles. */
export const styleFeatures = data.css;

/** Whether a stated browser lacks a feature. What the data does not know is taken for granted. */
export function isLacking(feature) {
  const support = feature?.__compat?.support;
  return (
    support !== undefined && !BROWSERS.every(([browser, version]) => hasSince(support[browser], version))
  );
}

/** The names of interfaces, functions, methods and properties of the web that a stated browser has nowhere. */
export function lackingWebNames() {
  const named = [...featuresIn(data.api), ...featuresIn(data.javascript.builtins)];
  const present = new Set(named.filter(([, feature]) => !isLacking(feature)).map(([name]) => name));
  const names = [...featuresIn(data.api)].map(([name]) => name);
  return new Set(names.filter((name) => !present.has(name)));
}

/** The globals of scripts that a stated browser lacks, and the members that it lacks of those that it has: `[name, member]`. */
export function lackingMembers() {
  const globals = Object.entries({ ...data.api, ...data.javascript.builtins });
  return globals.flatMap(([name, node]) => {
    if (isLacking(node)) return [[name]];
    const members = Object.entries(node).filter(([, feature]) => isLacking(feature));
    return members.map(([member]) => [name, member.replace(/_static$/, "")]);
  });
}

/** The names of all features below a node of the data, and the features. */
export function* featuresIn(node) {
  for (const [name, child] of Object.entries(node)) {
    if (name.startsWith("__")) continue;
    if (child.__compat) yield [name.replace(/_static$|_event$/, ""), child];
    yield* featuresIn(child);
  }
}

function hasSince(ranges, version) {
  return [ranges ?? []].flat().some(({ version_added: added, version_removed, prefix, flags, ...other }) => {
    const isOwn = !prefix && !flags && !other.alternative_name;
    const isLater = version_removed && isAtMost(version_removed, version);
    return isOwn && !isLater && typeof added === "string" && isAtMost(added.replace("≤", ""), version);
  });
}

function isAtMost(version, limit) {
  const [major, minor = 0] = version.split(".").map(Number);
  const [majorLimit, minorLimit = 0] = limit.split(".").map(Number);
  return major < majorLimit || (major === majorLimit && minor <= minorLimit);
}
