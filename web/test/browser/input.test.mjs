// Input that is overtaken: a press while the game changes or previews arrive, a double click, a position that was taken
// back, an offer that was declined elsewhere, a token that another tab has replaced, and a page in the background.
//
// Parts: web/game/move-input.js, web/game/pending-commands.js, web/game/connection.js, web/game/game-state.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { openAsPlayer } from "./player.mjs";
import { startProxy } from "./proxy.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const head = async (game) => (await server.events(game)).at(-1).seq;
const view = (game, ply) => server.api("GET", `/api/games/${game}/plies/${ply}`);

let commands = 0;
const send = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, id: `input-${commands++}`, ...command }, players[seat].token);

const act = async (table, seat, action) =>
  send(table, seat, { type: "act", after: await head(table.game), action });

async function takeBack(table, seat, other) {
  const { seq } = await send(table, seat, { type: "offer_takeback" });
  await send(table, other, { type: "answer_takeback", offer: seq, accept: true });
}

/** Both players agree that they are shown what an action would do. */
async function agreeToPreviews(table) {
  const { seq } = await send(table, "south", { type: "offer_previews" });
  await send(table, "north", { type: "answer_previews", offer: seq, accept: true });
}

/** A game in which two actions of North's make one of South's holes capture different numbers. */
async function createForkedGame() {
  for (let seed = 1; ; seed++) {
    const table = await server.createGame("kubuguza");
    const random = seededRandom(seed);
    await server.playRandomly(table, 11, random);
    const { position, previews: norths } = await view(table.game, 11);
    if (position?.to_move !== "north") continue;
    const seen = new Map();
    for (const { action } of norths) {
      await act(table, "north", action);
      const { position: after, previews } = await view(table.game, 12).catch(() => ({}));
      if (after?.to_move !== "south") break;
      for (const { action: hole, captured } of previews) {
        const before = seen.get(hole);
        if (before && captured && before.captured && captured !== before.captured) {
          await takeBack(table, "north", "south");
          return { table, hole, one: before, other: { north: action, captured } };
        }
        if (!before) seen.set(hole, { north: action, captured });
      }
      await takeBack(table, "north", "south");
    }
  }
}

test("after a takeback a choice shows the preview of the new position", { timeout: 300_000 }, async () => {
  const { table, hole, one, other } = await createForkedGame();
  await agreeToPreviews(table);
  const south = await openAsPlayer(table, "south", { confirm: true });
  const choice = south.page.locator(`#action-choice button[data-action="${hole}"]`);
  for (const { north, captured } of [one, other]) {
    await act(table, "north", north);
    await south.waitForEvent(await head(table.game));
    await south.page.locator(`.holes button[data-hole="${hole}"]`).click();
    await choice.getByText(/captur/).waitFor();
    assert.match(await choice.textContent(), new RegExp(`captur\\w+ ${captured}\\b`));
    await south.page.keyboard.press("Escape");
    await takeBack(table, "north", "south");
    await south.waitForEvent(await head(table.game));
  }
  south.assertNoErrors();
  await south.close();
});

