import assert from "node:assert/strict";
import { test } from "node:test";

import { GameConnection } from "../../game/connection.js";
import { FakeWebSocket, mockPage } from "./fake-websocket.mjs";

const GAME = "05cdv44x7ekv";

/** The connection of a spectator who knows the events up to 4, joined. `joins` counts the messages that join. */
function openConnection(t) {
  const { pass } = mockPage(t);
  const lost = [];
  const listener = { head: () => 4, joined: () => {}, lost: (reason) => lost.push(reason) };
  const connection = new GameConnection(GAME, listener, () => null);
  connection.reconnect();
  const socket = FakeWebSocket.all.at(-1);
  const joins = () => socket.sent.filter(({ type }) => type === "join").length;
  const pong = (heads) => socket.receive({ type: "pong", now: 0, heads });
  socket.open();
  socket.receive({ type: "welcome", now: 0 });
  return { pass, lost, socket, joins, pong };
}

const joined = { type: "game", game: GAME, role: "spectator", head: 4 };

for (const [what, heads] of [
  ["is behind", { [GAME]: 5 }],
  ["follows the game no longer", {}],
]) {
  test(`a page that ${what} for some seconds joins again`, (t) => {
    const { pass, socket, joins, pong } = openConnection(t);
    socket.receive(joined);
    assert.equal(joins(), 1);
    for (let seconds = 0; seconds <= 5; seconds++) {
      pong(heads);
      pass(1_000);
    }
    assert.equal(joins(), 2);
    pong({ [GAME]: 4 });
    pass(60_000);
    pong({ [GAME]: 4 });
    assert.equal(joins(), 2, "it has caught up");
  });
}

test("a page that cannot join tries again later, over another connection", (t) => {
  const { pass, lost, socket, pong } = openConnection(t);
  socket.receive({ type: "refused", code: "storage_unavailable", message: "later" });
  for (let seconds = 0; seconds <= 5; seconds++) {
    pong({});
    pass(1_000);
  }
  assert.deepEqual(lost, ["not_joined"]);
});
