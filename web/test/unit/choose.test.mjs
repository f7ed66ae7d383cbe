// Which browser tests are run for a change, and that what they say they are about exists.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { choose, partsOf } from "../choose.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BROWSER = join(ROOT, "web/test/browser");

const names = Array.from({ length: 30 }, (_, number) => `test-${number}`);
const tests = { ...Object.fromEntries(names.map((name) => [name, [`web/${name}.`]])), whole: null };

test("the tests of the parts that changed are run, and those of everything", () => {
  const chosen = choose(tests, ["web/test-7.js", "web/test-9.css", "README.md"], "a commit");
  for (const name of ["test-7", "test-9", "whole"]) assert.ok(chosen.includes(name), name);
  assert.equal(chosen.length, 11);
  const changed = names.map((name) => `web/${name}.js`);
  assert.deepEqual(choose(tests, changed, "a commit"), Object.keys(tests).toSorted());
});

test("every test is run after some commits", () => {
  const seen = new Set();
  for (let commit = 0; commit < 30; commit++) {
    const chosen = choose(tests, [], `commit ${commit}`);
    assert.equal(chosen.length, 11);
    for (const name of chosen) seen.add(name);
  }
  assert.equal(seen.size, Object.keys(tests).length);
});

test("the parts of each browser test exist", () => {
  for (const name of readdirSync(BROWSER).filter((name) => name.endsWith(".test.mjs"))) {
    for (const part of partsOf(readFileSync(join(BROWSER, name), "utf8")) ?? []) {
      const folder = join(ROOT, dirname(part));
      const start = part.slice(part.lastIndexOf("/") + 1);
      const exists = existsSync(folder) && readdirSync(folder).some((entry) => entry.startsWith(start));
      assert.ok(exists, `${name}: ${part}`);
    }
  }
});
