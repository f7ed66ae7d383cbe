// The reveal of sealed arrays: lids open, the sides are set out, then the first turn is called.
//
// Parts: web/game/array-seals.js, web/game/reveal.js, web/game/arrangement-picker.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const RULES = "ikibuguzo:choice";
const AT_REST = "#game[data-live]:not([data-busy])";

async function pick(table, seat, array) {
  const command = { type: "arrange", game: table.game, id: `pick-${seat}`, array };
  await server.api("POST", "/api/commands", command, table[seat].token);
}

/** Opens a game whose arrays are not picked yet, as the player of a seat or as a spectator, and stops time. */
async function openAndStop(table, seat, options = {}) {
  const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference", ...options });
  if (seat) await visitor.signIn(table[seat].token);
  await visitor.page.clock.install();
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator(AT_REST).waitFor();
  await visitor.page.clock.pauseAt(Date.now() + 60_000);
  return visitor;
}

async function holes(visitor) {
  const { south, north, ...counts } = await visitor.counts();
  return counts;
}

const lids = ({ page }) => page.locator("#board .lid");
const canSow = ({ page }) => page.locator('.holes button[aria-disabled="false"]');

for (const seat of ["south", "north", null]) {
  test(
    `the reveal is shown to ${seat ?? "a spectator"}, before the first turn is called`,
    { timeout: 300_000 },
    async () => {
      const table = await server.createGame(RULES, { clock: "fischer:300+5" });
      const visitor = await openAndStop(table, seat);
      const { page } = visitor;
      await pick(table, "south", "first");
      assert.equal(await lids(visitor).count(), 0);
      await pick(table, "north", "second");
      await lids(visitor).first().waitFor();
      assert.equal(await lids(visitor).count(), 2);
      await page.locator("#state", { hasText: "South: The first array. North: The second array." }).waitFor();
      assert.deepEqual(new Set(Object.values(await holes(visitor))), new Set(["0"]));
      assert.equal(await canSow(visitor).count(), 0, "nothing is sown under a lid");
      assert.doesNotMatch(await page.title(), /Your turn/);
      const { position } = await server.view(table.game);
      const shown = [];
      for (let time = 0; time < 3_000; time += 100) {
        await page.clock.runFor(100);
        const counts = Object.values(await holes(visitor)).map(Number);
        shown.push(counts.reduce((sum, count) => sum + count, 0));
      }
      assert.deepEqual(
        shown,
        shown.toSorted((one, other) => one - other),
        "the sides fill up",
      );
      assert.ok(new Set(shown).size > 6, `${shown}`);
      assert.equal(await lids(visitor).count(), 0);
      await page.locator(AT_REST).waitFor();
      assert.deepEqual(await holes(visitor), expectedCounts(position));
      await page.locator("#last-action", { hasText: "Both are the arrays that were sealed." }).waitFor();
      if (seat === "south") await page.waitForFunction(() => document.title.includes("Your turn"));
      if (seat === "south") assert.ok((await canSow(visitor).count()) > 0);
      const { clocks } = await server.view(table.game);
      assert.equal(clocks.balance.south, 300_000, "no clock is charged for the reveal");
      visitor.assertNoErrors();
      await visitor.close();
    },
  );
}

for (const [name, skip] of Object.entries({
  "a press on the board": ({ page }) =>
    page.locator("#board svg").click({ position: { x: 60, y: 60 }, force: true }),
  "the Escape key": ({ page }) => page.keyboard.press("Escape"),
  "the button": ({ page }) => page.locator("#replay-turn").click(),
})) {
  test(`${name} skips the reveal and plays nothing`, { timeout: 300_000 }, async () => {
    const table = await server.createGame(RULES);
    const visitor = await openAndStop(table, "south");
    await pick(table, "south", "second");
    await pick(table, "north", "second");
    await lids(visitor).first().waitFor();
    await skip(visitor);
    await visitor.page.locator(AT_REST).waitFor();
    assert.equal(await lids(visitor).count(), 0);
    const { position } = await server.view(table.game);
    assert.equal(position.ply, 0);
    assert.deepEqual(await holes(visitor), expectedCounts(position));
    visitor.assertNoErrors();
    await visitor.close();
  });
}

test("where reduced motion is preferred, the board is shown at once", { timeout: 300_000 }, async () => {
  const table = await server.createGame(RULES);
  const visitor = await openAndStop(table, "north", { reducedMotion: "reduce" });
  await pick(table, "south", "first");
  await pick(table, "north", "first");
  await visitor.page.locator('#game[data-state="playing"]:not([data-busy])').waitFor();
  assert.equal(await lids(visitor).count(), 0);
  assert.deepEqual(await holes(visitor), expectedCounts((await server.view(table.game)).position));
  await visitor.page
    .locator("#announcements", { hasText: "Revealed. South: The first array." })
    .waitFor({ state: "attached" });
  await visitor.close();
});

test(
  "before the reveal, the opponent's page does not depend on the array",
  { timeout: 300_000 },
  async () => {
    const pages = [];
    for (const array of ["first", "second"]) {
      const table = await server.createGame(RULES);
      const visitor = await openAndStop(table, "north");
      const frames = [];
      await pick(table, "south", array);
      await visitor.page
        .locator('.player[data-seat="south"] .presence', { hasText: "has arranged" })
        .waitFor();
      frames.push(await visitor.page.evaluate(() => document.querySelector("#game").outerHTML));
      frames.push(JSON.stringify((await server.events(table.game)).at(-1)));
      const mask = (text) =>
        text
          .replaceAll(table.game, "GAME")
          .replaceAll(table.south.name, "SOUTH")
          .replaceAll(table.north.name, "NORTH")
          .replaceAll(/"at":\d+/g, "AT")
          .replaceAll(/sha256:[0-9a-f]{64}/g, "SEAL")
          .replaceAll(/\d+:\d\d/g, "TIME")
          // The delay of the line is there once a ping was answered.
          .replaceAll(/(class="delay">)[^<]*/g, "$1DELAY");
      pages.push(frames.map(mask));
      await visitor.close();
    }
    assert.deepEqual(pages[0], pages[1]);
  },
);
