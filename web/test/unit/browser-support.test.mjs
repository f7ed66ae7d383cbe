// The page's styles and modules use nothing that the oldest stated browsers lack.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { lackingInScripts } from "../support/script-check.mjs";
import { lackingInStyle } from "../support/style-check.mjs";

const web = new URL("../../", import.meta.url);

/** What a page can do without: a browser that lacks it shows or does the same in its own way. */
const DISPENSABLE_STYLES = [
  ":focus-visible", // The browser draws its own ring around what has the focus.
  "accent-color", // Sliders have the browser's own colour.
  "color-scheme", // Scroll bars and fields stay light.
  "color-scheme: light",
  "color-scheme: dark",
  "text-wrap", // Lines break where they are full.
  "text-wrap: balance",
  "text-wrap: pretty",
  "-webkit-tap-highlight-color", // A pressed hole flashes.
  "font-family: system-ui", // The next font of the list is taken.
  "font-family: ui-monospace",
  "(scripting)", // The arrays are drawn a moment later than the rest of the page.
];

/** What modules look for before they use it. */
const TESTED_NAMES = {
  "how-to-play.js": ["showModal"], // Without dialogs the links lead to the rules.
  "kept-pages.js": ["saveData", "effectiveType"], // Without them nobody is known to save data.
  "local-server/worker.js": ["memory"], // A name in the WebAssembly module, not in the browser.
  "offline/database.js": ["databases"], // Only Safari needs it, and has it.
  "push-settings.js": ["pushManager", "getSubscription"], // Without push messages the settings are hidden.
  "service-worker.js": ["notification"], // Only a browser with push messages has notices to open.
  "service-worker/notices.js": ["showNotification"], // Only a browser with push messages runs it.
};

function filesOf(kind) {
  const files = readdirSync(web, { recursive: true }).filter((name) => !name.startsWith("test/"));
  return new Map(
    files
      .filter((name) => name.endsWith(kind))
      .map((name) => [name, readFileSync(new URL(name, web), "utf8")]),
  );
}

test("the styles use nothing that a stated browser lacks", () => {
  const styles = filesOf(".css");
  assert.ok(styles.has("board.css"));
  for (const [name, text] of styles) {
    const lacking = lackingInStyle(text);
    const needed = lacking.filter((use) => !DISPENSABLE_STYLES.includes(use.replace(/^\d+: /, "")));
    assert.deepEqual(needed, [], name);
  }
});

test("the modules use nothing that a stated browser lacks", () => {
  const modules = filesOf(".js");
  assert.ok(modules.has("game/page.js"));
  const protocol = readFileSync(new URL("protocol.d.ts", web), "utf8");
  const fields = [...protocol.matchAll(/^\s*(\w+)\??:/gm)].map(([, field]) => field);
  const isTested = (use) => TESTED_NAMES[use.split(":")[0]]?.includes(use.split(": ")[1]);
  assert.deepEqual(
    lackingInScripts(modules, fields).filter((use) => !isTested(use)),
    [],
  );
});

test("private members are used by their own class only", () => {
  for (const [name, text] of filesOf(".js"))
    assert.deepEqual(text.match(/(?<!this)(?<!\)|\])\??\._[a-z]\w*/g), null, name);
});

for (const [style, use] of Object.entries({
  ":root { --ink: light-dark(#000, #fff); }": "light-dark()",
  "a { color: color-mix(in srgb, red, blue); }": "color-mix()",
  "a { width: min(100%, (100dvh - 1rem) * 2); }": "dvh",
  "a:has(b) { top: 0; }": ":has",
  ":is(a, b) { top: 0; }": ":is",
  "a:not(b, i) { top: 0; }": ":not(a, b)",
  'a::after { content: "·" / ""; }': "content: … / …",
  "a { aspect-ratio: 1; }": "aspect-ratio",
  "a { overflow-wrap: anywhere; }": "overflow-wrap: anywhere",
  "@container (width > 3rem) { a { top: 0; } }": "@container",
  "@media (scripting: none) { a { top: 0; } }": "(scripting)",
  ":root { --wide: 1px; --wide: 1dvw; }": "dvw",
}))
  test(`the check finds ${use} in ${style}`, () => assert.ok(lackingInStyle(style).includes(`1: ${use}`)));

for (const style of [
  "@supports (height: 1dvh) { a { height: 1dvh; } }",
  'a::after { content: "·"; content: "·" / ""; }',
  "a { inset: 0; margin-inline: auto; gap: 1px; width: clamp(1px, 2vw, 3px); }",
])
  test(`the check accepts ${style}`, () => assert.deepEqual(lackingInStyle(style), []));

for (const [script, use] of Object.entries({
  "class A { #a = 1; }": "#a",
  "await 1;": "await outside of functions",
  "structuredClone(1);": "structuredClone",
  "document.body.showModal();": "showModal",
  "crypto.randomUUID();": "randomUUID",
  "/(?<=a)b/.test(c);": "/(?<=a)b/",
  "f.addEventListener('a', g, { signal });": "addEventListener(…, { signal })",
}))
  test(`the check finds ${use} in ${script}`, () =>
    assert.ok(lackingInScripts(new Map([["a.js", script]])).includes(`a.js:1: ${use}`)));
