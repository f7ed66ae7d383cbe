// Chooses the browser tests of one change: `node choose.mjs COMMIT < CHANGED_FILES` prints their files.
//
// A file of tests names what it is about in a line "// Parts: web/game/clocks.js, pages/src/listing.rs" at its head: the
// beginnings of paths. Chosen are the files whose parts have changed, those without such a line, and others in turn: the commit
// decides which, so that each file is run again after a few commits.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = new URL("browser/", import.meta.url);

/** The share of all files that is run for every change. */
const SHARE = 1 / 3;

/** The beginnings of paths that a file of tests is about: null if it is about everything. */
export function partsOf(text) {
  return text.match(/^\/\/ Parts: (.*)$/m)?.[1].split(", ") ?? null;
}

/**
 * The files to run, in alphabetical order.
 * @param {Record<string, string[] | null>} tests the parts of each file
 * @param {string[]} changed paths
 * @param {string} commit
 */
export function choose(tests, changed, commit) {
  const isNeeded = (parts) => !parts || parts.some((part) => changed.some((path) => path.startsWith(part)));
  const rank = (name) => createHash("sha256").update(`${commit} ${name}`).digest("hex");
  const names = Object.keys(tests).toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  const needed = names.filter((name) => isNeeded(tests[name]));
  const others = names.filter((name) => !isNeeded(tests[name]));
  const spare = Math.max(0, Math.ceil(names.length * SHARE) - needed.length);
  return [...needed, ...others.slice(0, spare)].toSorted();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".test.mjs"));
  const tests = Object.fromEntries(
    files.map((name) => [`browser/${name}`, partsOf(readFileSync(new URL(name, FOLDER), "utf8"))]),
  );
  const changed = readFileSync(0, "utf8").split("\n").filter(Boolean);
  console.log(choose(tests, changed, process.argv[2]).join("\n"));
}
