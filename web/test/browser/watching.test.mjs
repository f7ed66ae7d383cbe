// Watching and reading games: stepping through turns, animation, the page without scripts, presence; and a game from the
// first page to its rematch.
//
// Parts: web/game/turn-list.js, web/game/player-rows.js, web/games.js, pages/src/games

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, expectedCounts, openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const boardAt = (events, ply) => events.find((event) => event.position?.ply === ply).position;
const head = async (game) => (await server.events(game)).at(-1).seq;

test("an earlier turn stays on the board while the game goes on", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 12, seededRandom(5));
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.waitForEvent(await head(table.game));
  for (let steps = 0; steps < 4; steps++) await reader.page.locator('#steps [data-step="previous"]').click();
  const before = Number(await reader.page.locator("#game").getAttribute("data-ply"));
  await server.playRandomly(table, 6, seededRandom(6));
  await reader.page.locator("#new-turns:not(:empty)").waitFor();
  const events = await server.events(table.game);
  assert.equal(Number(await reader.page.locator("#game").getAttribute("data-ply")), before);
  assert.deepEqual(await reader.counts(), expectedCounts(boardAt(events, before)));
  await reader.page.locator("#back-to-live").click();
  await reader.waitForEvent(events.at(-1).seq);
  assert.deepEqual(
    await reader.counts(),
    expectedCounts(events.findLast((event) => event.position).position),
  );
  reader.assertNoErrors();
  await reader.close();
});

test(
  "the time for a first turn is shown until both players have made one",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza", { clock: "fischer:300+5" });
    const reader = await openVisitor(browser, server);
    await reader.goto(`/game/${table.game}`);
    const limit = reader.page.locator("#first-turn");
    for (let turns = 0; turns < 2; turns++) {
      await reader.waitForEvent(await head(table.game));
      await limit.getByText(/first turn: (1:00|0:\d\d)/).waitFor();
      await server.playRandomly(table, 1, seededRandom(turns));
    }
    await reader.waitForEvent(await head(table.game));
    await reader.page.locator("#first-turn:empty").waitFor({ state: "attached" });
    await reader.page.locator(".clock.runs").waitFor();
    reader.assertNoErrors();
    await reader.close();
  },
);

/** The ply of the current turn if it is visible in the list, and how far the page is scrolled. */
const currentTurn = (page) =>
  page.evaluate(() => {
    const list = document.querySelector("#turns ol").getBoundingClientRect();
    const turn = document.querySelector("#turns a[aria-current]");
    const { top, bottom } = turn?.getBoundingClientRect() ?? {};
    return {
      ply: top >= list.top && bottom <= list.bottom ? Number(turn.dataset.ply) : null,
      scrolled: scrollY,
    };
  });

test("the list of turns scrolls to the shown turn", { timeout: 300_000 }, async () => {
  const table = await server.createGame("njombwa:10");
  await server.playRandomly(table, 90, seededRandom(4));
  const plies = (await server.events(table.game)).findLast((event) => event.kind === "acted").ply;
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.page.locator("#game[data-live]").waitFor();
  assert.deepEqual(await currentTurn(reader.page), { ply: plies, scrolled: 0 });
  for (let steps = 0; steps < 50; steps++) await reader.page.keyboard.press("ArrowLeft");
  assert.deepEqual(await currentTurn(reader.page), { ply: plies - 50, scrolled: 0 });
  await reader.page.locator('#steps [data-step="first"]').click();
  await reader.page.locator('#steps [data-step="next"]').click();
  await reader.page
    .locator("#announcements p")
    .getByText(new RegExp(`South.*The board after 1 of ${plies} actions\\.$`))
    .waitFor({ state: "attached" });
  assert.deepEqual(await currentTurn(reader.page), { ply: 1, scrolled: 0 });
  await reader.page.locator('#steps [data-step="last"]').click();
  assert.deepEqual(await currentTurn(reader.page), { ply: plies, scrolled: 0 });
  reader.assertNoErrors();
  await reader.close();
});

