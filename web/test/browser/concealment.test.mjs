// A page receives nothing that its player must not know.
//
// Parts: game/src/projection, server/src/live/fan_out.rs, web/game/reveal.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { GameTable } from "./table.mjs";

/** Records all texts that a visitor's page receives, over sockets and as responses. */
function recordTexts(visitor) {
  const texts = [];
  visitor.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => texts.push(String(payload))),
  );
  visitor.page.on("response", async (answer) => {
    const kind = answer.headers()["content-type"] ?? "";
    if (/json|html/.test(kind)) texts.push(await answer.text().catch(() => ""));
  });
  return texts;
}

/** All objects in a JSON value, at any depth, for which `matches` is true. */
function* findObjects(value, matches) {
  if (value === null || typeof value !== "object") return;
  if (matches(value)) yield value;
  for (const inner of Object.values(value)) yield* findObjects(inner, matches);
}

const parseAll = (texts) => texts.flatMap((text) => (text.startsWith("{") ? [JSON.parse(text)] : []));

test("only its owner receives an Azigo store while the game is played", { timeout: 300_000 }, async () => {
  const table = new GameTable(server, await server.createGame("azigo"), {
    inputs: { south: "pointer", north: "keyboard" },
  });
  const recorded = {};
  for (const name of ["south", "north", "watcher"]) {
    const visitor = await openVisitor(browser, server);
    recorded[name] = recordTexts(visitor);
    await table.join(name, visitor);
  }
  const random = seededRandom(7);
  for (let played = 0; played < 30 && (await table.playTurn(random)); played++);
  for (const [name, texts] of Object.entries(recorded)) {
    const stores = parseAll(texts).flatMap((json) => [...findObjects(json, (inner) => "stores" in inner)]);
    assert.ok(stores.length > 0, `${name} received stores`);
    for (const { stores: received } of stores) {
      for (const seat of ["south", "north"]) {
        assert.equal(received[seat] === null, seat !== name, `${name} and the store of ${seat}`);
      }
    }
    const entered = parseAll(texts).flatMap((json) => [
      ...findObjects(json, (inner) => inner.legal?.includes("*")),
    ]);
    for (const { to_move: mover } of entered)
      assert.equal(mover, name, "only its owner learns that a store can be entered");
  }
});

/** Takes the free seat. The page learns that the game has begun before it learns that the seat is its own. */
async function sitDown(visitor) {
  await visitor.page.route("**/join", async (route) => {
    const response = await route.fetch();
    await visitor.page.locator('#game[data-state="playing"]').waitFor();
    await route.fulfill({ response });
  });
  await visitor.page.locator("#take-seat").click();
}

test(
  "a player who takes the free seat of an Azigo game sees its own store and may enter it",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createGame("azigo", { begun: false, starts: "opponent" });
    const guest = await openVisitor(browser, server);
    await guest.goto(`/game/${game}`);
    await guest.page.locator("#game[data-live]").waitFor();
    await sitDown(guest);
    await guest.page.locator('#action-choice button[data-action="*"]').waitFor();
    const { position } = await server.view(game, await guest.token());
    const { south, north } = await guest.counts();
    assert.equal(south, String(position.stores.south));
    assert.doesNotMatch(north, /\d/, "the other store is concealed");
    guest.assertNoErrors();
    await guest.close();
  },
);

test("nobody else receives a sealed arrangement before both are sealed", { timeout: 300_000 }, async () => {
  const table = new GameTable(server, await server.createGame("ikibuguzo:choice"), { inputs: {} });
  const recorded = {};
  for (const name of ["south", "north", "watcher"]) {
    const visitor = await openVisitor(browser, server);
    recorded[name] = recordTexts(visitor);
    await table.join(name, visitor);
  }
  await table.visitors.south.page.locator('#game button[data-array="second"]').click();
  await table.visitors.south.page.locator("#game [data-sealed]").waitFor();
  await table.assertBoards();
  for (const name of ["north", "watcher"]) {
    const messages = parseAll(recorded[name]);
    const sealed = messages.flatMap((json) => [
      ...findObjects(json, (inner) => inner.array || inner.sealed || inner.arrays),
    ]);
    assert.deepEqual(sealed, [], `${name} receives no arrangement`);
    assert.equal(await table.visitors[name].page.locator("#game [data-sealed]").count(), 0);
  }
});
