import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const web = new URL("../../", import.meta.url);
const texts = JSON.parse(readFileSync(new URL("text/en.json", web), "utf8"));

test("every text that a module names is there", () => {
  const files = readdirSync(web, { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".js") && !name.startsWith("test/"))) {
    const source = readFileSync(new URL(file, web), "utf8");
    for (const [, key] of source.matchAll(
      /"((?:analysis|game|howto|lesson|offline|puzzles|site)\.[\w.:-]+)"/g,
    ))
      assert.ok(key in texts || `${key}.other` in texts, `${file}: ${key}`);
  }
});

test("the lessons of Azigo are right for a folded board, where a side has two rows", () => {
  const lessons = Object.entries(texts).filter(([key]) => key.startsWith("learn.azigo."));
  assert.notEqual(lessons.length, 0);
  for (const [key, text] of lessons)
    assert.doesNotMatch(text, /\brow (above|below)|\b(upper|lower) row|to the (left|right)/, key);
});
