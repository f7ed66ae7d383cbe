import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const web = new URL("../../", import.meta.url);
const texts = JSON.parse(readFileSync(new URL("text/en.json", web), "utf8"));

test("every text that a module names is there", () => {
  for (const file of readdirSync(web).filter((name) => name.endsWith(".js"))) {
    const source = readFileSync(new URL(file, web), "utf8");
    for (const [, key] of source.matchAll(/\bsay\(\s*"([\w.:-]+)"/g))
      assert.ok(key in texts, `${file}: ${key}`);
    for (const [, key] of source.matchAll(/\bmany\(\s*"([\w.:-]+)"/g))
      assert.ok(`${key}.other` in texts, `${file}: ${key}`);
  }
});
