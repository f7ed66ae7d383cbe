// The position book beside the board of a finished game and of the analysis board.
//
// Parts: web/game/position-book.js, server/src/query/position, store/src/position_index

import assert from "node:assert/strict";
import { test } from "node:test";

import { TIMEOUT, openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";
import { tabTo } from "./table.mjs";

const RULES = "kubuguza";

/** @type {Promise<string[]> | undefined} */
let created;

/** Finished games that begin with different actions, once they are in the book. */
function finishedGames() {
  created ??= createGames();
  return created;
}

async function createGames() {
  const games = [];
  for (const seed of [1, 2, 3, 4, 5]) games.push((await server.createFinishedGame(RULES, 9, seed)).game);
  const end = Date.now() + TIMEOUT;
  while ((await bookOf({ game: games[0], ply: 0 })).games.length < games.length) {
    assert.ok(Date.now() < end, "the games are not in the book");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return games;
}

const bookOf = (query) => server.api("GET", `/api/positions?${new URLSearchParams(query)}`);

/** The rows of the book on the page: action, games, and results. */
async function rowsOf(page) {
  const rows = await page.locator(".book tbody tr").all();
  return Promise.all(
    rows.map(async (row) => {
      const [action, ...counts] = await row.locator("th, td").allInnerTexts();
      return [action, ...counts.map(Number)];
    }),
  );
}

const expectedRows = ({ played }) =>
  played.map(({ action, south, north, draw }) => [
    action ?? "ended here",
    south + north + draw,
    south,
    north,
    draw,
  ]);

/** Waits until the book shows these rows. */
async function waitForRows(page, book) {
  const expected = JSON.stringify(expectedRows(book));
  await page.waitForFunction((expected) => {
    const rows = [...document.querySelectorAll(".book tbody tr")].map((row) =>
      [...row.children].map((cell, index) => (index ? Number(cell.textContent) : cell.textContent)),
    );
    return JSON.stringify(rows) === expected;
  }, expected);
  assert.deepEqual(await rowsOf(page), expectedRows(book));
}

async function open(path, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(path);
  await visitor.page.locator("#book:not([hidden])").waitFor();
  return visitor;
}

test(
  "the book shows what was played in the shown position, and plays it on the board",
  { timeout: 300_000 },
  async () => {
    const games = await finishedGames();
    const [game] = games;
    const visitor = await open(`/game/${game}?ply=0`);
    const { page } = visitor;
    assert.equal(await page.locator(".book table").count(), 0, "nothing is asked before the book is opened");
    await tabTo(visitor, "#book summary", "Enter");
    const first = await bookOf({ game, ply: 0 });
    assert.ok(first.played.length > 1, "the games begin with different actions");
    await waitForRows(page, first);
    assert.equal(await page.locator(".book li").count(), games.length);
    const own = (await server.events(game)).find(({ kind }) => kind === "acted").action;
    const { action } = first.played.find((stats) => stats.action && stats.action !== own);
    await page.locator(".book button", { hasText: new RegExp(`^${action}$`) }).click();
    await page.locator('#game[data-ply="1"]:not([data-busy])').waitFor();
    const explored = await server.api(
      "GET",
      `/api/positions/actions?${new URLSearchParams({ game, ply: 0, play: action })}`,
    );
    await waitForRows(page, await bookOf({ position: explored.position }));
    assert.ok(
      await page.evaluate(() => document.querySelector("#book").contains(document.activeElement)),
      "the focus stays",
    );
    // The action of the game itself leads on in the game, not to a line beside it.
    await page.goto(`/game/${game}?ply=0`);
    await waitForRows(page, first);
    await page.locator(".book button", { hasText: new RegExp(`^${own}$`) }).click();
    await page.waitForURL(/\?ply=1$/);
    await waitForRows(page, await bookOf({ game, ply: 1 }));
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("the analysis board has the same book, and says if it knows nothing", { timeout: 300_000 }, async () => {
  const games = await finishedGames();
  const visitor = await open(`/analysis?rules=${RULES}`);
  const { page } = visitor;
  await page.locator("#book summary").click();
  const first = await bookOf({ game: games[0], ply: 0 });
  await waitForRows(page, first);
  await page.locator(".book button").first().click();
  const { position } = await server.api(
    "GET",
    `/api/positions/actions?${new URLSearchParams({ game: games[0], ply: 0, play: first.played[0].action })}`,
  );
  await waitForRows(page, await bookOf({ position }));
  await page.goto("/analysis?rules=njombwa:8");
  await page.locator(".book", { hasText: "No public game" }).waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("a game that is played has no book", async () => {
  const { game } = await server.createGame(RULES);
  const visitor = await openVisitor(browser, server);
  await visitor.goto(`/game/${game}`);
  await visitor.page.locator("#game[data-live]").waitFor();
  assert.equal(await visitor.page.locator("#book").isVisible(), false);
  await visitor.close();
});

test("the book is accessible", { timeout: 300_000 }, async () => {
  const [game] = await finishedGames();
  const visitor = await open(`/game/${game}?ply=0`);
  await visitor.page.locator("#book summary").click();
  await visitor.page.locator(".book table").waitFor();
  await assertLooks(visitor, "book");
  await visitor.close();
});
