// A player who waits for a person: the page offers the computer meanwhile, the invitation stays open, and the player is
// told on every page when somebody comes.
//
// Parts: web/waiting-games.js, web/game/waiting-wish.js, web/invitation-watcher.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const GAME_ADDRESS = /\/game\/[0-9a-z]{12}$/;
const gameOf = (visitor) => new URL(visitor.page.url()).pathname.split("/")[2];

/** Opens an invitation from the first page, with time standing still on the page. */
async function invite(visitor, clock = "none") {
  await visitor.page.clock.install();
  await visitor.goto("/");
  await visitor.page.locator("#create fieldset:enabled").waitFor();
  await visitor.page.locator('#create input[name="game"][value="kubuguza"]').check({ force: true });
  await visitor.page.locator("#create summary").click();
  await visitor.page.locator('[name="clock"]').selectOption(clock);
  await visitor.page.locator('#create button[value="friend"]').click();
  await visitor.page.waitForURL(GAME_ADDRESS);
  await visitor.page.locator("#game[data-live]").waitFor();
  return gameOf(visitor);
}

async function joinAsGuest(game) {
  const guest = await server.createGuest();
  await server.api("POST", `/api/games/${game}/join`, undefined, guest.token);
  return guest;
}

/** Waits until a spectator sees that the maker of an open game is there. */
async function waitForMaker(game) {
  const watcher = await openVisitor(browser, server);
  await watcher.goto(`/game/${game}`);
  await watcher.page.locator(".player .presence").getByText("here", { exact: true }).waitFor();
  await watcher.close();
}

test("the page offers the computer and keeps the invitation open", { timeout: 300_000 }, async () => {
  const host = await openVisitor(browser, server);
  const open = await invite(host, "fischer:600+10");
  assert.equal(await host.page.locator("#computer-offer").count(), 0);
  await host.page.clock.fastForward(10_000);
  await host.page
    .locator("#computer-offer")
    .getByText(/Nobody there yet\?/)
    .waitFor();
  assert.deepEqual(await host.axeViolations(), []);
  await host.page.getByRole("button", { name: "Play the computer, level 3" }).click();
  await host.page.waitForURL((url) => GAME_ADDRESS.test(url.pathname) && !url.pathname.includes(open));
  await host.page.locator("#game[data-live]").waitFor();
  const meanwhile = gameOf(host);
  const view = await server.view(meanwhile, await host.token());
  assert.deepEqual([view.rules, view.clock, view.bots.length], ["kubuguza", "fischer:600+10", 1]);
  assert.equal((await server.view(open)).state, "open");
  await waitForMaker(open);

  const guest = await joinAsGuest(open);
  const notice = host.page.locator("#notices .notice");
  await notice.getByText(`${guest.name} has joined your game.`).waitFor();
  assert.equal(gameOf(host), meanwhile, "nothing switches by itself");
  assert.deepEqual(await host.axeViolations(), []);
  await notice.getByRole("link", { name: "Go there" }).click();
  await host.page.waitForURL(`**/game/${open}`);
  await host.page.locator('#game[data-state="playing"][data-live]').waitFor();
  assert.equal(await notice.count(), 0);
  host.assertNoErrors();
  await host.close();
});

test("on every page a player is told that somebody has come, once", { timeout: 300_000 }, async () => {
  const paths = ["/", "/games", "/rules", "/rules/kubuguza", "/stats", "/you"];
  for (const path of paths) {
    const host = await openVisitor(browser, server, { viewport: PHONE });
    const open = await invite(host);
    await host.goto(path);
    await waitForMaker(open);
    const { name } = await joinAsGuest(open);
    const notice = host.page.locator("#notices .notice");
    await notice.getByText(`${name} has joined your game.`).waitFor();
    assert.deepEqual(await host.axeViolations(), [], path);
    await notice.getByRole("button", { name: "Not now" }).click();
    await notice.waitFor({ state: "detached" });
    await host.goto("/rules/azigo");
    assert.deepEqual(await host.page.evaluate(() => localStorage.getItem("ikibuguzo.waiting")), "[]");
    host.assertNoErrors();
    await host.close();
  }
});

test("a player is told who has come between two pages", { timeout: 300_000 }, async () => {
  const host = await openVisitor(browser, server);
  const open = await invite(host);
  await host.goto("about:blank");
  const { name } = await joinAsGuest(open);
  await host.goto("/rules");
  await host.page.locator("#notices").getByText(`${name} has joined your game.`).waitFor();
  host.assertNoErrors();
  await host.close();
});

test("a withdrawn game is not followed", { timeout: 300_000 }, async () => {
  const host = await openVisitor(browser, server);
  await invite(host);
  await host.page.locator("#withdraw").click();
  await host.page.locator('#game[data-state="finished"]').waitFor();
  assert.equal(await host.page.locator("#computer-offer").count(), 0);
  const sent = [];
  const subscribed = host.page.waitForEvent("websocket").then((socket) => {
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(payload).type));
    return socket.waitForEvent("framereceived", ({ payload }) => payload.includes('"subscribed"'));
  });
  await host.goto("/rules");
  await subscribed;
  assert.deepEqual(sent, ["hello", "subscribe"], "no game is joined");
  host.assertNoErrors();
  await host.close();
});

test("a browser that keeps no site data makes no game that would be lost", { timeout: 300_000 }, async () => {
  const host = await server.createGuest();
  const options = { id: "kept-nothing", rules: "kubuguza", clock: "none", public: true };
  const { game } = await server.api("POST", "/api/games", options, host.token);
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("site data is blocked", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
  });
  await visitor.goto("/");
  await page.locator("#create fieldset:enabled").waitFor();
  await page.locator('#create input[name="game"][value="kubuguza"]').check({ force: true });
  for (const way of ["computer", "friend", "anybody"]) {
    await page.locator(`#create button[value="${way}"]`).click();
    await page
      .locator("#create [role=alert]")
      .getByText(/keeps no data of this site/)
      .waitFor();
    assert.equal((await server.view(game)).state, "open");
  }
  await page.locator(`a[data-join="${game}"]`).click();
  await page.waitForURL(GAME_ADDRESS);
  assert.equal((await server.view(game)).state, "open", "the link only leads to the game");
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator('#game[data-state="playing"]').waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});
