// "Play with anybody": two players who want the same play with each other.
//
// Parts: web/pairing.js, web/wish.js, web/kept-wishes.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const GAME_ADDRESS = /\/game\/[0-9a-z]{12}$/;

/** Fills in the form on the first page. */
async function wish({ name = "kubuguza", clock = "fischer:180+2", starts = "random" }) {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/");
  await page.locator("#create fieldset:enabled").waitFor();
  await page.locator(`#create input[name="game"][value="${name}"]`).check({ force: true });
  await page.locator("#create summary").click();
  await page.locator('[name="clock"]').selectOption(clock);
  await page.locator('[name="starts"]').selectOption(starts);
  return visitor;
}

/** Presses "Play with anybody", and waits for the game: its id. */
async function playAnybody({ page }) {
  await page.locator('#create button[value="anybody"]').click();
  await page.waitForURL(GAME_ADDRESS);
  return new URL(page.url()).pathname.split("/")[2];
}

const openGames = async () => (await server.api("GET", "/api/games?state=open")).games;

test("a second player with the same wish joins the first one's game", { timeout: 300_000 }, async () => {
  for (const [one, other] of [
    [{}, {}],
    [{ starts: "me" }, { starts: "opponent" }],
    [
      { name: "azigo", clock: "days:3" },
      { name: "azigo", clock: "days:3", starts: "me" },
    ],
  ]) {
    const visitors = [await wish(one), await wish(other)];
    const first = await playAnybody(visitors[0]);
    // A random seat may be the one that the second player wants too.
    const { players } = await server.view(first);
    if (other.starts === "me" && players.south) {
      await server.api(
        "POST",
        "/api/commands",
        { type: "claim", game: first, id: "withdraw", claim: "abort" },
        await visitors[0].token(),
      );
    } else {
      assert.equal(await playAnybody(visitors[1]), first);
      for (const { page } of visitors) await page.locator('#game[data-state="playing"]').waitFor();
    }
    for (const visitor of visitors) {
      visitor.assertNoErrors();
      await visitor.close();
    }
  }
  assert.deepEqual(await openGames(), []);
});

test(
  "a player who accepts several games joins the one that waits, or goes there later",
  { timeout: 300_000 },
  async () => {
    const also = async (visitor, ...values) => {
      for (const value of values) await visitor.page.locator(`.more-options input[value="${value}"]`).check();
      assert.deepEqual(await visitor.axeViolations(), []);
      return visitor;
    };
    const waiting = await wish({ name: "azigo", clock: "fischer:300+5" });
    const game = await playAnybody(waiting);
    const flexible = await also(await wish({ name: "njombwa", clock: "none" }), "azigo", "fischer:300+5");
    assert.equal(await playAnybody(flexible), game);

    const early = await also(await wish({ name: "kubuguza", clock: "days:7" }), "ikibuguzo:choice");
    const left = await playAnybody(early);
    const late = await wish({ name: "ikibuguzo", clock: "days:7" });
    const met = await playAnybody(late);
    assert.notEqual(met, left);
    await early.page.waitForURL(`**/game/${met}`);
    await late.page.locator('#game[data-state="arranging"]').waitFor();
    assert.deepEqual(await openGames(), []);
    for (const visitor of [waiting, flexible, early, late]) {
      visitor.assertNoErrors();
      await visitor.close();
    }
  },
);

test("players with different wishes wait in games of their own", { timeout: 300_000 }, async () => {
  const games = new Set();
  const wishes = [
    { starts: "me" },
    { starts: "me" },
    { clock: "fischer:300+5" },
    { name: "njombwa", clock: "none" },
    { name: "azigo", clock: "none" },
  ];
  for (const one of wishes) {
    const visitor = await wish(one);
    games.add(await playAnybody(visitor));
    await visitor.close();
  }
  assert.equal(games.size, wishes.length);
  assert.equal((await openGames()).length, wishes.length);
});

