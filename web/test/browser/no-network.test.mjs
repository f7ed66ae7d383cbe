// Pages that are open when the network goes away: lessons, puzzles, the analysis board, finished games and previews go on.
//
// Parts: web/local-server, web/lesson, web/puzzles, web/analysis, web/game/game-analysis.js, web/game/local-analysis.js, web/game/explorer.js, web/offline

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { begin, findNext, isOpen, keptLog, openList, play } from "./local-game.mjs";
import { startProxy } from "./proxy.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { playWell } from "./strong-player.mjs";

/** What a browser reports about a request without a network. */
const IS_UNREACHABLE =
  /ERR_(INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|FAILED)/;

/** Fails if the page reported an error other than that there is no network. */
function assertNoOtherErrors(visitor) {
  visitor.errors = visitor.errors.filter((error) => !IS_UNREACHABLE.test(error));
  visitor.assertNoErrors();
}

const rested = ({ page }, ply) => page.locator(`#game[data-ply="${ply}"]:not([data-busy])`).waitFor();

/** Takes the network away when all of the page is there. */
async function goOffline(visitor) {
  await visitor.page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });
  await visitor.context.setOffline(true);
}

/** Plays the actions of a lesson or a puzzle on the board. */
async function playActions({ page }, actions) {
  for (const action of actions) {
    const hole = page.locator(`#game .holes button[data-hole="${action[0]}"][aria-disabled="false"]`);
    const choice = page.locator(`#action-choice button[data-action="${action}"]`);
    await hole.or(choice).first().waitFor();
    if (await hole.count()) await hole.click();
    if (await choice.count()) await choice.click();
    await page.locator("#game:not([data-busy])").waitFor();
  }
}

/** Does the first lesson of Kubuguza. */
async function doLesson(visitor) {
  const { page } = visitor;
  const lesson = JSON.parse(await page.locator("#lessons a").first().getAttribute("data-lesson"));
  await playActions(visitor, lesson.solution[0]);
  await page.locator('#game[data-verdict="solved"]').waitFor();
}

/** Solves the first puzzle of Kubuguza. */
async function solvePuzzle(visitor) {
  const { page } = visitor;
  const [puzzle] = JSON.parse(await page.locator("#game").getAttribute("data-puzzles"));
  await playActions(visitor, puzzle.turn);
  await page.locator('#game[data-verdict="solved"]').waitFor();
}

test(
  "without a network: a lesson, a puzzle, the analysis board and a game, each opened and reloaded; nothing is lost",
  { timeout: 300_000 },
  async () => {
    const proxy = await startProxy(server);
    const visitor = await openVisitor(browser, { url: proxy.url }, { serviceWorkers: "allow" });
    const { page } = visitor;
    await openList(visitor);
    await page.locator("html[data-kept=yes]").waitFor({ state: "attached" });
    proxy.cut();
    await visitor.goto("/learn/kubuguza");
    await rested(visitor, 0);
    await doLesson(visitor);
    await page.reload();
    assert.equal(await page.locator("#lessons .done").count(), 1);
    await visitor.goto("/puzzles/kubuguza");
    await rested(visitor, 0);
    await solvePuzzle(visitor);
    await visitor.goto("/analysis?rules=kubuguza");
    await page.locator('.holes button[aria-disabled="false"]').first().click();
    await rested(visitor, 1);
    await page.locator("#ask-computer").click();
    await page.locator("#candidates li button").first().waitFor({ timeout: 120_000 });
    await openList(visitor);
    const game = await begin(visitor, "kubuguza", "computer");
    await isOpen(visitor);
    await play(visitor, seededRandom(8), 2);
    await findNext(visitor);
    const begun = await keptLog(visitor, game);
    await page.reload();
    await isOpen(visitor);
    await findNext(visitor);
    assert.deepEqual((await keptLog(visitor, game)).slice(0, begun.length), begun);
    await playWell(visitor, game, "kubuguza");
    assert.match(await page.locator("#state").innerText(), /^You won/);
    await page.locator("#analyse").click();
    await page.locator(".value-graph").waitFor();
    await page.locator("#analysis .accuracy", { hasText: "%" }).waitFor({ timeout: 200_000 });
    const log = await keptLog(visitor, game);
    proxy.restore();
    await page.reload();
    await isOpen(visitor);
    await findNext(visitor);
    assert.equal(await page.locator("#game").getAttribute("data-state"), "finished");
    assert.deepEqual(await keptLog(visitor, game), log);
    await visitor.goto("/learn/kubuguza");
    assert.equal(await page.locator("#lessons .done").count(), 1);
    assertNoOtherErrors(visitor);
    await visitor.close();
    await proxy.close();
  },
);

