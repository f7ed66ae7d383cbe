import assert from "node:assert/strict";
import { test } from "node:test";

import { GameState, compactForm } from "../../game/game-state.js";
import { FakeWebSocket, mockPage } from "./fake-websocket.mjs";
import { FakeWorker } from "./fake-worker.mjs";
import { eventsOf, games } from "./recorded-games.mjs";

/** Whether the local server gets no requests. */
let isStalled = false;

globalThis.Worker = class extends FakeWorker {
  postMessage(data) {
    if (!isStalled) super.postMessage(data);
  }
};
globalThis.document = { documentElement: { dataset: {} } };
const { askLocalServer, loadLocalServer, whenLocalServerReady } =
  await import("../../local-server/local-server.js");
const { CompactEvents } = await import("../../game/compact-events.js");

const isReady = new Promise((resolve) => whenLocalServerReady(() => resolve(true)));

/** A game that is followed in the compact form. `received` are the events that the page has got, in full. */
function follow() {
  const state = new GameState();
  const received = [];
  let changes = 0;
  const events = new CompactEvents(() => state.log);
  events.listen({
    event: (event) => state.apply(event) && received.push(event),
    formChanged: () => (changes += 1),
  });
  return { state, received, events, changes: () => changes };
}

/** Waits until the local server has answered everything. */
async function settle() {
  for (let round = 0; round < 5; round++)
    await askLocalServer({ type: "explore", base: { rules: "kubuguza", actions: "" } });
}

test("events are wanted in full until the local server is ready", async () => {
  const { events, changes } = follow();
  assert.equal(events.isWanted, false);
  loadLocalServer();
  await isReady;
  assert.deepEqual([events.isWanted, changes()], [true, 1]);
});

for (const name of games) {
  test(`a game of ${name} in the compact form is completed as it was in full`, async () => {
    await isReady;
    const recorded = eventsOf(name);
    const { events, received } = follow();
    for (const event of recorded) {
      events.receive(compactForm(event), "south");
      // Some come while others are being completed.
      if (event.seq % 3 === 0) await settle();
    }
    await settle();
    assert.deepEqual(received, recorded);
  });
}

test("an event that comes again changes nothing", async () => {
  await isReady;
  const recorded = eventsOf("kubuguza").slice(0, 8);
  const { events, received } = follow();
  for (const event of recorded) {
    events.receive(compactForm(event), "south");
    events.receive(compactForm(event), "south");
    events.receive(event, "south");
  }
  await settle();
  assert.deepEqual(received, recorded);
});

test("events that were dropped are not passed on, and come again", async () => {
  await isReady;
  const recorded = eventsOf("kubuguza").slice(0, 8);
  const { events, received } = follow();
  for (const event of recorded) events.receive(compactForm(event), "south");
  events.drop();
  await settle();
  const known = received.length;
  assert.equal(recorded[known].kind, "acted");
  for (const event of recorded) events.receive(compactForm(event), "south");
  await settle();
  assert.deepEqual(received, recorded);
});

test("what is done in turn waits for the events before it, and is not dropped", async () => {
  await isReady;
  const recorded = eventsOf("kubuguza").slice(0, 8);
  const { events, received } = follow();
  const done = [];
  events.doInTurn(() => done.push(received.length));
  for (const event of recorded.slice(0, 6)) events.receive(compactForm(event), "south");
  events.doInTurn(() => done.push(received.length));
  for (const event of recorded.slice(6)) events.receive(compactForm(event), "south");
  assert.deepEqual(done, [0]);
  await settle();
  assert.deepEqual(done, [0, 6]);
  events.receive({ ...compactForm(recorded[6]), seq: 9 }, "south");
  events.doInTurn(() => done.push("dropped"));
  events.drop();
  assert.deepEqual(done, [0, 6, "dropped"]);
});