/** Delays all previews until the returned function is called. */
async function delayPreviews(page) {
  const waiting = [];
  await page.route(/\/plies\//, (route) => waiting.push(route));
  return async () => {
    for (const route of waiting.splice(0)) await route.continue();
  };
}

/** A game in which South can sow a hole in both directions: that hole, and the ply. */
async function createTwoWayGame() {
  const table = await server.createGame("kubuguza");
  const random = seededRandom(1);
  for (;;) {
    const { to_move, legal, ply } = (await server.view(table.game)).position;
    const clockwise = to_move === "south" && legal.find((action) => action.endsWith("<"));
    if (clockwise) return { table, hole: clockwise[0], ply };
    await server.playRandomly(table, 1, random);
  }
}

test("the buttons of a choice stay when previews arrive", { timeout: 300_000 }, async () => {
  for (const device of ["keyboard", "mouse"]) {
    const { table, hole, ply } = await createTwoWayGame();
    await agreeToPreviews(table);
    const south = await openAsPlayer(table, "south");
    const { page } = south;
    const release = await delayPreviews(page);
    const choice = page.locator(`#action-choice button[data-action="${hole}"]`);
    await page.locator(`.holes button[data-hole="${hole}"]`).focus();
    await page.keyboard.press(hole);
    await choice.and(page.locator(":focus")).waitFor();
    await choice.hover();
    if (device === "mouse") await page.mouse.down();
    await release();
    await choice.getByText(/captur/).waitFor();
    await (device === "mouse" ? page.mouse.up() : page.keyboard.press("Enter"));
    await page.locator(`#game[data-ply="${ply + 1}"]`).waitFor();
    south.assertNoErrors();
    await south.close();
  }
});

test(
  "a question says what an action would do only after both have agreed",
  { timeout: 300_000 },
  async () => {
    const { table, hole } = await createTwoWayGame();
    const south = await openAsPlayer(table, "south", { confirm: true });
    const effects = south.page.locator("#action-choice button .effect:not(:empty)");
    const ask = async () => {
      await south.page.locator(`.holes button[data-hole="${hole}"]`).click();
      await south.page.locator(`#action-choice button[data-action^="${hole}"]`).first().waitFor();
      await south.waitUntilLoaded();
    };
    await ask();
    assert.equal(await effects.count(), 0);
    assert.doesNotMatch(await south.page.locator("#action-choice").textContent(), /captur|end/);
    await agreeToPreviews(table);
    await effects
      .or(south.page.locator("#action-choice button").getByText(/captur|end/))
      .first()
      .waitFor();
    south.assertNoErrors();
    await south.close();
  },
);

test("a press that began before a takeback plays nothing", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 2, seededRandom(3));
  const south = await openAsPlayer(table, "south");
  const { seq } = await send(table, "south", { type: "offer_takeback" });
  const { position } = await view(table.game, 0);
  const hole = position.legal.find((action) => action.length === 1);
  await south.page.locator(`.holes button[data-hole="${hole}"]`).hover();
  await south.page.mouse.down();
  await send(table, "north", { type: "answer_takeback", offer: seq, accept: true });
  await south.waitForEvent(await head(table.game));
  await south.page.mouse.up();
  assert.ok(await south.page.locator("#board.interactive").count(), "South can still play");
  await south.page.locator(`.holes button[data-hole="${hole}"]`).click();
  await south.page.locator('#game[data-ply="1"]').waitFor();
  south.assertNoErrors();
  await south.close();
});

test(
  "a letter plays only while the board has the focus and the setting is on",
  { timeout: 300_000 },
  async () => {
    for (const keys of [true, false]) {
      const table = await server.createGame("kubuguza");
      const south = await openAsPlayer(table, "south", { keys });
      const { page } = south;
      const typeEverywhere = async () => {
        const { legal } = (await server.view(table.game)).position;
        for (const hole of legal) await page.keyboard.press(hole);
        for (const selector of [
          "#chat button >> nth=0",
          "#resign",
          "#steps [data-step] >> nth=0",
          "#chat input",
        ]) {
          await page.locator(selector).focus();
          for (const hole of legal) await page.keyboard.press(hole);
        }
      };
      await typeEverywhere();
      await page.locator(".holes button[tabindex='0']").focus();
      await page.keyboard.press("o");
      if (!keys) await page.locator('.holes button[data-hole="M"]').click();
      await page.locator('#game[data-ply="1"]').waitFor();
      const played = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
      assert.deepEqual(
        played.map(({ action }) => action),
        [keys ? "O" : "M"],
      );
      south.assertNoErrors();
      await south.close();
    }
  },
);

