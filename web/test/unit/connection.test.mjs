import assert from "node:assert/strict";
import { test } from "node:test";

import { GameConnection } from "../../game/connection.js";
import { PLAYER_RETRY_DELAY } from "../../retry-delay.js";
import { ServerSocket } from "../../socket.js";
import { FakeWebSocket, mockPage } from "./fake-websocket.mjs";

const GAME = "05cdv44x7ekv";

/** The connection of a spectator who knows the events up to 4, joined. `joins` counts the messages that join. */
function openConnection(t) {
  const { pass } = mockPage(t);
  const lost = [];
  let head = 4;
  const forget = () => (head = 0);
  const listener = { head: () => head, joined: () => {}, forget, lost: (reason) => lost.push(reason) };
  const connection = new GameConnection(GAME, new ServerSocket(() => null, PLAYER_RETRY_DELAY), listener);
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

for (const [what, message] of [
  ["the server shows the game again", { ...joined, head: 3, seq: 3, view: {} }],
  ["its join is ahead of the game", { type: "refused", code: "since_ahead", message: "you have seen 4" }],
]) {
  test(`a page starts again when ${what}`, (t) => {
    const { socket } = openConnection(t);
    assert.equal(socket.sent.at(-1).since, 4);
    socket.receive(message);
    const again = FakeWebSocket.all.at(-1);
    assert.notEqual(again, socket);
    again.open();
    again.receive({ type: "welcome", now: 0 });
    assert.equal(again.sent.at(-1).since, 0);
  });
}

test("a page joins without waiting for the welcome, and again if its token is refused", (t) => {
  const { socket, joins } = openConnection(t);
  const sent = () => socket.sent.map(({ type }) => type);
  assert.deepEqual(sent(), ["hello", "join"]);
  socket.receive({ type: "refused", code: "bad_token", message: "unknown" });
  socket.receive({ type: "refused", code: "hello_first", message: "say hello first", game: GAME });
  assert.deepEqual(sent(), ["hello", "join", "hello", "join"]);
  socket.receive({ type: "welcome", now: 0 });
  socket.receive(joined);
  assert.equal(joins(), 2);
});

test("a page ignores what its socket brings about other games", (t) => {
  const { socket, joins, lost } = openConnection(t);
  socket.receive(joined);
  const other = "1111111111zz";
  socket.receive({ type: "event", game: other, seq: 1, kind: "begun" });
  socket.receive({ type: "refused", code: "unknown_game", message: "no", game: other });
  socket.receive({ type: "game", game: other, role: "south", head: 9, view: {} });
  assert.deepEqual([joins(), lost], [1, []]);
  assert.equal(FakeWebSocket.all.length, 1);
});