test(
  "a page whose module is not loaded yet loads it when the server cannot be reached",
  { timeout: 300_000 },
  async () => {
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    // The files of the page are there, as in a browser that keeps them; the API is out of reach.
    await page.route(/\/api\//, (route) => route.abort("internetdisconnected"));
    await visitor.goto("/learn/kubuguza");
    await rested(visitor, 0);
    await doLesson(visitor);
    await page.locator("#play-first-game").click();
    await page.waitForURL(/\/offline\/kubuguza\?game=[0-9a-z]{12}$/);
    await isOpen(visitor);
    await findNext(visitor);
    assert.equal(await page.locator("#game-hint").isVisible(), true);
    assertNoOtherErrors(visitor);
    await visitor.close();
  },
);

test(
  "a finished game of the server is analysed in the browser when the server cannot be reached",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createFinishedGame("njombwa:8", 6);
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    await visitor.goto(`/game/${game}`);
    await page.locator("#game[data-live]").waitFor();
    await goOffline(visitor);
    await page.locator("#analyse").click();
    await page.locator("#analysis .accuracy", { hasText: "%" }).waitFor({ timeout: 200_000 });
    await page.locator('#steps [data-step="previous"]').click();
    await rested(visitor, 5);
    await page.locator('.holes button[aria-disabled="false"]').first().click();
    await page.locator("#game:not([data-busy])").waitFor();
    assertNoOtherErrors(visitor);
    await visitor.close();
  },
);

test("what needs the server says so", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("kubuguza", 6);
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await page.route(/\/api\//, (route) => route.abort("internetdisconnected"));
  await visitor.goto(`/puzzles?game=${game}`);
  await page.locator("#lesson-text", { hasText: "cannot be reached" }).waitFor();
  assertNoOtherErrors(visitor);
  await visitor.close();
});

/** Finishes a game against the computer in this browser. */
async function finishGame(visitor) {
  await openList(visitor);
  const game = await begin(visitor, "kubuguza", "computer");
  await isOpen(visitor);
  await visitor.page.locator("#resign").click();
  await visitor.page.locator("#resign-yes").click();
  await visitor.page.locator("#send-to-server[aria-disabled=false]").waitFor();
  return game;
}

/** The name of the player whose token the browser has. */
async function ownName(visitor) {
  return (await server.api("GET", "/api/players/me", undefined, await visitor.token())).name;
}

test("a finished game is given to the server once, with its record", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  const game = await finishGame(visitor);
  await page.locator("#send-to-server").click();
  const link = page.locator('#kept-game .answer a[href^="/game/"]');
  await link.waitFor();
  assert.equal(await page.locator("#send-to-server").isVisible(), false);
  const given = (await link.getAttribute("href")).slice("/game/".length);
  const { view } = await server.api("GET", `/api/games/${given}`);
  assert.equal(view.state, "finished");
  assert.equal(view.players[view.bots.south ? "north" : "south"], await ownName(visitor));
  await page.reload();
  await link.waitFor();
  await openList(visitor);
  await page.locator(`[data-game="${game}"] [data-do="save"]`).waitFor();
  assert.equal(await page.locator(`[data-game="${game}"] [data-do="give"]`).count(), 0);
  visitor.assertNoErrors();
  await visitor.close();
});

for (const [what, answer, text] of [
  [
    "refuses it",
    (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        json: { code: "bad_record", title: "", status: 422, detail: "turn 3 is not legal" },
      }),
    /turn 3 is not legal/,
  ],
  ["cannot be reached", (route) => route.abort("internetdisconnected"), /cannot be reached/],
])
  test(`if the server ${what}, the page says why, and the game stays`, { timeout: 300_000 }, async () => {
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    const game = await finishGame(visitor);
    await page.route("**/api/games/offline", answer);
    for (const [path, give] of [
      [page.url(), "#send-to-server"],
      ["/offline", `[data-game="${game}"] [data-do="give"]`],
    ]) {
      await visitor.goto(path);
      await page.locator(give).click();
      await page.locator(".answer", { hasText: text }).waitFor();
      await page.locator(`${give}[aria-disabled="false"]`).waitFor();
    }
    visitor.errors = visitor.errors.filter((error) => !/422|DISCONNECTED/.test(error));
    visitor.assertNoErrors();
    await visitor.close();
  });
