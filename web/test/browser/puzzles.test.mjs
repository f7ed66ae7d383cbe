// Puzzles: those of the day, and those of a game that was analysed.
//
// Parts: web/puzzles, pages/puzzles, pages/src/puzzles

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const GAMES = ["ikibuguzo", "kubuguza", "njombwa", "azigo"];
const DAY = 24 * 60 * 60 * 1000;

/** The stored puzzles of a game. */
function readPuzzles(game) {
  const file = readFileSync(new URL(`../../../pages/puzzles/${game}.txt`, import.meta.url), "utf8");
  const lines = file.trim().split("\n");
  return lines.map((line) => line.split("\t")).map(([position, turn]) => ({ position, turn }));
}

const hasVerdict = (visitor, verdict) =>
  visitor.page.locator(`#game[data-verdict="${verdict}"]:not([data-busy])`).waitFor();

async function openPuzzles(path, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(path);
  await visitor.page.locator("#game[data-puzzle][data-ply]:not([data-busy])").waitFor();
  return visitor;
}

/** Plays a turn by presses on its holes and on the answers to questions. */
async function playTurn({ page }, turn) {
  for (const [index, action] of turn.split(".").entries()) {
    const answer = page.locator(`#action-choice button[data-action="${action}"]`);
    if (!(await answer.isVisible()))
      await page.locator(`.holes button[data-hole="${action[0]}"][aria-disabled="false"]`).click();
    const isPlayed = page.waitForFunction(
      (ply) => Number(document.querySelector("#game").dataset.ply) >= ply,
      index + 1,
    );
    await Promise.race([isPlayed, answer.waitFor()]);
    if (await answer.isVisible()) await answer.click();
    await isPlayed;
  }
}

const explore = (query) => server.api("GET", `/api/positions/actions?${new URLSearchParams(query)}`);

for (const game of GAMES) {
  test(`today's puzzle of ${game} and the next one are solved`, { timeout: 300_000 }, async () => {
    const puzzles = readPuzzles(game);
    const day = Math.floor(Date.now() / DAY);
    const visitor = await openPuzzles(`/puzzles/${game}`);
    const { page } = visitor;
    for (const number of [0, 1]) {
      const { position, turn } = puzzles[(day + number) % puzzles.length];
      await page.locator(`#game[data-puzzle="${number + 1}"][data-ply="0"]:not([data-busy])`).waitFor();
      const { start } = await explore({ position });
      const { south, north, ...holes } = await visitor.counts();
      assert.deepEqual(holes, expectedCounts(start), "at midnight the day changes");
      await playTurn(visitor, turn);
      await hasVerdict(visitor, "solved");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "next");
      const marks = await page.locator("#lessons li:has(.done)").allInnerTexts();
      assert.equal(marks.length, number + 1, "the list marks what was solved");
      assert.match(marks[number], /✓ solved/);
      await page.keyboard.press("Enter");
    }
    visitor.assertNoErrors();
    await visitor.close();
  });
}

test("another turn says what it loses, and can be tried again", { timeout: 300_000 }, async () => {
  const visitor = await openPuzzles("/puzzles/kubuguza");
  const { page } = visitor;
  const { position, turn } = JSON.parse(await page.locator("#game").getAttribute("data-puzzles"))[0];
  const { previews } = await explore({ position });
  const other = previews.find((preview) => !preview.pending && preview.action !== turn[0]);
  await playTurn(visitor, other.action);
  await hasVerdict(visitor, "missed");
  await page.waitForFunction(() => /\d+ % after it/.test(document.querySelector("#verdict").textContent));
  await page.keyboard.press("Enter");
  await page.locator('#game[data-ply="0"]:not([data-verdict]):not([data-busy])').waitFor();
  await page.locator("#hint").click();
  assert.ok((await page.locator("#hint-text").innerText()).includes(turn[0]));
  await page.locator("#show-answer").click();
  await page.locator(`#game[data-verdict="shown"][data-ply="${turn.length}"]:not([data-busy])`).waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

/** South resigns, unless the game is over. */
async function resign({ game, south }) {
  const { state } = await server.view(game);
  const command = { type: "resign", game, id: "resign" };
  if (state === "playing") await server.api("POST", "/api/commands", command, south.token);
}

/** A finished game whose analysis marks at least one mistake: its id and the marked turns. */
async function analysedGame() {
  for (let seed = 1; ; seed++) {
    const table = await server.createGame("kubuguza");
    await server.playRandomly(table, 24, seededRandom(seed));
    await resign(table);
    const path = `/api/games/${table.game}/analysis`;
    let analysis = await server.api("POST", path, undefined, table.south.token);
    while (!analysis.done) analysis = await server.api("GET", path);
    const missed = analysis.turns.filter(
      ({ mark, forced }) => !forced && ["mistake", "blunder"].includes(mark),
    );
    if (missed.length) return { game: table.game, missed };
  }
}

test("what was missed in a game is found again", { timeout: 300_000 }, async () => {
  const { game, missed } = await analysedGame();
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto(`/game/${game}`);
  await page.locator("#find-missed").click();
  await page.locator("#game[data-puzzle][data-ply]:not([data-busy])").waitFor();
  assert.equal(await page.locator("#lessons li").count(), missed.length);
  assert.match(await page.locator("#lesson-text").innerText(), new RegExp(`played ${missed[0].actions[0]}`));
  const { start } = await explore({ game, ply: missed[0].ply });
  assert.deepEqual(await visitor.counts(), expectedCounts(start));
  await playTurn(visitor, missed[0].best[0].join("."));
  await hasVerdict(visitor, "solved");
  assert.deepEqual(await visitor.axeViolations(), []);
  visitor.assertNoErrors();
  await visitor.close();
});

test("a game that nobody has analysed says so", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 4, seededRandom(1));
  await resign(table);
  const visitor = await openVisitor(browser, server);
  await visitor.goto(`/puzzles?game=${table.game}`);
  await visitor.page.locator("#lesson-text", { hasText: "not been analysed" }).waitFor();
  assert.equal(await visitor.page.locator("#answer").isVisible(), false);
  await visitor.close();
});
