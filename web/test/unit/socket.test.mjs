import assert from "node:assert/strict";
import { test } from "node:test";

import { PLAYER_RETRY_DELAY, SPECTATOR_RETRY_DELAY } from "../../retry-delay.js";
import { LIVE_PING_AFTER, ServerSocket } from "../../socket.js";
import { FakeWebSocket, mockPage } from "./fake-websocket.mjs";

/**
 * A socket in a page. `wait` ends its delay, and returns how long it was. `pass` lets some milliseconds pass, and then
 * checks the connection.
 */
function openSocket(t) {
  const { timers, pass } = mockPage(t);
  const reasons = [];
  const socket = new ServerSocket(() => null, PLAYER_RETRY_DELAY);
  const user = { received: () => {}, lost: (reason) => reasons.push(reason) };
  socket.add(user);
  const wait = () => {
    const { run, delay } = timers.pop();
    run();
    return delay;
  };
  return { socket, user, wait, pass, reasons, current: () => FakeWebSocket.all.at(-1) };
}

test("a lost page comes back within a short random time, and then more slowly", (t) => {
  const firstDelays = [];
  for (let page = 0; page < 200; page++) {
    const { wait, current } = openSocket(t);
    current().open();
    current().onclose();
    firstDelays.push(wait());
    current().onclose();
    const second = wait();
    assert.ok(second >= 200 && second <= 1_200, `${second}`);
  }
  const least = Math.min(...firstDelays);
  const most = Math.max(...firstDelays);
  assert.ok(least >= 100 && most <= 600, `${least} to ${most}`);
  assert.ok(most - least > 300, "the pages do not come at the same moment");
});

test("a page that only watches leaves the first seconds to players", (t) => {
  const { socket, wait, current } = openSocket(t);
  current().open();
  socket.retryDelay = SPECTATOR_RETRY_DELAY;
  current().onclose();
  const delay = wait();
  assert.ok(delay >= 800 && delay <= 5_000, `${delay}`);
});

test("a working connection starts again with the shortest delay", (t) => {
  const { socket, wait, current } = openSocket(t);
  for (let failure = 0; failure < 10; failure++) {
    current().onclose();
    assert.ok(wait() <= 15_000);
  }
  socket.resetRetryDelay();
  current().onclose();
  assert.ok(wait() <= 600);
});

test("the delay is the one that the server asks for", (t) => {
  const { wait, current } = openSocket(t);
  current().open();
  current().receive({ type: "bye", code: "restarting", message: "soon", retry_after: 2_718 });
  assert.equal(wait(), 2_718);
  assert.equal(FakeWebSocket.all.length, 2);
});

test("a connection on which pings get no answer is lost", (t) => {
  const { socket, wait, pass, reasons, current } = openSocket(t);
  current().open();
  current().receive({ type: "welcome", now: 0 });
  pass(55_000);
  assert.equal(current().sent.at(-1).type, "hello", "silence alone loses nothing");
  pass(1);
  assert.deepEqual(current().sent.at(-1), { type: "ping", next_within: 120 });
  current().receive({ type: "pong", now: 0, heads: {} });
  socket.pingAfter = LIVE_PING_AFTER;
  pass(4_000);
  assert.deepEqual(current().sent.at(-1), { type: "ping" });
  pass(10_000);
  assert.deepEqual(reasons, [], "ten seconds are not too long");
  pass(1);
  assert.deepEqual(reasons, ["silent"]);
  wait();
  assert.equal(FakeWebSocket.all.length, 2);
});

test("a connection that dies before its welcome is lost", (t) => {
  const { pass, reasons, current } = openSocket(t);
  current().open();
  current().receive({ type: "refused", code: "bad_token", message: "unknown" });
  pass(10_001);
  assert.deepEqual(reasons, ["silent"]);
});

test("a connection that does not open is lost", (t) => {
  const { pass, reasons } = openSocket(t);
  pass(10_001);
  assert.deepEqual(reasons, ["silent"]);
  pass(60_000);
  assert.equal(reasons.length, 1, "nothing is due while no connection is open");
});

test("users share one connection, which is closed after the last one", (t) => {
  const { socket, user, current } = openSocket(t);
  const heard = [];
  const users = ["one", "two"].map((name) => ({
    greeted: () => heard.push(`${name} greeted`),
    received: ({ type }) => heard.push(`${name} ${type}`),
  }));
  socket.add(users[0]);
  current().open();
  socket.add(users[1]);
  current().receive({ type: "welcome", now: 0 });
  assert.deepEqual(heard, ["one greeted", "two greeted", "one welcome", "two welcome"]);
  socket.remove(users[0]);
  assert.notEqual(current().readyState, 3);
  current().receive({ type: "pong", now: 0, heads: {} });
  assert.equal(heard.at(-1), "two pong");
  for (const last of [users[1], user]) socket.remove(last);
  assert.equal(current().readyState, 3);
  assert.equal(FakeWebSocket.all.length, 1);
});

test("a connection that the page has opened early is used once", (t) => {
  mockPage(t);
  const early = new FakeWebSocket();
  globalThis.earlySocket = early;
  early.readyState = FakeWebSocket.OPEN;
  const socket = new ServerSocket(() => "token", PLAYER_RETRY_DELAY);
  const user = { greeted: () => socket.send({ type: "ping" }), received: () => {} };
  socket.add(user);
  assert.deepEqual(early.sent, [{ type: "hello", token: "token" }, { type: "ping" }]);
  socket.reconnect(user);
  assert.equal(FakeWebSocket.all.length, 2, "another connection follows");
});

test("an early connection that is still being opened is greeted when it is open", (t) => {
  mockPage(t);
  const early = new FakeWebSocket();
  globalThis.earlySocket = early;
  new ServerSocket(() => null, PLAYER_RETRY_DELAY).add({ received: () => {} });
  assert.deepEqual(early.sent, []);
  early.open();
  assert.deepEqual(early.sent, [{ type: "hello", token: null }]);
});

test("an early connection that is closed is not used", (t) => {
  mockPage(t);
  const early = new FakeWebSocket();
  globalThis.earlySocket = early;
  early.close();
  new ServerSocket(() => null, PLAYER_RETRY_DELAY).add({ received: () => {} });
  assert.equal(FakeWebSocket.all.length, 2);
  assert.deepEqual(early.sent, []);
});
