// What the page says of an action, of both sides and of the end, and how it marks holes.
//
// Parts: web/game/descriptions.js, web/game/status.js, web/game/marks.js, web/game/hole

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { openAsPlayer } from "./player.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);

const resign = ({ game, ...players }, seat) =>
  server.api("POST", "/api/commands", { type: "resign", game, id: "resign" }, players[seat].token);

test(
  "the last action, both totals and captured counters are told to everybody",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("njombwa:8");
    await server.playRandomly(table, 14, seededRandom(4));
    const south = await openAsPlayer(table, "south");
    const events = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
    const { seat, action } = events.at(-1);
    const name = { south: "South", north: "North" }[seat];
    assert.match(
      await south.page.locator("#last-action").innerText(),
      new RegExp(`^${name} .*${action[0]}.*counter`),
    );
    const { position } = await server.view(table.game);
    for (const side of ["south", "north"]) {
      const captured = events
        .filter((event) => event.seat === side)
        .flatMap(({ laps }) => laps.flatMap((lap) => lap.captured ?? []));
      const total =
        sumOf(position.holes[side]) + (position.to_move === side ? (position.pending?.hand ?? 0) : 0);
      const taken = sumOf(captured.map(([, count]) => count));
      const shown = south.page.locator(`.player[data-seat="${side}"] .total`);
      assert.equal(
        (await shown.innerText()).replace(/\s+/g, " ").trim(),
        `${total} counters, ${taken} captured`,
      );
      assert.equal(await shown.locator(".tray use").getAttribute("href"), `#seeds-${Math.min(taken, 16)}`);
    }
    south.assertNoErrors();
    await south.close();
  },
);

test("players are told in the second person how it ended", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await server.playRandomly(table, 8, seededRandom(4));
  const visitors = await Promise.all(["south", "north"].map((seat) => openAsPlayer(table, seat)));
  await resign(table, "south");
  const { south, north } = (await server.view(table.game)).position.holes;
  const own = sumOf(south);
  const other = sumOf(north);
  await visitors[0].page.getByText(`You lost, ${own} to ${other}: you gave up.`).first().waitFor();
  await visitors[1].page.getByText(`You won, ${other} to ${own}: the other side gave up.`).first().waitFor();
  for (const visitor of visitors) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

test("a hole that cannot be sown says why, with a link to the rules", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const south = await openAsPlayer(table, "south");
  const press = async (hole) => {
    await south.page.locator(`.holes button[data-hole="${hole}"]`).click({ force: true });
    return south.page.locator("#refusal").innerText();
  };
  assert.equal(await press("A"), "A is empty. Read the rules");
  assert.equal(await press("i"), "i belongs to the other side. Read the rules");
  assert.equal(await south.page.locator("#refusal a").getAttribute("href"), "/rules/kubuguza");
  south.assertNoErrors();
  await south.close();
});

test(
  "holes that may be sown, end holes and captured holes have signs of their own",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza");
    const random = seededRandom(5);
    const watcher = await openVisitor(browser, server);
    for (;;) {
      await server.playRandomly(table, 1, random);
      const acted = (await server.events(table.game)).findLast(({ kind }) => kind === "acted");
      if (acted.laps.some(({ captured }) => captured)) break;
    }
    await watcher.goto(`/game/${table.game}`);
    await watcher.page.locator("#game[data-live]").waitFor();
    const signs = (mark) => watcher.page.locator(`.board .${mark} .sign-${mark}`).count();
    assert.equal(await signs("last"), 1);
    assert.ok((await signs("captured")) > 0);
    assert.ok((await watcher.page.locator(".board .playable").count()) > 0);
    assert.equal(await watcher.page.locator(".board .playable:not(.last):not(.captured) .sign").count(), 0);
    await watcher.page.locator('#steps [data-step="first"]').click();
    await watcher.page.locator('#game[data-ply="0"]').waitFor();
    assert.equal(await watcher.page.locator(".board .sign").count(), 0);
    watcher.assertNoErrors();
    await watcher.close();
  },
);

test("turns without a choice are played for a player who wants that", { timeout: 300_000 }, async () => {
  const table = await server.createGame("ikibuguzo:first");
  await server.arrange(table);
  const forced = (await server.view(table.game)).position.legal;
  assert.equal(forced.length, 1, "the opening is prescribed");
  const south = await openAsPlayer(table, "south", { forced: true });
  await south.page.locator('#game[data-ply="1"]').waitFor();
  south.assertNoErrors();
  await south.close();
});
