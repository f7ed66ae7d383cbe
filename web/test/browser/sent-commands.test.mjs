// What becomes of a tap: it is shown at once, and a stalled or lost line loses nothing and moves nothing.
//
// Parts: web/game/delivery.js, web/game/kept-commands.js, web/game/pending-commands.js, web/game/status.js, web/socket.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE } from "./browser.mjs";
import { openAsPlayer } from "./player.mjs";
import { startProxy } from "./proxy.mjs";
import { server } from "./setup.mjs";
import { recordShifts, takeShifts } from "./shifts.mjs";

const TIMEOUT = { timeout: 300_000 };

const head = async ({ game }) => (await server.events(game)).at(-1).seq;

const send = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, ...command }, players[seat].token);

/** Opens a new game, through a proxy, as the player to move, on a phone. `hole` can be sown. */
async function openGame() {
  const table = await server.createGame("kubuguza");
  const { view } = await server.api("GET", `/api/games/${table.game}`);
  const { to_move: seat, legal } = view.position;
  const proxy = await startProxy(server);
  const options = { baseURL: proxy.url, viewport: { ...PHONE, height: 740 } };
  const visitor = await openAsPlayer(table, seat, { speed: "off" }, recordShifts, options);
  const { page } = visitor;
  const tap = () => page.locator(`.holes button[data-hole="${legal[0]}"]`).click();
  const delivery = (state) => page.locator(`.delivery[data-delivery="${state}"]`).waitFor();
  const close = async () => {
    await visitor.close();
    await proxy.close();
  };
  return { table, seat, legal, proxy, visitor, page, tap, delivery, close };
}

test("a tap on a stalled line is lit at once, kept, and delivered; nothing moves", TIMEOUT, async () => {
  const { table, proxy, visitor, page, tap, delivery, close } = await openGame();
  const before = await head(table);
  await takeShifts(visitor);
  proxy.stall();
  await tap();
  assert.equal(await page.locator(".board .sent").count(), 1, "the hole is lit with the tap itself");
  await delivery("sending");
  await delivery("stalled");
  assert.match(await page.locator("#connection-notice").textContent(), /kept/);
  const { sum, moved } = await takeShifts(visitor, { countsInput: true });
  assert.equal(sum, 0, moved);
  proxy.resume();
  await delivery("stored");
  await page.locator("#connection-notice").waitFor({ state: "hidden" });
  assert.equal(await head(table), before + 1);
  await close();
});

test("a turn without an answer survives a reload", TIMEOUT, async () => {
  const { table, proxy, page, tap, delivery, close } = await openGame();
  const before = await head(table);
  proxy.cut();
  await delivery("offline");
  await tap();
  await page.locator(".board .sent").waitFor();
  proxy.restore();
  await page.reload();
  await page.locator(`#game[data-live][data-head="${before + 1}"]`).waitFor();
  assert.equal((await server.events(table.game)).at(-1).kind, "acted");
  await close();
});

test("a kept turn that does not fit the board any more is refused with its reason", TIMEOUT, async () => {
  const { table, seat, legal, proxy, page, tap, delivery, close } = await openGame();
  proxy.cut();
  await delivery("offline");
  await tap();
  await page.locator(".board .sent").waitFor();
  await send(table, seat, { type: "act", id: "elsewhere", after: await head(table), action: legal.at(-1) });
  const newest = await head(table);
  proxy.restore();
  await page.reload();
  await page.locator("#refusal", { hasText: "The board has changed" }).waitFor();
  assert.equal(await head(table), newest);
  await close();
});

test("a kept turn that was stored before the reload does not block the board", TIMEOUT, async () => {
  const { table, seat, legal, proxy, page, tap, delivery, close } = await openGame();
  proxy.cut();
  await delivery("offline");
  await tap();
  await page.locator(".board .sent").waitFor();
  const [{ message }] = await page.evaluate(() => JSON.parse(localStorage.getItem("ikibuguzo.commands")));
  assert.equal(message.action, legal[0]);
  await send(table, seat, message);
  const { position } = await server.view(table.game);
  const reply = { type: "act", id: "reply", after: await head(table), action: position.legal[0] };
  await send(table, position.to_move, reply);
  proxy.restore();
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem("ikibuguzo.commands") === "[]");
  await page.locator("#game:not([data-busy]) .hole.playable").first().waitFor();
  assert.equal(await page.locator(".board .sent").count(), 0);
  await close();
});

test("the sign says that the other player is there, and how long answers take", TIMEOUT, async () => {
  const { table, seat, tap, delivery, page, close } = await openGame();
  const other = await openAsPlayer(table, seat === "south" ? "north" : "south");
  await tap();
  await delivery("passed-on");
  assert.match(await page.locator(".delivery .delay").textContent(), /^\d+ ms$/);
  await other.close();
  await close();
});
