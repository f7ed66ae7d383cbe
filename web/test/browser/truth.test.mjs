// What the pages say is so: clocks after the end and in replay, notices that no longer hold, and the lists of the first page.
//
// Parts: web/game/clocks.js, web/server-clock.js, web/home, pages/src/listing.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const clockOf = (visitor, seat) => visitor.page.locator(`.player[data-seat="${seat}"] .clock`);
const FINISHED = '#game[data-state="finished"][data-live]';

const send = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, id: crypto.randomUUID(), ...command }, players[seat].token);

test("the clock of a player whose time ran out shows zero", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { clock: "fischer:1+0" });
  const watcher = await openVisitor(browser, server);
  await watcher.goto(`/game/${table.game}`);
  await watcher.page.locator("#game[data-live]").waitFor();
  await server.playRandomly(table, 2, seededRandom(1));
  await watcher.page.locator(FINISHED).waitFor();
  assert.equal((await server.view(table.game)).outcome.reason, "timeout");
  for (const visit of [() => {}, () => watcher.page.reload()]) {
    await visit();
    await watcher.page.locator(FINISHED).waitFor();
    assert.deepEqual(await clockOf(watcher, "south").textContent(), "0:00");
    assert.deepEqual(await clockOf(watcher, "north").textContent(), "0:01");
  }
  watcher.assertNoErrors();
  await watcher.close();
});

test("replay shows the clocks of each ply", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { clock: "fischer:300+30" });
  await server.playRandomly(table, 8, seededRandom(2));
  await send(table, "south", { type: "resign" });
  const acted = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.page.locator(FINISHED).waitFor();
  const last = await clockOf(reader, "south").textContent();
  assert.match(last, /^[67]:/, "with the time added after its turns");
  for (let ply = acted.length - 1; ply > 0; ply--) {
    await reader.page.keyboard.press("ArrowLeft");
    await reader.page.locator(`#game[data-ply="${ply}"]`).waitFor();
    const { balance } = acted[ply - 1].clocks;
    for (const seat of ["south", "north"]) {
      const seconds = Math.floor(balance[seat] / 1_000);
      const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      assert.equal(await clockOf(reader, seat).textContent(), shown, `${seat} at ply ${ply}`);
    }
  }
  await reader.page.locator('#steps [data-step="last"]').click();
  assert.equal(await clockOf(reader, "south").textContent(), last);
  reader.assertNoErrors();
  await reader.close();
  const plain = await openVisitor(browser, server, { javaScriptEnabled: false });
  await plain.goto(`/game/${table.game}?ply=2`);
  assert.equal(await plain.page.locator(".clock").count(), 0, "the times of that ply are not known");
  await plain.goto(`/game/${table.game}`);
  assert.equal(await clockOf(plain, "south").textContent(), last);
  await plain.close();
});

test("a live game's clocks run on while an earlier board is shown", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { clock: "fischer:300+30" });
  await server.playRandomly(table, 4, seededRandom(2));
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}?ply=1`);
  await reader.page.locator(".clock.runs").waitFor();
  assert.match(await clockOf(reader, "north").textContent(), /^5:[23]/);
  reader.assertNoErrors();
  await reader.close();
});

test("a refusal goes when the game goes on", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const north = await openVisitor(browser, server);
  await north.signIn(table.north.token);
  await north.goto(`/game/${table.game}`);
  await north.page.locator("#game[data-live]").waitFor();
  await north.page.locator('.holes button[data-hole="m"]').click({ force: true });
  await north.page.getByText("It is not your turn.").waitFor();
  await server.playRandomly(table, 1, seededRandom(3));
  await north.page.locator("#state").getByText("Your turn.").waitFor();
  await north.page.locator("#refusal:empty").waitFor({ state: "attached" });
  north.assertNoErrors();
  await north.close();
});

test("an earlier board of the past is not said to have new turns", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 6, seededRandom(5));
  const reader = await openVisitor(browser, server);
  const fresh = reader.page.locator("#new-turns");
  await reader.goto(`/game/${table.game}?ply=2`);
  await reader.page.locator("#game[data-live]").waitFor();
  assert.equal(await fresh.textContent(), "");
  await server.playRandomly(table, 1, seededRandom(5));
  await fresh.getByText(/new/).waitFor();
  await send(table, "south", { type: "resign" });
  await reader.page.locator(FINISHED).waitFor();
  assert.equal(await fresh.textContent(), "");
  await reader.page.reload();
  await reader.page.locator(FINISHED).waitFor();
  assert.equal(await fresh.textContent(), "");
  reader.assertNoErrors();
  await reader.close();
});

test("a withdrawn game does not say that somebody waits", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { begun: false });
  const reader = await openVisitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.page.locator("#game[data-live]").waitFor();
  assert.match(await reader.page.title(), /is waiting for an opponent/);
  await send(table, "south", { type: "claim", claim: "abort" });
  await reader.page.locator(FINISHED).waitFor();
  for (const selector of ["title", "h1"])
    assert.match(await reader.page.locator(selector).textContent(), /^A game of .* that nobody joined/);
  await reader.goto("/");
  assert.equal(await reader.page.locator(`[data-game="${table.game}"]`).count(), 0);
  reader.assertNoErrors();
  await reader.close();
});

test("the first page shows each of six live games once", { timeout: 300_000 }, async () => {
  const games = [];
  for (const rules of ["kubuguza", "njombwa:8", "azigo", "ikibuguzo:choice", "kubuguza", "njombwa:9"])
    games.push((await server.createGame(rules)).game);
  const visitor = await openVisitor(browser, server);
  // A visitor with a token fetches the lists at once, and takes them over.
  await visitor.signIn((await server.createGuest()).token);
  const refreshed = visitor.page.waitForResponse(/\?known=/);
  await visitor.goto("/");
  await refreshed;
  for (const game of games) {
    const links = visitor.page.locator(`a[href="/game/${game}"]:visible`);
    await links.first().waitFor();
    assert.equal(await links.count(), 1);
  }
  assert.equal(await visitor.page.locator("[data-live]").count(), 4, "boards");
  assert.deepEqual(await visitor.axeViolations(), []);
  visitor.assertNoErrors();
  await visitor.close();
});
