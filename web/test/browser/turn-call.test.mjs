// A player is called at the first turn, and when it is to move while the page is out of sight.
//
// Parts: web/game/turn-call.js, web/game/announcer.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { openAsPlayer } from "./player.mjs";
import { server } from "./setup.mjs";

/** Counts the notes that a page plays, and lets the test hide the page. */
function recordCalls() {
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    window.notes += 1;
    start.call(this, when);
  };
  window.isHidden = false;
  Object.defineProperty(document, "hidden", { get: () => window.isHidden });
}

/** Plays a turn, with as many actions as it has. */
async function playTurn(table, seat) {
  for (;;) {
    const { seq, view } = await server.api("GET", `/api/games/${table.game}`);
    if (view.position.to_move !== seat) return;
    const action = view.position.legal[0];
    const command = { type: "act", game: table.game, id: crypto.randomUUID(), after: seq, action };
    await server.api("POST", "/api/commands", command, table[seat].token);
  }
}

const notesOf = (visitor) => visitor.page.evaluate(() => window.notes);
const waitForCall = (visitor) => visitor.page.waitForFunction(() => document.title === "● Your turn!");
const waitForTurn = (visitor) => visitor.page.locator("#state").getByText("Your turn.").waitFor();

test("a player is called at the first turn, and later only out of sight", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { clock: "fischer:300+5" });
  const north = await openAsPlayer(table, "north", {}, recordCalls);
  assert.equal(await notesOf(north), 0);
  await playTurn(table, "south");
  await waitForCall(north);
  assert.equal(await notesOf(north), 2, "two notes");
  await north.page.waitForFunction(() => /^▸ .* against /.test(document.title), undefined, { polling: 50 });

  await playTurn(table, "north");
  await playTurn(table, "south");
  await waitForTurn(north);
  assert.equal(await notesOf(north), 2, "a player who looks at the board is not called");

  await playTurn(table, "north");
  await north.page.evaluate(() => (window.isHidden = true));
  await playTurn(table, "south");
  await waitForCall(north);
  assert.equal(await notesOf(north), 4);
  await north.page.evaluate(() => {
    window.isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  assert.match(await north.page.title(), /^▸ /);
  north.assertNoErrors();
  await north.close();
});

test("without the sound the title calls", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const south = await openAsPlayer(table, "south", { sound: false }, recordCalls);
  await waitForCall(south);
  assert.equal(await notesOf(south), 0);
  south.assertNoErrors();
  await south.close();
});
