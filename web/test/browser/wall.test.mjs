// The wall of live games.
//
// Parts: web/live, pages/src/live.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const card = (page, game) => page.locator(`#wall [data-game="${game}"]`);

/** Waits until a board of the wall shows the position of its game. */
async function waitForBoard(page, { game }) {
  const { position } = await server.view(game);
  await page.waitForFunction(
    ({ game, expected }) => {
      const holes = document.querySelectorAll(`#wall [data-game="${game}"] .hole`);
      const shown = [...holes].map((hole) => [hole.dataset.hole, hole.querySelector(".count").textContent]);
      return holes.length > 0 && shown.every(([hole, count]) => expected[hole] === count);
    },
    { game, expected: expectedCounts(position) },
  );
}

const games = (page) =>
  page.locator("#wall [data-game]").evaluateAll((cards) => cards.map(({ dataset }) => dataset.game));

async function endAll(tables) {
  for (const table of tables) await server.resign(table);
}

test("the wall without games says so", async () => {
  const visitor = await openVisitor(browser, server);
  await visitor.goto("/live");
  await visitor.page.locator("#wall-empty", { hasText: "No game is being played" }).waitFor();
  assert.deepEqual(await visitor.axeViolations(), []);
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "each board follows its game over one socket, and then the rematch in the same place",
  { timeout: 300_000 },
  async () => {
    const tables = [];
    for (const rules of ["kubuguza", "njombwa:8", "azigo"]) tables.push(await server.createGame(rules));
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    const sockets = [];
    page.on("websocket", (socket) => sockets.push(socket));
    await visitor.goto("/live");
    const order = await games(page);
    assert.deepEqual(order.toSorted(), tables.map(({ game }) => game).toSorted());
    for (const table of tables) {
      await server.playRandomly(table, 5, seededRandom(3));
      await waitForBoard(page, table);
    }
    assert.equal(sockets.length, 1);
    const [table] = tables;
    await server.resign(table);
    await card(page, table.game).getByText("over: North has won").waitFor();
    const rematch = await server.rematch(table);
    await card(page, rematch.game).waitFor();
    const expected = order.map((game) => (game === table.game ? rematch.game : game));
    assert.deepEqual(await games(page), expected, "the rematch has the place of its game");
    await server.playRandomly(rematch, 4, seededRandom(4));
    await waitForBoard(page, rematch);
    assert.equal(sockets.length, 1);
    await card(page, rematch.game).locator("a").click();
    await page.waitForURL(`**/game/${rematch.game}`);
    visitor.assertNoErrors();
    await visitor.close();
    await endAll([rematch, ...tables.slice(1)]);
  },
);

test(
  "nine games are shown, and another one takes the place of a game that is over",
  { timeout: 300_000 },
  async () => {
    const tables = [];
    for (let count = 0; count < 10; count++) tables.push(await server.createGame("kubuguza"));
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    await page.clock.install();
    await visitor.goto("/live");
    await page.locator("#wall [data-live]").first().waitFor();
    const shown = await games(page);
    assert.equal(shown.length, 9);
    const absent = tables.find(({ game }) => !shown.includes(game));
    const over = tables.find(({ game }) => game === shown[4]);
    await server.playRandomly(over, 1, seededRandom(1));
    await waitForBoard(page, over);
    await server.resign(over);
    await card(page, over.game).getByText(/^over/).waitFor();
    await page.clock.fastForward(15_000);
    assert.ok((await games(page)).includes(over.game), "it keeps its place for its rematch");
    await page.clock.fastForward(15_000);
    await card(page, absent.game).waitFor();
    assert.deepEqual(
      await games(page),
      shown.map((game) => (game === over.game ? absent.game : game)),
    );
    visitor.assertNoErrors();
    await visitor.close();
    await endAll(tables.filter((table) => table !== over));
  },
);

test("an address names the games of a wall", async () => {
  const table = await server.createGame("azigo");
  const other = await server.createGame("azigo", { public: false });
  const visitor = await openVisitor(browser, server);
  await visitor.goto(`/live?ids=${other.game}`);
  assert.deepEqual(await games(visitor.page), [other.game, table.game]);
  const refused = await visitor.goto("/live?ids=x");
  assert.equal(refused.status(), 400);
  await visitor.close();
  await endAll([table, other]);
});

test("the wall is accessible", { timeout: 300_000 }, async () => {
  const tables = [await server.createGame("kubuguza"), await server.createGame("azigo")];
  const visitor = await openVisitor(browser, server);
  await visitor.goto("/live");
  await server.playRandomly(tables[0], 3, seededRandom(2));
  await waitForBoard(visitor.page, tables[0]);
  await server.resign(tables[0]);
  await card(visitor.page, tables[0].game).getByText(/^over/).waitFor();
  await assertLooks(visitor, "wall");
  visitor.assertNoErrors();
  await visitor.close();
  await endAll(tables.slice(1));
});

test("the first page shows the game with the newest move first", { timeout: 300_000 }, async () => {
  const tables = [await server.createGame("kubuguza"), await server.createGame("njombwa:8")];
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  for (const table of tables) {
    await server.playRandomly(table, 1, seededRandom(3));
    await visitor.goto("/");
    const shown = await page.locator(".showcase [data-game]").getAttribute("data-game");
    assert.equal(shown, table.game);
  }
  await endAll(tables);
  visitor.assertNoErrors();
  await visitor.close();
});
