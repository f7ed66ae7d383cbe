import assert from "node:assert/strict";
import { test } from "node:test";

import { PLAYER_RETRY_DELAY, SPECTATOR_RETRY_DELAY } from "../../retry-delay.js";
import { ServerSocket } from "../../socket.js";

/** A WebSocket that a test opens, feeds and loses. */
class FakeWebSocket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    FakeWebSocket.all.push(this);
  }

  open() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = 3;
  }
}

/** A socket in a page. `wait` ends its delay, and returns how long it was. */
function openSocket(t) {
  FakeWebSocket.all = [];
  const timers = [];
  for (const [name, value] of Object.entries({
    WebSocket: FakeWebSocket,
    location: { href: "http://127.0.0.1:7878/game/05cdv44x7ekv" },
    addEventListener: () => {},
  })) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    t.after(() => (before ? Object.defineProperty(globalThis, name, before) : delete globalThis[name]));
  }
  t.mock.method(globalThis, "setTimeout", (run, delay) => timers.push({ run, delay }));
  const socket = new ServerSocket({ token: () => null, received: () => {} }, PLAYER_RETRY_DELAY);
  socket.connect();
  const wait = () => {
    const { run, delay } = timers.pop();
    run();
    return delay;
  };
  return { socket, wait, current: () => FakeWebSocket.all.at(-1) };
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
  const [least, most] = [Math.min(...firstDelays), Math.max(...firstDelays)];
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
