import assert from "node:assert/strict";
import { test } from "node:test";

import { dropCommand, keepCommand, takeCommands } from "../../game/kept-commands.js";

const GAME = "05cdv44x7ekv";

/** Gives a test an empty storage. */
function mockStorage(t) {
  const items = new Map();
  const storage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  t.after(() => delete globalThis.localStorage);
}

const command = (id, type, fields = {}) => ({
  id,
  game: GAME,
  player: "Amina",
  head: 7,
  message: { type, game: GAME, id },
  ...fields,
});

const ids = (commands) => commands.map(({ id }) => id);

test("a command is kept until it is answered", (t) => {
  mockStorage(t);
  keepCommand(command("a", "act"));
  keepCommand(command("b", "say"));
  assert.deepEqual(takeCommands(GAME, "Amina", 7), [command("a", "act"), command("b", "say")]);
  dropCommand("a");
  assert.deepEqual(ids(takeCommands(GAME, "Amina", 7)), ["b"]);
});

test("turns and messages are sent in any state, other commands only in the one that they were given in", (t) => {
  mockStorage(t);
  for (const type of ["act", "say", "resign", "offer_draw"]) keepCommand(command(type, type));
  assert.deepEqual(ids(takeCommands(GAME, "Amina", 8)), ["act", "say"]);
  assert.deepEqual(ids(takeCommands(GAME, "Amina", 7)), ["act", "say"], "the others are dropped");
});

test("nobody sends the commands of another player or of another game", (t) => {
  mockStorage(t);
  keepCommand(command("a", "act", { game: "x0cdv44x7ekv" }));
  keepCommand(command("b", "act"));
  assert.deepEqual(takeCommands(GAME, "Baraka", 7), []);
  assert.deepEqual(takeCommands(GAME, "Amina", 7), [], "it was dropped");
  assert.deepEqual(ids(takeCommands("x0cdv44x7ekv", "Amina", 7)), ["a"]);
});

test("of many commands the newest ones are kept", (t) => {
  mockStorage(t);
  for (let number = 0; number < 100; number++) keepCommand(command(String(number), "say"));
  const kept = ids(takeCommands(GAME, "Amina", 7));
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [32, "68", "99"]);
});

test("a browser that stores nothing keeps nothing", () => {
  keepCommand(command("a", "act"));
  assert.deepEqual(takeCommands(GAME, "Amina", 7), []);
});
