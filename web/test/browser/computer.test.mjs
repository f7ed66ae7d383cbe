// Computer players and other bots on the page: how a game against one is started, and how they are marked.
//
// Parts: web/new-game.js, pages/src/home, server/src/computer

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const GAME_ADDRESS = /\/game\/[0-9a-z]{12}$/;
const gameOf = (visitor) => new URL(visitor.page.url()).pathname.split("/")[2];
const wayButton = (visitor, way) => visitor.page.locator(`#create button[value="${way}"]`);

/** The text of a button on the first page, with single spaces. */
const textOf = async (locator) => (await locator.innerText()).replace(/\s+/g, " ");

/** Presses "Play the computer" and waits for the game. */
async function playComputer(visitor) {
  await wayButton(visitor, "computer").click();
  await visitor.page.waitForURL(GAME_ADDRESS);
  await visitor.page.locator("#game[data-live]").waitFor();
  return server.view(gameOf(visitor), await visitor.token());
}

test(
  "one press on the first page starts a private game against the computer",
  { timeout: 300_000 },
  async () => {
    const visitor = await openVisitor(browser, server);
    await visitor.goto("/");
    assert.equal(await textOf(wayButton(visitor, "computer")), "Play the computer: Ikibuguzo, no clock");
    const { players, bots, public: isPublic } = await playComputer(visitor);
    assert.equal(players[bots[0]], "computer-3");
    assert.equal(isPublic, false);
    await visitor.page.locator(`.player[data-seat="${bots[0]}"] .bot`).getByText("computer").waitFor();
    assert.equal(await visitor.page.locator(".player .bot").count(), 1);
    assert.deepEqual(await visitor.axeViolations(), []);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("the name of the computer is not cut on a phone", { timeout: 300_000 }, async () => {
  for (const [rules, width] of [
    ["ikibuguzo:choice", 320],
    ["ikibuguzo:choice", 360],
    ["kubuguza", 320],
    ["kubuguza", 360],
  ]) {
    const visitor = await openVisitor(browser, server, { viewport: { width, height: 740 } });
    const guest = await server.createGuest();
    const request = { id: "phone", rules, starts: "me", public: false, opponent: "bot:3" };
    const { game } = await server.api("POST", "/api/games", request, guest.token);
    await visitor.signIn(guest.token);
    await visitor.goto(`/game/${game}`);
    const { page } = visitor;
    const row = page.locator(".player[data-seat=north]");
    if (rules === "kubuguza") await page.locator("#game[data-live]").waitFor();
    else await row.locator(".presence", { hasText: "has arranged" }).waitFor();
    const name = row.locator(".name");
    const [inner, whole] = await name.evaluate((name) => [name.clientWidth, name.scrollWidth]);
    assert.ok(inner >= whole, `${rules} at ${width}: ${inner} of ${whole} wide`);
    visitor.assertNoErrors();
    await visitor.close();
  }
});

for (const [name, rules] of Object.entries({
  ikibuguzo: "ikibuguzo:second",
  kubuguza: "kubuguza",
  njombwa: "njombwa:10",
  azigo: "azigo:handicap=north",
})) {
  test(
    `the computer plays ${rules} with a clock, and the choices are kept`,
    { timeout: 300_000 },
    async () => {
      const visitor = await openVisitor(browser, server);
      const { page } = visitor;
      await visitor.goto("/");
      await page.locator(`#create input[name="game"][value="${name}"]`).check({ force: true });
      await page.locator("#create summary").click();
      if (name !== "kubuguza") await page.locator(`[name="rules-${name}"]`).selectOption(rules);
      await page.locator('[name="clock"]').selectOption("custom");
      await page.locator('[name="minutes"]').fill("4");
      await page.locator('[name="more"]').fill("7");
      await page.locator('[name="level"]').selectOption({ label: "Level 5" });
      const text = await textOf(wayButton(visitor, "computer"));
      assert.match(text, /^Play the computer: \w+.*, 4\+7$/);
      const view = await playComputer(visitor);
      assert.deepEqual([view.rules, view.clock], [rules, "fischer:240+7"]);
      assert.equal(view.players[view.bots[0]], "computer-5");
      await visitor.goto("/");
      await page.locator("#create fieldset:enabled").waitFor();
      assert.equal(
        await textOf(wayButton(visitor, "computer")),
        text,
        "what is played shows in folded options",
      );
      assert.equal(await page.locator('[name="level"]').inputValue(), "bot:5");
      visitor.assertNoErrors();
      await visitor.close();
    },
  );
}

test("the buttons say what will be played, also with a remembered clock", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/");
  await page.locator('#create input[name="game"][value="kubuguza"]').check({ force: true });
  await page.locator("#create summary").click();
  await page.locator('[name="clock"]').selectOption("fischer:180+2");
  for (const way of ["friend", "anybody", "computer"])
    assert.match(await textOf(wayButton(visitor, way)), /: Kubuguza, 3\+2$/);
  await wayButton(visitor, "friend").click();
  await page.waitForURL(GAME_ADDRESS);
  await visitor.goto("/");
  await page.locator("#create fieldset:enabled").waitFor();
  assert.equal(await page.locator('[name="clock"]').isVisible(), false, "the options are folded");
  assert.equal(await textOf(wayButton(visitor, "friend")), "Invite a friend: Kubuguza, 3+2");
  await page.locator("#create summary").click();
  await page.locator('[name="clock"]').selectOption("custom");
  await page.locator('[name="kind"]').selectOption("days");
  assert.match(await textOf(wayButton(visitor, "anybody")), /: Kubuguza, 2 days a turn$/);
  visitor.assertNoErrors();
  await visitor.close();
});

test("lists and profiles say that a player is a computer", { timeout: 300_000 }, async () => {
  const guest = await server.createGuest();
  const request = { id: "create", rules: "kubuguza", starts: "me", public: true, opponent: "bot:7" };
  const { game } = await server.api("POST", "/api/games", request, guest.token);
  const visitor = await openVisitor(browser, server);
  for (const path of ["/", "/games?state=live", `/players/${guest.name}`]) {
    await visitor.goto(path);
    const item = visitor.page.locator(`[data-game="${game}"]`).first();
    assert.match(await textOf(item.locator(".players")), new RegExp(`^${guest.name} – computer-7 computer$`));
  }
  await visitor.goto("/players/computer-7");
  assert.equal(await textOf(visitor.page.locator("h1")), "computer-7 computer");
  visitor.assertNoErrors();
  await visitor.close();
});

test("a page says that the player who sits down is a bot", { timeout: 300_000 }, async () => {
  const { game } = await server.createGame("kubuguza", { begun: false });
  const bot = await server.createGuest();
  await server.api("PUT", "/api/players/me/bot", undefined, bot.token);
  const watcher = await openVisitor(browser, server);
  await watcher.goto(`/game/${game}`);
  await watcher.page.locator("#game[data-live]").waitFor();
  assert.equal(await watcher.page.locator(".player .bot").count(), 0);
  await server.api("POST", `/api/games/${game}/join`, undefined, bot.token);
  await watcher.page.locator('.player[data-seat="north"] .bot').getByText("bot", { exact: true }).waitFor();
  await watcher.page.reload();
  assert.equal(await watcher.page.locator('.player[data-seat="north"] .bot').count(), 1);
  watcher.assertNoErrors();
  await watcher.close();
});

/** Holds back the server's messages about a game once it is joined, until the returned function lets them through. */
async function holdMessages(page, isHeld) {
  const held = [];
  let toPage;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((text) => {
      // Another socket tells the visitor of other games.
      if (JSON.parse(text).type === "join") toPage = socket;
      toServer.send(text);
    });
    toServer.onMessage((text) => (isHeld(JSON.parse(text)) ? held.push(text) : socket.send(text)));
  });
  return {
    say: (message) => toPage.send(JSON.stringify(message)),
    release: () => {
      isHeld = () => false;
      for (const text of held.splice(0)) toPage.send(text);
    },
  };
}

/** The number of the first action in a game without an arrangement, when both players have sat down. */
const OWN_ACTION = 5;

test("the page says how many games a busy computer thinks about first", { timeout: 300_000 }, async () => {
  const guest = await server.createGuest();
  const request = { id: "create", rules: "kubuguza", starts: "me", public: false, opponent: "bot:1" };
  const visitor = await openVisitor(browser, server);
  await visitor.signIn(guest.token);
  const messages = await holdMessages(visitor.page, ({ seq }) => seq > OWN_ACTION);
  const { game } = await server.api("POST", "/api/games", request, guest.token);
  await visitor.goto(`/game/${game}`);
  await visitor.page.locator('.holes button[aria-disabled="false"]').first().click();
  await visitor.page.locator("#state").getByText("North is to move.").waitFor();
  messages.say({
    type: "presence",
    game,
    present: { south: true, north: true },
    claim_at: { south: null, north: null },
    spectators: 0,
    computer_queue: 3,
  });
  const queue = visitor.page.getByText("The computer thinks about 3 other games first.");
  await queue.waitFor();
  messages.release();
  await visitor.page.locator("#state").getByText("Your turn.").waitFor();
  assert.equal(await queue.count(), 0);
  visitor.assertNoErrors();
  await visitor.close();
});
