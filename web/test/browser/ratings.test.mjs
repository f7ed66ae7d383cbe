// Two players with claimed names play a rated game, and see their ratings change.
//
// Parts: web/game/ratings.js, rating/src, pages/src/rating.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { openAsClaimed } from "./player.mjs";
import { server } from "./setup.mjs";

const GAME_ADDRESS = /\/game\/[0-9a-z]{12}$/;

/** Plays a rated game with anybody, from the form on the first page. */
async function playRated(visitor) {
  const { page } = visitor;
  await visitor.goto("/");
  await page.locator("#create fieldset:enabled").waitFor();
  await page.locator('#create input[name="game"][value="kubuguza"]').check({ force: true });
  await page.locator("#create summary").click();
  const rated = page.getByLabel("Rated, for players with a claimed name");
  assert.equal(await rated.isVisible(), false, "without a clock");
  await page.locator('[name="clock"]').selectOption("fischer:180+2");
  await rated.check();
  assert.deepEqual(await visitor.axeViolations(), []);
  await page.locator('#create button[value="anybody"]').click();
  await page.waitForURL(GAME_ADDRESS);
  return new URL(page.url()).pathname.split("/")[2];
}

test("a rated game between two players changes their ratings", { timeout: 300_000 }, async () => {
  const one = await openAsClaimed("Kabera");
  const other = await openAsClaimed("Uwera");
  const game = await playRated(one);
  await one.page.getByText(", rated.").waitFor();
  assert.equal(await playRated(other), game);
  await other.page.locator('#game[data-state="playing"][data-live]').waitFor();
  await server.api("POST", "/api/commands", { type: "resign", game, id: "resign" }, one.secret);

  await one.page.locator("#game .player .rating", { hasText: /^1[2-4]\d\d\? −\d+$/ }).waitFor();
  await other.page.locator("#game .player .rating", { hasText: /^1[67]\d\d\? \+\d+$/ }).waitFor();
  assert.deepEqual(await other.axeViolations(), []);

  const rating = other.page.locator(".rating", { hasText: "Kubuguza" });
  for (let attempt = 0; attempt < 50 && (await rating.count()) === 0; attempt++) {
    await other.goto("/players/Uwera");
  }
  assert.match((await rating.textContent()) ?? "", /1[67]\d\d\? ± \d+, rated games: 1/);
  assert.deepEqual(await other.axeViolations(), []);
  await other.goto("/leaderboards");
  assert.deepEqual(await other.axeViolations(), []);
  for (const visitor of [one, other]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});
