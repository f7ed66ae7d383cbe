// What a visitor takes away from a game: links, pictures, the record, and the code for another site.
//
// Parts: web/game/sharing.js, web/copy-button.js, pages/src/game/sharing.rs, pages/src/moving_image

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";

async function openGame(path, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visitor.goto(path);
  await visitor.page.locator("#game[data-live]").waitFor();
  await visitor.page.locator("#sharing summary").click();
  return visitor;
}

const copied = ({ page }) => page.evaluate(() => navigator.clipboard.readText());

test(
  "a link leads to the shown position, and the code shows the game in a frame",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createFinishedGame("kubuguza", 10);
    const visitor = await openGame(`/game/${game}?ply=4`);
    const { page } = visitor;
    await page.locator("#copy-link").click();
    await page.locator("#sharing .copied", { hasText: "Copied." }).waitFor();
    assert.equal(await copied(visitor), `${server.url}/game/${game}?ply=4`);
    await page.getByRole("button", { name: "Copy the code" }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("<iframe"));
    const code = await copied(visitor);
    assert.ok(code.includes(`src="${server.url}/game/${game}/embed"`), code);
    visitor.assertNoErrors();
    // What another site shows in the frame; embed.test.mjs has such a site.
    await page.goto(code.match(/src="([^"]+)"/)[1]);
    await page.locator("#game[data-live]").waitFor();
    await visitor.close();
  },
);

test("the record is downloaded as a file", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("azigo", 6);
  const visitor = await openGame(`/game/${game}`);
  const [download] = await Promise.all([
    visitor.page.waitForEvent("download"),
    visitor.page.locator("#record").click(),
  ]);
  assert.equal(download.suggestedFilename(), `ikibuguzo-${game}.txt`);
  const record = await (await fetch(`${server.url}/api/games/${game}/record`)).text();
  assert.equal(readFileSync(await download.path(), "utf8"), record);
  await visitor.close();
});

/** The document of a moving picture, with its time stopped: it shows one moment after the other. */
async function openPicture(path, options) {
  const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference", ...options });
  await visitor.goto(path);
  await visitor.page.evaluate(() => document.documentElement.pauseAnimations());
  return visitor;
}

/** The counts that a moving picture shows at a moment, hole by hole, and the counters in hand. */
function countsAt(page, milliseconds) {
  return page.evaluate((milliseconds) => {
    document.documentElement.setCurrentTime(milliseconds / 1000);
    const shown = (use) => Number(use.href.animVal.split("-").at(-1));
    const kind = (use) => use.href.animVal.split("-")[0];
    const uses = [...document.querySelectorAll(".moving use")];
    const heaps = uses.filter((use) => kind(use) === "#heap").map(shown);
    return { heaps, hand: shown(uses.find((use) => kind(use) === "#hand")) };
  }, milliseconds);
}

for (const rules of ["ikibuguzo:first", "kubuguza"]) {
  test(
    `in a moving picture of ${rules} every counter falls, and none is lost`,
    { timeout: 300_000 },
    async () => {
      const { game } = await server.createFinishedGame(rules, 14);
      const events = await server.events(game);
      const at = (ply) => events.find(({ position }) => position?.ply === ply).position;
      const visitor = await openPicture(`/game/${game}/replay.svg?from=8&to=12`);
      const { page } = visitor;
      const duration = await page.evaluate(() =>
        parseInt(document.querySelector("animate").getAttribute("dur")),
      );
      const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
      const boards = new Set();
      const order = ({ holes }) => [...holes.north, ...holes.south].toSorted((one, other) => one - other);
      const sorted = ({ heaps }) => heaps.toSorted((one, other) => one - other);
      const first = await countsAt(page, 0);
      assert.deepEqual(sorted(first), order(at(8)));
      for (let moment = 0; moment < duration; moment += 50) {
        const { heaps, hand } = await countsAt(page, moment);
        assert.equal(sum(heaps) + hand, sum(first.heaps) + first.hand, `after ${moment} ms`);
        boards.add(heaps.join());
      }
      assert.deepEqual(sorted(await countsAt(page, duration - 1)), order(at(12)));
      const counters = events
        .filter(({ kind, ply }) => kind === "acted" && ply > 8 && ply <= 12)
        .flatMap(({ laps }) => laps)
        .reduce((total, { count = 0 }) => total + count, 0);
      assert.ok(boards.size > counters / 2, `${boards.size} boards, ${counters} counters sown`);
      await visitor.close();
    },
  );
}

test("a moving picture rests where reduced motion is preferred", async () => {
  const { game } = await server.createFinishedGame("kubuguza", 6);
  for (const [reducedMotion, moves] of [
    ["reduce", false],
    ["no-preference", true],
  ]) {
    const visitor = await openPicture(`/game/${game}/replay.svg?from=2&to=6`, { reducedMotion });
    const display = await visitor.page.evaluate(() =>
      [".moving", ".at-rest"].map((part) => getComputedStyle(document.querySelector(part)).display),
    );
    assert.deepEqual(display, moves ? ["inline", "none"] : ["none", "inline"]);
    await visitor.close();
  }
});

test("sharing is accessible", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("kubuguza", 10);
  const visitor = await openGame(`/game/${game}?ply=6`);
  const { page } = visitor;
  await page.locator("#picture-length").selectOption("1");
  await page.locator("#show-picture").click();
  const picture = page.locator('.moving-picture img[src$="replay.svg?from=5&to=6"]');
  await picture.waitFor();
  await page.waitForFunction(() => document.querySelector(".moving-picture img").naturalWidth > 0);
  await assertLooks(visitor, "sharing");
  await page.locator('#steps [data-step="next"]').click();
  await page.locator('.moving-picture img[src$="replay.svg?from=6&to=7"]').waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});
