// The visitor's action is sown before the server answers, and the board ends as the server says.
//
// Parts: web/game/early-sowing.js, web/game/compact-events.js, web/game/move-input.js, web/game/page-state.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedCounts } from "./browser.mjs";
import { openAsPlayer } from "./player.mjs";
import { startProxy } from "./proxy.mjs";
import { server } from "./setup.mjs";

const TIMEOUT = { timeout: 300_000 };

const other = (seat) => (seat === "south" ? "north" : "south");

const newest = async ({ game }) => (await server.events(game)).at(-1);

/** Sends a command over HTTP, as the page of another device does. */
const send = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, ...command }, players[seat].token);

/**
 * Opens a game through a proxy as the player to move, whose page has the local server. `played` counts how often counters
 * have begun to move since then.
 */
async function openGame(rules, { settings = { speed: "fast" }, script, table, seat } = {}) {
  table ??= await server.createGame(rules);
  const { position } = await server.view(table.game);
  seat ??= position.to_move;
  const proxy = await startProxy(server);
  const visitor = await openAsPlayer(table, seat, settings, script, { baseURL: proxy.url });
  const { page } = visitor;
  await page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });
  await page.evaluate(() => {
    const game = document.querySelector("#game");
    window.played = 0;
    new MutationObserver((changes) => {
      window.played += changes.filter(({ oldValue }) => oldValue === null && "busy" in game.dataset).length;
    }).observe(game, { attributes: true, attributeFilter: ["data-busy"], attributeOldValue: true });
  });
  const { legal } = (await server.view(table.game, table[seat].token)).position;
  const tap = (hole = legal[0][0]) => page.locator(`.holes button[data-hole="${hole}"]`).click();
  /** Waits until the board shows the action that was sent, with nothing moving. */
  const isSownEarly = () => page.locator("#game[data-early]:not([data-busy])").waitFor();
  const played = () => page.evaluate(() => window.played);
  const announced = () => page.locator("#announcements p").count();
  const close = async () => {
    assert.deepEqual(visitor.errors, []);
    await visitor.close();
    await proxy.close();
  };
  return { table, seat, legal, proxy, visitor, page, tap, isSownEarly, played, announced, close };
}

/** Waits until the page knows an event, and shows the board of the newest position. */
async function expectTruth({ table, seat, visitor }) {
  const events = (await server.api("GET", `/api/games/${table.game}/events`, undefined, table[seat].token))
    .events;
  await visitor.waitForEvent(events.at(-1).seq);
  const { south, north, ...holes } = await visitor.counts();
  assert.deepEqual(holes, expectedCounts(events.findLast((event) => event.position).position));
  return { south, north };
}

for (const [rules, speed] of [
  ["kubuguza", "fast"],
  ["njombwa:8", "normal"],
  ["azigo", "fast"],
  ["kubuguza", "off"],
]) {
  test(
    `an action of ${rules} is sown on a stalled line, once, at the speed "${speed}"`,
    TIMEOUT,
    async () => {
      const game = await openGame(rules, { settings: { speed } });
      const { table, seat, proxy, visitor, page, tap, isSownEarly, played, announced, close } = game;
      const before = {
        head: (await newest(table)).seq,
        counts: await visitor.counts(),
        news: await announced(),
      };
      proxy.stall();
      await tap();
      await isSownEarly();
      assert.equal((await newest(table)).seq, before.head, "the server knows nothing of it");
      const early = await visitor.counts();
      assert.notDeepEqual(early, before.counts);
      const once = await played();
      if (speed !== "off") assert.equal(once, 1);
      assert.equal(await announced(), before.news, "nothing is announced before it is stored");
      assert.equal(await page.locator(".board .legal, .board .playable").count(), 0);
      await page.locator(`.player.to-move[data-seat="${seat}"]`).waitFor();
      await page.locator('.delivery:is([data-delivery="sending"], [data-delivery="stalled"])').waitFor();
      proxy.resume();
      await visitor.waitForEvent(before.head + 1);
      assert.deepEqual(await visitor.counts(), early);
      const stores = await expectTruth(game);
      if (rules === "azigo")
        assert.doesNotMatch(stores[other(seat)], /\d/, "the opponent's store stays concealed");
      assert.equal(await played(), once, "nothing moves a second time");
      assert.equal(await announced(), before.news + 1);
      await page.locator(`.player.to-move[data-seat="${other(seat)}"]`).waitFor();
      await close();
    },
  );
}

