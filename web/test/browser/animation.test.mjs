// The animation of a sowing: shorter than three seconds, ended by a press, and never in the way of the visitor's own turn.
// Time stands still on the page, except where a test lets it pass.
//
// Parts: web/game/animation.js, web/game/sowing, web/game/shown-lap.js, web/sowing.css

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const BUSY = "#game[data-busy]";
const AT_REST = "#game[data-live]:not([data-busy])";
const positionAt = (events, ply) => events.find((event) => event.position?.ply === ply).position;

/** Opens a game with animation, as the player of a seat or as a spectator, and stops time. */
async function openAndStop(table, seat, path = `/game/${table.game}`) {
  const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference" });
  if (seat) await visitor.signIn(table[seat].token);
  await visitor.page.clock.install();
  await visitor.goto(path);
  await visitor.page.locator(AT_REST).waitFor();
  await visitor.page.clock.pauseAt(Date.now() + 60_000);
  return visitor;
}

/** Waits until the page knows the newest event. */
async function waitForHead(visitor, table) {
  const { seq } = (await server.events(table.game)).at(-1);
  await visitor.page.locator(`#game[data-head="${seq}"]`).waitFor();
}

async function act(table, seat, action) {
  const { seq } = (await server.events(table.game)).at(-1);
  const command = { type: "act", game: table.game, id: crypto.randomUUID(), after: seq, action };
  return server.api("POST", "/api/commands", command, table[seat].token);
}

/** The game and the ply of the action with the most counters sown, of some random games. */
async function longestSowing(rules, games) {
  let longest = { counters: 0 };
  for (let seed = 1; seed <= games; seed++) {
    const table = await server.createGame(rules);
    await server.arrange(table);
    await server.playRandomly(table, 60, seededRandom(seed));
    for (const { kind, laps, ply } of await server.events(table.game)) {
      if (kind !== "acted") continue;
      const counters = laps.reduce((sum, { count = 0 }) => sum + count, 0);
      if (counters > longest.counters) longest = { table, ply, counters };
    }
  }
  return longest;
}

for (const rules of ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo"]) {
  test(
    `the longest sowing of some games of ${rules} is shown in three seconds`,
    { timeout: 300_000 },
    async () => {
      const { table, ply, counters } = await longestSowing(rules, 5);
      assert.ok(counters >= (rules === "azigo" ? 10 : 30), `${counters} counters`);
      const reader = await openAndStop(table, null, `/game/${table.game}?ply=${ply}`);
      const before = Number(await reader.page.locator("#game").getAttribute("data-ply"));
      assert.equal(before, ply);
      await reader.page.locator("#replay-turn").click();
      await reader.page.locator(BUSY).waitFor();
      // A turn may have several actions: only the last one is as long.
      const actions = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
      const { seat } = actions[ply - 1];
      const begun = actions.slice(0, ply).findLastIndex((action) => action.seat !== seat) + 1;
      await reader.page.clock.runFor(3_000 * (ply - begun));
      await reader.page.locator(AT_REST).waitFor();
      assert.deepEqual(
        Object.fromEntries(Object.entries(await reader.counts()).filter(([hole]) => hole.length === 1)),
        expectedCounts(positionAt(await server.events(table.game), ply)),
      );
      reader.assertNoErrors();
      await reader.close();
    },
  );
}

/** A game in which a turn of South's is to come after one of North's that takes a while. */
async function gameBeforeNorth() {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 1, seededRandom(2));
  return table;
}

test("a turn can be played while the opponent's sowing is shown", { timeout: 300_000 }, async () => {
  const table = await gameBeforeNorth();
  const south = await openAndStop(table, "south");
  await act(table, "north", "o");
  await south.page.locator(BUSY).waitFor();
  await south.page.locator('.holes button[aria-disabled="false"]').first().click();
  await south.page.locator('#game[data-busy] #turns a[data-ply="3"]').waitFor();
  assert.equal((await server.events(table.game)).at(-1).ply, 3);
  south.assertNoErrors();
  await south.close();
});

test(
  "a press beside a hole that can be sown skips the sowing, and the page says so",
  { timeout: 300_000 },
  async () => {
    const table = await gameBeforeNorth();
    const south = await openAndStop(table, "south");
    for (const skip of [
      () => south.page.locator('.holes button[data-hole="a"]').click({ force: true }),
      () => south.page.keyboard.press("Escape"),
      () => south.page.getByRole("button", { name: "Skip" }).click(),
    ]) {
      if ((await server.view(table.game)).position.to_move === "north") await act(table, "north", "o");
      else await south.page.getByRole("button", { name: "Replay" }).click();
      await south.page.locator(BUSY).waitFor();
      assert.equal(await south.page.locator("#new-turns").textContent(), "");
      await skip();
      await south.page.locator(AT_REST).waitFor();
      await south.page.getByText("The sowing was skipped.").waitFor();
      const events = await server.events(table.game);
      assert.equal(events.at(-1).ply, 2, "nothing was played");
      assert.deepEqual(await south.counts(), expectedCounts(events.at(-1).position));
    }
    south.assertNoErrors();
    await south.close();
  },
);

test("an action is shown after the one before it, not in its place", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const watcher = await openAndStop(table);
  const { position } = await server.view(table.game);
  await act(table, "south", "O");
  await waitForHead(watcher, table);
  await watcher.page.locator(BUSY).waitFor();
  const begun = await watcher.counts();
  await server.playRandomly(table, 2, seededRandom(4));
  await waitForHead(watcher, table);
  assert.deepEqual(await watcher.counts(), begun, "the first action is still shown");
  assert.deepEqual(begun, expectedCounts(position));
  await watcher.page.clock.runFor(9_000);
  await watcher.page.locator(AT_REST).waitFor();
  assert.deepEqual(await watcher.counts(), expectedCounts((await server.view(table.game)).position));
  watcher.assertNoErrors();
  await watcher.close();
});

test(
  "a choice in the middle of a turn can be answered while counters move",
  { timeout: 300_000 },
  async () => {
    const { table, seat, action, ply } = await server.createGameWithTwoChoices();
    const player = await openAndStop(table, seat);
    await player.page.locator(`#action-choice button[data-action="${action}"]`).click();
    await player.page.locator(`#game[data-busy] #turns a[data-ply="${ply + 1}"]`).waitFor();
    await player.page.locator("#action-choice button[data-action]").first().click();
    await player.page.locator(`#turns a[data-ply="${ply + 2}"]`).waitFor();
    const acted = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
    assert.equal(acted.at(-1).ply, ply + 2);
    player.assertNoErrors();
    await player.close();
  },
);