test("two players who press at the same moment meet in one game", { timeout: 300_000 }, async () => {
  const before = (await openGames()).length;
  // Neither finds the other's game before it has opened its own, or not even then.
  for (const missed of [1, 2]) {
    const visitors = [await wish({ name: "ikibuguzo" }), await wish({ name: "ikibuguzo" })];
    await Promise.all(visitors.map(({ page }) => missSearches(page, missed)));
    await Promise.all(visitors.map(playAnybody));
    for (const { page } of visitors) await page.locator('#game[data-state="arranging"]').waitFor();
    const [one, other] = visitors.map(({ page }) => page.url());
    assert.equal(one, other);
    assert.equal((await openGames()).length, before);
    for (const visitor of visitors) {
      visitor.assertNoErrors();
      await visitor.close();
    }
  }
});

/** The first searches of a page find nothing, as if nobody had opened a game yet. */
async function missSearches(page, times) {
  await page.route(/\/api\/games\?/, (route) => route.fulfill({ json: { games: [], next: null } }), {
    times,
  });
}

/** What the server answers a player who has left too many games. */
const BANNED = { code: "left_too_many_games", detail: "you have left too many games" };

/** The next joins of a page are refused. */
async function refuseJoins(page, times) {
  await page.route("**/api/games/*/join", (route) => route.fulfill({ status: 429, json: BANNED }), { times });
}

/** The next commands of a page reach the server, but their answers are lost. */
async function loseAnswers(page, times) {
  const loseAnswer = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/commands", loseAnswer, { times });
}

/** Somebody waits in a game with a clock that no other test uses. */
async function createWaitingGame(clock) {
  return server.createGame("kubuguza", { begun: false, clock, starts: "random" });
}

async function withdraw({ game, south: { token } }) {
  const command = { type: "claim", game, id: "withdraw", claim: "abort" };
  await server.api("POST", "/api/commands", command, token);
}

test("after a refused join the next press opens another game", { timeout: 300_000 }, async () => {
  const waiting = await createWaitingGame("fischer:600+10");
  const visitor = await wish({ clock: "fischer:600+10" });
  await missSearches(visitor.page, 1);
  await refuseJoins(visitor.page, 1);
  await visitor.page.locator('#create button[value="anybody"]').click();
  await visitor.page.locator("#create [role=alert]").getByText(BANNED.detail).waitFor();
  await withdraw(waiting);
  const game = await playAnybody(visitor);
  assert.equal((await server.view(game)).state, "open");
  await visitor.close();
});

test("a game whose withdrawal was not answered is not opened", { timeout: 300_000 }, async () => {
  const { game } = await createWaitingGame("fischer:1800+20");
  const visitor = await wish({ clock: "fischer:1800+20" });
  await missSearches(visitor.page, 1);
  await loseAnswers(visitor.page, 1);
  assert.equal(await playAnybody(visitor), game);
  await visitor.close();
});

test("a player whose withdrawal gets no answer is told, and begins again", { timeout: 300_000 }, async () => {
  const waiting = await createWaitingGame("days:1");
  const visitor = await wish({ clock: "days:1" });
  await missSearches(visitor.page, 1);
  await loseAnswers(visitor.page, 3);
  await visitor.page.locator('#create button[value="anybody"]').click();
  await visitor.page.locator("#create [role=alert]").getByText("cannot be reached").waitFor();
  await withdraw(waiting);
  const game = await playAnybody(visitor);
  assert.equal((await server.view(game)).state, "open");
  await visitor.close();
});

test("who gives up a game for one that refuses the player is told", { timeout: 300_000 }, async () => {
  const waiting = await createWaitingGame("days:3");
  const visitor = await wish({ clock: "days:3" });
  const { page } = visitor;
  await missSearches(page, 2);
  await refuseJoins(page, 1);
  const own = await playAnybody(visitor);
  const alert = page.locator("#game").getByRole("alert").filter({ hasText: BANNED.detail });
  await alert.waitFor();
  assert.equal((await server.view(own)).state, "finished");
  assert.deepEqual(await visitor.axeViolations(), []);
  await alert.getByRole("link", { name: "Start another game" }).click();
  await page.waitForURL("/");
  await withdraw(waiting);
  await visitor.close();
});
