// A player challenges another one by name, who is told on every page, and accepts or declines.
//
// Parts: web/visitor, web/notices.js, web/player-notices.js, server/src/live/subscribers.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const GAME_ADDRESS = /\/game\/[0-9a-z]{12}$/;

async function openPlayer(options) {
  const { name, token } = await server.createGuest();
  const visitor = await openVisitor(browser, server, options);
  await visitor.signIn(token);
  return Object.assign(visitor, { name });
}

/** Challenges a player from the player's page; the opponent begins. Returns the path of the game. */
async function challenge(challenger, name) {
  const { page } = challenger;
  await challenger.goto(`/players/${name}`);
  await page.getByRole("link", { name: `Challenge ${name}` }).click();
  await page.locator("#create fieldset:enabled").waitFor();
  await page.locator('#create input[name="game"][value="kubuguza"]').check({ force: true });
  await page.locator("#create summary").click();
  await page.locator('[name="starts"]').selectOption("opponent");
  await page.getByRole("button", { name: `Challenge ${name}: Kubuguza, no clock` }).click();
  await page.waitForURL(GAME_ADDRESS);
  await page.locator("#invite").getByText(`You have invited ${name}.`).waitFor();
  return new URL(page.url()).pathname;
}

test("who is challenged is told on every page, and accepts", { timeout: 300_000 }, async () => {
  const challenger = await openPlayer();
  const challenged = await openPlayer({ viewport: PHONE });
  await challenged.goto("/rules");
  const game = await challenge(challenger, challenged.name);
  assert.equal(await challenger.page.locator("#take-seat").count(), 0);
  assert.deepEqual(await challenger.axeViolations(), []);

  const notice = challenged.page.locator("#notices .notice");
  await notice.getByText(`${challenger.name} invites you to a game.`).waitFor();
  assert.deepEqual(await challenged.axeViolations(), []);
  await notice.getByRole("link", { name: "Look at it" }).click();
  await challenged.page.waitForURL(`**${game}`);
  await challenged.page
    .locator("#invite")
    .getByText(`${challenger.name} invites you to this game.`)
    .waitFor();
  assert.deepEqual(await challenged.axeViolations(), []);
  await challenged.page.locator("#take-seat").click();
  for (const { page } of [challenger, challenged])
    await page.locator('#game[data-state="playing"][data-live]').waitFor();
  assert.equal(await notice.count(), 0);

  await challenged.goto("/games");
  await challenged.page.getByRole("link", { name: "You 1 game waits for you" }).waitFor();
  for (const visitor of [challenger, challenged]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

test("an invitation is declined in its notice", { timeout: 300_000 }, async () => {
  const challenger = await openPlayer();
  const challenged = await openPlayer();
  await challenge(challenger, challenged.name);
  await challenged.goto("/");
  const notice = challenged.page.locator("#notices .notice");
  await notice.getByRole("button", { name: "Decline" }).click();
  await challenger.page.locator('#game[data-state="finished"]').waitFor();
  await notice.waitFor({ state: "detached" });
  for (const visitor of [challenger, challenged]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

test("an invitation is declined on the page of the game", { timeout: 300_000 }, async () => {
  const challenger = await openPlayer();
  const challenged = await openPlayer();
  const game = await challenge(challenger, challenged.name);
  await challenged.goto(game);
  await challenged.page.getByLabel("Why").selectOption("Too fast");
  assert.deepEqual(await challenged.axeViolations(), []);
  await challenged.page.locator("#decline").click();
  await challenger.page
    .getByText(`${challenged.name} has declined: the clock is too fast.`)
    .first()
    .waitFor();
  for (const { page } of [challenger, challenged])
    await page.locator('#game[data-state="finished"]').waitFor();
  challenged.assertNoErrors();
  for (const visitor of [challenger, challenged]) await visitor.close();
});

test(
  "an invitation that is put aside stays away, and others cannot take the seat",
  { timeout: 300_000 },
  async () => {
    const challenger = await openPlayer();
    const challenged = await openPlayer();
    const game = await challenge(challenger, challenged.name);
    await challenged.goto("/");
    const notice = challenged.page.locator("#notices .notice");
    await notice.getByRole("button", { name: "Not now" }).click();
    await notice.waitFor({ state: "detached" });
    const subscribed = challenged.page
      .waitForEvent("websocket")
      .then((socket) =>
        socket.waitForEvent("framereceived", ({ payload }) => payload.includes('"invitations"')),
      );
    await challenged.goto("/games");
    await subscribed;
    assert.equal(await notice.count(), 0);

    const spectator = await openVisitor(browser, server);
    await spectator.goto(game);
    await spectator.page.locator("#game[data-live]").waitFor();
    await spectator.page.getByText(`The other seat is kept for ${challenged.name}.`).waitFor();
    assert.equal(await spectator.page.locator("#take-seat, #decline").count(), 0);
    for (const visitor of [challenger, challenged, spectator]) {
      visitor.assertNoErrors();
      await visitor.close();
    }
  },
);

test("an invited guest who has claimed a name meanwhile accepts", { timeout: 300_000 }, async () => {
  const challenger = await openPlayer();
  const challenged = await openPlayer();
  const game = await challenge(challenger, challenged.name);
  await challenged.goto("/");
  const claim = { name: "Mukandori", passphrase: "four words and a comma" };
  await server.api("PUT", "/api/players/me", claim, await challenged.token());
  await challenged.goto(game);
  await challenged.page.locator("#decline").waitFor();
  await challenged.page.locator("#take-seat").click();
  await challenged.page.locator('#game[data-state="playing"][data-live]').waitFor();
  for (const visitor of [challenger, challenged]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

test("a blocked player cannot challenge", { timeout: 300_000 }, async () => {
  const one = await openPlayer();
  const other = await openPlayer();
  await one.goto(`/players/${other.name}`);
  await one.page.getByRole("button", { name: `Block ${other.name}` }).click();
  await one.page.getByRole("button", { name: `Unblock ${other.name}` }).waitFor();
  assert.deepEqual(await one.axeViolations(), []);

  await other.goto(`/?opponent=${one.name}`);
  await other.page.locator("#create fieldset:enabled").waitFor();
  await other.page.getByRole("button", { name: `Challenge ${one.name}` }).click();
  await other.page.locator("#create [role=alert]").getByText("One of you has blocked the other").waitFor();
  for (const visitor of [one, other]) await visitor.close();
});