test("after an action that cannot be completed, events are wanted in full", async () => {
  await isReady;
  const recorded = eventsOf("kubuguza").slice(0, 8);
  const { events, received, changes } = follow();
  const before = changes();
  const [action] = recorded.filter(({ kind }) => kind === "acted");
  for (const event of recorded.slice(0, action.seq - 1)) events.receive(event, "south");
  events.receive({ ...compactForm(action), action: "A" }, "south");
  events.receive(compactForm(recorded[action.seq]), "south");
  await settle();
  assert.deepEqual([events.isWanted, changes() - before], [false, 1]);
  for (const event of recorded.slice(action.seq - 1)) events.receive(event, "south");
  assert.deepEqual(received, recorded);
});

const GAME = "05cdv44x7ekv";

/** A joined connection that follows a game, which has had its first events. */
async function connect(t) {
  await isReady;
  const { GameConnection } = await import("../../game/connection.js");
  const { ServerSocket } = await import("../../socket.js");
  const { PLAYER_RETRY_DELAY } = await import("../../retry-delay.js");
  const { pass } = mockPage(t);
  const state = new GameState();
  const joins = [];
  const listener = {
    head: () => state.head,
    event: (event) => state.apply(event),
    joined: (role, head) => joins.push(head),
    lost: () => {},
    forget: () => state.reset(),
  };
  const compact = new CompactEvents(() => state.log);
  const connection = new GameConnection(
    GAME,
    new ServerSocket(() => null, PLAYER_RETRY_DELAY),
    listener,
    compact,
  );
  connection.reconnect();
  const socket = FakeWebSocket.all.at(-1);
  socket.open();
  socket.receive({ type: "welcome", now: 0 });
  const sentJoins = () => socket.sent.filter(({ type }) => type === "join");
  const answerJoin = () => socket.receive({ type: "game", game: GAME, role: "spectator", head: state.head });
  return { state, joins, socket, pass, sentJoins, answerJoin };
}

test("a page whose local server is ready joins for the compact form", async (t) => {
  const { sentJoins, answerJoin, socket, state } = await connect(t);
  assert.deepEqual(sentJoins(), [{ type: "join", game: GAME, since: 0, compact: true }]);
  answerJoin();
  const recorded = eventsOf("njombwa").slice(0, 9);
  for (const event of recorded) {
    const compact = compactForm(event);
    socket.receive({ type: "kind" in compact ? "event" : "acted", game: GAME, ...compact });
  }
  await settle();
  assert.equal(state.head, 9);
  assert.deepEqual(state.position, recorded.at(-1).position);
});

test("an older server that does not know the compact form is joined without it", async (t) => {
  const { sentJoins, socket, answerJoin, joins } = await connect(t);
  socket.receive({ type: "refused", game: GAME, code: "unknown_field", message: "unknown field `compact`" });
  assert.deepEqual(sentJoins().at(-1), { type: "join", game: GAME, since: 0 });
  answerJoin();
  assert.equal(joins.length, 1);
});

test("a join that only changes the form does not show the game again", async (t) => {
  const { sentJoins, socket, answerJoin, joins } = await connect(t);
  answerJoin();
  socket.receive({ type: "acted", game: GAME, seq: 1, at: 0, action: "A" });
  await settle();
  assert.deepEqual(sentJoins().at(-1), { type: "join", game: GAME, since: 0 });
  assert.equal(sentJoins().length, 2);
  answerJoin();
  assert.equal(joins.length, 1);
});

test("a page whose local server does not answer joins for full events", async (t) => {
  const { sentJoins, socket, answerJoin, pass, state } = await connect(t);
  answerJoin();
  const recorded = eventsOf("kubuguza").slice(0, 5);
  for (const event of recorded.slice(0, 4)) socket.receive({ type: "event", game: GAME, ...event });
  isStalled = true;
  t.after(() => (isStalled = false));
  socket.receive({ type: "acted", game: GAME, ...compactForm(recorded[4]) });
  for (let seconds = 0; seconds <= 5; seconds++) {
    socket.receive({ type: "pong", now: 0, heads: { [GAME]: 5 } });
    pass(1_000);
  }
  assert.deepEqual(sentJoins().at(-1), { type: "join", game: GAME, since: 4 });
  answerJoin();
  socket.receive({ type: "event", game: GAME, ...recorded[4] });
  assert.equal(state.head, 5);
});