test(
  "a ready-made sentence is said once, and the focus is in the text field",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza");
    const south = await openAsPlayer(table, "south");
    const { page } = south;
    const said = async () =>
      (await server.events(table.game)).filter(({ kind }) => kind === "said").map(({ text }) => text);
    await page.getByRole("button", { name: "Good luck!" }).focus();
    await page.keyboard.press("Space");
    await page.locator("#chat input:focus").waitFor();
    await page.keyboard.press("Space");
    await page.keyboard.type("Murakoze");
    await page.keyboard.press("Enter");
    await page.locator("#chat-messages li").nth(1).waitFor();
    assert.deepEqual(await said(), ["Good luck!", "Murakoze"]);
    await page.getByRole("button", { name: "Thank you!" }).dblclick();
    await page.locator("#chat-messages li").nth(2).waitFor();
    await page.locator("#chat input:focus").fill("Mwaramutse");
    await page.keyboard.press("Enter");
    await page.locator("#chat-messages li").nth(3).waitFor();
    assert.deepEqual((await said()).slice(2), ["Thank you!", "Mwaramutse"]);
    south.assertNoErrors();
    await south.close();
  },
);

test("a double click answers one question", { timeout: 300_000 }, async () => {
  const { table, seat, action, ply } = await server.createGameWithTwoChoices();
  const visitor = await openAsPlayer(table, seat);
  const press = async (clickCount) => {
    await visitor.page.mouse.down({ clickCount });
    await visitor.page.mouse.up({ clickCount });
  };
  await visitor.page.locator(`#action-choice button[data-action="${action}"]`).hover();
  await press(1);
  await visitor.page.locator(`#game[data-ply="${ply + 1}"]:not([data-busy])`).waitFor();
  const next = visitor.page.locator("#action-choice button[data-action]").first();
  await next.hover();
  await press(2);
  assert.ok(await next.isVisible(), "the next question is still shown");
  await press(1);
  await visitor.page.locator(`#game[data-ply="${ply + 2}"]`).waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("a stored text that is no token is ignored", { timeout: 300_000 }, async () => {
  const { game } = await server.createGame("kubuguza");
  const visitor = await openVisitor(browser, server);
  await visitor.signIn("no token\nat all");
  await visitor.goto(`/game/${game}`);
  await visitor.page.locator('#game[data-live][data-role="spectator"]').waitFor();
  await visitor.goto("/");
  await visitor.page.getByRole("button", { name: "Invite a friend" }).click();
  await visitor.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "a page in the background, whose timers run once a minute, stays connected",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createGame("kubuguza");
    const visitor = await openVisitor(browser, server);
    const sockets = [];
    visitor.page.on("websocket", (socket) => sockets.push(socket));
    await visitor.page.clock.install();
    await visitor.goto(`/game/${game}`);
    await visitor.page.locator("#game[data-live]").waitFor();
    for (let minutes = 0; minutes < 3; minutes++) {
      const pong = sockets[0].waitForEvent("framereceived", {
        predicate: ({ payload }) => payload.includes('"pong"'),
      });
      await visitor.page.clock.fastForward(60_000);
      await pong;
    }
    assert.equal(sockets.length, 1);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

for (const kind of ["draw", "takeback"]) {
  test(`a phone that slept answers the newest ${kind} offer`, { timeout: 300_000 }, async () => {
    const random = seededRandom(4);
    const table = await server.createGame("kubuguza");
    await server.playRandomly(table, 6, random);
    const { seq: first } = await send(table, "north", { type: `offer_${kind}` });
    const proxy = await startProxy(server);
    const phone = await openAsPlayer(table, "south", {}, undefined, { baseURL: proxy.url });
    const { page } = phone;
    await page.locator(`#offer-${kind}`).waitFor();
    proxy.cut();
    await page.locator("#connection-notice").waitFor({ state: "visible" });

    await send(table, "south", { type: `answer_${kind}`, offer: first, accept: false });
    // A player who has offered something waits for six actions.
    await server.playRandomly(table, 8, random);
    const { seq: second } = await send(table, "north", { type: `offer_${kind}` });
    proxy.restore();
    await page.locator(`#game[data-live][data-head="${second}"]`).waitFor();
    await page.locator('#offers [data-do="decline"]').click();
    await page.locator(`#offer-${kind}`).waitFor({ state: "detached" });
    const { kind: answered, offer } = (await server.events(table.game)).at(-1);
    assert.deepEqual([answered, offer], [`${kind}_declined`, second]);
    assert.equal(await page.locator("#refusal").textContent(), "");
    await phone.close();
    await proxy.close();
  });
}