test("a finished game has no button to the live board", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 6, seededRandom(5));
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}?ply=2`);
  await reader.page.locator("#back-to-live").waitFor();
  await server.api(
    "POST",
    "/api/commands",
    { type: "resign", game: table.game, id: "resign" },
    table.south.token,
  );
  await reader.page.locator('#game[data-state="finished"]').waitFor();
  assert.equal(await reader.page.locator("#back-to-live").isVisible(), false);
  await reader.page.locator('#steps [data-step="last"]').click();
  await reader.waitForEvent(await head(table.game));
  reader.assertNoErrors();
  await reader.close();
});

test("the animation catches up with the game", { timeout: 300_000 }, async () => {
  const table = await server.createGame("njombwa:8");
  const watcher = await openVisitor(browser, server, { reducedMotion: "no-preference", viewport: PHONE });
  await watcher.goto(`/game/${table.game}`);
  await watcher.waitForEvent(await head(table.game));
  await server.playRandomly(table, 40, seededRandom(8));
  const events = await server.events(table.game);
  await watcher.waitForEvent(events.at(-1).seq);
  assert.deepEqual(
    await watcher.counts(),
    expectedCounts(events.findLast((event) => event.position).position),
  );
  watcher.assertNoErrors();
  await watcher.close();
});

test("without scripts a game can be read ply by ply", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 9, seededRandom(9));
  const events = await server.events(table.game);
  const reader = await openVisitor(browser, server, { javaScriptEnabled: false });
  await reader.goto(`/game/${table.game}`);
  for (const ply of [9, 8, 7]) {
    assert.deepEqual(await reader.counts(), expectedCounts(boardAt(events, ply)), `the board at ply ${ply}`);
    if (ply > 7) await reader.page.locator('#steps a[data-step="previous"]').click();
  }
  await reader.close();
});

test("after a game its players see who is still there", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const visitors = {};
  for (const name of ["south", "north", "watcher"]) {
    visitors[name] = await openVisitor(browser, server);
    if (table[name]) await visitors[name].signIn(table[name].token);
    await visitors[name].goto(`/game/${table.game}`);
  }
  const { south, north, watcher } = visitors;
  const presenceOfNorth = (visitor, text) =>
    visitor.page
      .locator('#game[data-state="finished"] .player[data-seat="north"] .presence')
      .getByText(text, { exact: true })
      .waitFor();
  await server.api(
    "POST",
    "/api/commands",
    { type: "resign", game: table.game, id: "resign" },
    table.south.token,
  );
  await Promise.all([
    presenceOfNorth(south, "here"),
    presenceOfNorth(watcher, "here"),
    presenceOfNorth(north, "you"),
  ]);
  await north.close();
  await presenceOfNorth(south, "not here");
  const presence = watcher.page.locator('.player[data-seat="north"] .presence');
  await watcher.page.waitForFunction(
    (presence) => presence?.textContent === "",
    await presence.elementHandle(),
  );
  south.assertNoErrors();
  await Promise.all([south.close(), watcher.close()]);
});

test("a waiting player withdraws the game", { timeout: 300_000 }, async () => {
  const host = await openVisitor(browser, server);
  await host.goto("/");
  await host.page.getByRole("button", { name: "Invite a friend" }).click();
  await host.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  await host.page.locator("#withdraw").click();
  await host.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "finished");
  assert.equal(await host.page.locator("#withdraw, #invitation:visible, #offer-a-rematch").count(), 0);
  host.assertNoErrors();
  await host.close();
});

test("a game from the first page to its rematch", { timeout: 300_000 }, async () => {
  const host = await openVisitor(browser, server);
  const guest = await openVisitor(browser, server, { viewport: PHONE });
  await host.goto("/");
  await host.page.getByText("Kubuguza", { exact: true }).first().click();
  await host.page.getByRole("button", { name: "Invite a friend" }).click();
  await host.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  const first = host.page.url();
  await guest.goto(new URL(first).pathname);
  await guest.page.locator("#take-seat").click();
  for (const visitor of [host, guest]) {
    await visitor.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "playing");
  }
  await host.page.locator("#resign").click();
  await host.page.locator("#resign-yes").click();
  for (const visitor of [host, guest]) {
    await visitor.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "finished");
  }
  await host.page.locator("#offer-a-rematch").click();
  await guest.page.locator('#offers button[data-do="accept"]').first().click();
  for (const visitor of [host, guest]) {
    await visitor.page.waitForURL((url) => url.href !== first && url.pathname.startsWith("/game/"));
    await visitor.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "playing");
    visitor.assertNoErrors();
  }
  await Promise.all([host.close(), guest.close()]);
});
