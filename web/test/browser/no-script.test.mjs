// Where scripts are off or fail, a page says so by itself and stays readable.
//
// Parts: web/style.css, web/game.css, web/dom.js, pages/src/game.rs, pages/src/board

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const VIEWPORT = { width: 360, height: 740 };

/** How many times as fast as usual the browser's animations run: the note waits for the script. */
const PLAYBACK_RATE = 100;

async function openWithoutScript(path, options = {}) {
  const visitor = await openVisitor(browser, server, { viewport: VIEWPORT, ...options });
  const session = await visitor.context.newCDPSession(visitor.page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: PLAYBACK_RATE });
  if (options.javaScriptEnabled !== false)
    await visitor.context.route(/\.js(\?.*)?$/, (route) => route.fulfill({ body: "this is no script" }));
  await visitor.goto(path);
  return visitor;
}

/** Waits until the page says that it has no script. */
const note = ({ page }) =>
  page.waitForFunction(() => {
    const note = document.querySelector(".no-script");
    return note.getBoundingClientRect().height > 0 && getComputedStyle(note).visibility === "visible";
  });

for (const [name, options] of [
  ["fail", {}],
  ["are off", { javaScriptEnabled: false }],
]) {
  test(`where scripts ${name}, the page of a game says so and shows the whole board`, async () => {
    const table = await server.createGame("azigo");
    await server.playRandomly(table, 9, seededRandom(3));
    const visitor = await openWithoutScript(`/game/${table.game}`, options);
    await note(visitor);
    const board = visitor.page.locator("#board");
    await visitor.page.locator('#board .hole[data-hole="T"]').scrollIntoViewIfNeeded();
    const shown = await board.evaluate((box) => ({
      pit: box.querySelector(".pit").getBoundingClientRect().width,
      last: box.querySelector('[data-hole="T"]').getBoundingClientRect().right,
      box: box.getBoundingClientRect().right,
      page: document.documentElement.scrollWidth,
    }));
    assert.ok(shown.pit >= 28, `a hole of ${shown.pit} pixels`);
    assert.ok(shown.last <= shown.box, "the board scrolls to its last hole");
    assert.equal(shown.page, VIEWPORT.width, "the page does not scroll sideways");
    await visitor.close();
  });

  for (const path of [
    "/",
    "/you",
    "/tournaments",
    "/learn/kubuguza",
    "/puzzles/azigo",
    "/analysis?rules=kubuguza",
    "/offline",
    "/offline/kubuguza",
  ])
    test(`where scripts ${name}, the page ${path} says so`, async () => {
      const visitor = await openWithoutScript(path, options);
      await note(visitor);
      await visitor.close();
    });
}

test("a page whose script runs says nothing of the kind", async () => {
  const { game } = await server.createGame("kubuguza");
  const visitor = await openVisitor(browser, server, { viewport: VIEWPORT });
  await visitor.goto(`/game/${game}`);
  await visitor.page.locator("#game[data-live]").waitFor();
  assert.equal(
    await visitor.page.locator(".no-script").evaluate((note) => getComputedStyle(note).display),
    "none",
  );
  visitor.assertNoErrors();
  await visitor.close();
});