test("an answer that comes while counters move lets them move on", TIMEOUT, async () => {
  const game = await openGame("njombwa:8", { settings: { speed: "slow" } });
  const { table, proxy, page, tap, played, close } = game;
  const { seq } = await newest(table);
  proxy.stall();
  await tap();
  await page.locator("#game[data-busy]").waitFor();
  proxy.resume();
  await page.locator(`#game[data-busy][data-head="${seq + 1}"]`).waitFor();
  await expectTruth(game);
  assert.equal(await played(), 1);
  await close();
});

test("an action that is refused is taken back from the board, with the reason", TIMEOUT, async () => {
  // Each id of a command is the same.
  const script = () => (crypto.getRandomValues = (values) => values.fill(7));
  const game = await openGame("kubuguza", { script });
  const { table, seat, proxy, visitor, page, tap, isSownEarly, close } = game;
  const before = await visitor.counts();
  await send(table, seat, { type: "say", id: "HHHHHHHHHH", text: "Muraho" });
  const { seq } = await newest(table);
  await visitor.waitForEvent(seq);
  proxy.stall();
  await tap();
  await isSownEarly();
  assert.notDeepEqual(await visitor.counts(), before);
  proxy.resume();
  await page.locator("#refusal:not([hidden])").waitFor();
  await page.locator("#game:not([data-early])").waitFor();
  assert.deepEqual(await visitor.counts(), before);
  assert.equal((await newest(table)).seq, seq);
  assert.ok(await page.locator(".board .playable").count(), "another action can be played");
  await close();
});

test("another action of the same player comes first: the board shows that one", TIMEOUT, async () => {
  const game = await openGame("kubuguza");
  const { table, seat, legal, proxy, page, tap, isSownEarly, close } = game;
  const after = (await newest(table)).seq;
  proxy.stall();
  await tap(legal[0][0]);
  await isSownEarly();
  await send(table, seat, { type: "act", id: "elsewhere", after, action: legal.at(-1) });
  proxy.resume();
  await page.locator("#refusal", { hasText: "The board has changed" }).waitFor();
  await expectTruth(game);
  await close();
});

test("the end of the game comes first: the board goes back", TIMEOUT, async () => {
  const game = await openGame("kubuguza");
  const { table, seat, proxy, visitor, page, tap, isSownEarly, close } = game;
  const before = await visitor.counts();
  proxy.stall();
  await tap();
  await isSownEarly();
  await send(table, other(seat), { type: "resign", id: "resigned" });
  proxy.resume();
  await page.locator('#game[data-state="finished"]').waitFor();
  await expectTruth(game);
  assert.deepEqual(await visitor.counts(), before);
  await close();
});

test("the next action of the same turn waits for the answer", TIMEOUT, async () => {
  const { table, seat, action } = await server.createGameWithTwoChoices();
  const game = await openGame("ikibuguzo:first", { table, seat });
  const { proxy, visitor, page, isSownEarly, close } = game;
  const asks = page.locator("#action-choice button[data-action]");
  await page.locator(`#action-choice button[data-action="${action}"]`).waitFor();
  const { seq } = await newest(table);
  proxy.stall();
  await page.locator(`#action-choice button[data-action="${action}"]`).click();
  await isSownEarly();
  assert.equal(await asks.count(), 0);
  proxy.resume();
  await visitor.waitForEvent(seq + 1);
  await asks.first().waitFor();
  await expectTruth(game);
  await close();
});

test("an action that was sown early survives a lost line", TIMEOUT, async () => {
  const game = await openGame("kubuguza");
  const { table, proxy, visitor, page, tap, isSownEarly, played, close } = game;
  const { seq } = await newest(table);
  proxy.cut();
  await page.locator('.delivery[data-delivery="offline"]').waitFor();
  await tap();
  await isSownEarly();
  const early = await visitor.counts();
  assert.equal((await newest(table)).seq, seq);
  proxy.restore();
  await visitor.waitForEvent(seq + 1);
  assert.deepEqual(await visitor.counts(), early);
  assert.equal(await played(), 1);
  await visitor.close();
  await proxy.close();
});

test("a kept action that an earlier page has sent is sown when the rules are there", TIMEOUT, async () => {
  const game = await openGame("kubuguza");
  const { table, proxy, visitor, page, tap, isSownEarly } = game;
  const { seq } = await newest(table);
  proxy.cut();
  await page.locator('.delivery[data-delivery="offline"]').waitFor();
  await tap();
  await isSownEarly();
  proxy.restore();
  await page.reload();
  await visitor.waitForEvent(seq + 1);
  await expectTruth(game);
  await visitor.close();
  await proxy.close();
});
