// What the page of one person is sent tells nothing of what another one keeps to itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { visitor } from "./browser.mjs";
import { chance } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { Table } from "./table.mjs";

/** Keeps every text that a person's page is sent: over sockets, and as answers. */
function overhear(person) {
  const heard = [];
  person.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => heard.push(String(payload))),
  );
  person.page.on("response", async (answer) => {
    const kind = answer.headers()["content-type"] ?? "";
    if (/json|html/.test(kind)) heard.push(await answer.text().catch(() => ""));
  });
  return heard;
}

/** Everything in JSON texts, however deep, that `find` says is one. */
function* within(value, find) {
  if (value === null || typeof value !== "object") return;
  if (find(value)) yield value;
  for (const inner of Object.values(value)) yield* within(inner, find);
}

const read = (texts) => texts.flatMap((text) => (text.startsWith("{") ? [JSON.parse(text)] : []));

test("an Azigo store is told to its owner alone until the game is over", { timeout: 120_000 }, async () => {
  const table = new Table(server, await server.game("azigo"), {
    hands: { south: "pointer", north: "keyboard" },
  });
  const heard = {};
  for (const name of ["south", "north", "watcher"]) {
    const person = await visitor(browser, server);
    heard[name] = overhear(person);
    await table.seat(name, person);
  }
  const random = chance(7);
  for (let played = 0; played < 30 && (await table.turn(random)); played++);
  for (const [name, texts] of Object.entries(heard)) {
    const stores = read(texts).flatMap((json) => [...within(json, (inner) => "stores" in inner)]);
    assert.ok(stores.length > 0, `${name} was told of stores`);
    for (const { stores: told } of stores) {
      for (const seat of ["south", "north"]) {
        assert.equal(told[seat] === null, seat !== name, `${name} and the store of ${seat}`);
      }
    }
    const entered = read(texts).flatMap((json) => [...within(json, (inner) => inner.legal?.includes("*"))]);
    for (const { to_move: mover } of entered)
      assert.equal(mover, name, "only its owner hears that a store can be entered");
  }
});

/** Somebody sits down on the page, which hears that the game has begun before it hears that the seat is its own. */
async function sitDown(person) {
  await person.page.route("**/join", async (route) => {
    const response = await route.fetch();
    await person.page.locator('#game[data-state="playing"]').waitFor();
    await route.fulfill({ response });
  });
  await person.page.locator("#sit-down").click();
}

test(
  "whoever sits down at an Azigo table sees its own store, and may enter it",
  { timeout: 60_000 },
  async () => {
    const { game } = await server.game("azigo", { begun: false, starts: "opponent" });
    const guest = await visitor(browser, server);
    await guest.goto(`/game/${game}`);
    await guest.page.locator("#game[data-live]").waitFor();
    await sitDown(guest);
    await guest.page.locator('#ask button[data-action="*"]').waitFor();
    const { position } = await server.view(game, await guest.token());
    const { south, north } = await guest.counts();
    assert.equal(south, String(position.stores.south));
    assert.doesNotMatch(north, /\d/, "the other store stays hidden");
    guest.contented();
    await guest.leave();
  },
);

test("a sealed arrangement is told to nobody before both are sealed", { timeout: 60_000 }, async () => {
  const table = new Table(server, await server.game("ikibuguzo:choice"), { hands: {} });
  const heard = {};
  for (const name of ["south", "north", "watcher"]) {
    const person = await visitor(browser, server);
    heard[name] = overhear(person);
    await table.seat(name, person);
  }
  await table.people.south.page.locator('#game button[data-array="second"]').click();
  await table.people.south.page.locator("#game [data-sealed]").waitFor();
  await table.compare();
  for (const name of ["north", "watcher"]) {
    const told = read(heard[name]);
    const sealed = told.flatMap((json) => [
      ...within(json, (inner) => inner.array || inner.sealed || inner.arrays),
    ]);
    assert.deepEqual(sealed, [], `${name} hears nothing of it`);
    assert.equal(await table.people[name].page.locator("#game [data-sealed]").count(), 0);
  }
});
