// What a page's connection needs, for unit tests.

/** A WebSocket that a test opens, feeds and loses. */
export class FakeWebSocket {
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

/**
 * Gives a test what a page has: a `WebSocket`, a location, and a clock that stands still. `timers` are the timeouts that
 * were set; `pass` lets some milliseconds pass, and then runs what runs at intervals.
 */
export function mockPage(t) {
  FakeWebSocket.all = [];
  const timers = [];
  const intervals = [];
  let now = 0;
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
  t.mock.method(globalThis, "setInterval", (run) => intervals.push(run));
  t.mock.method(Date, "now", () => now);
  const pass = (time) => {
    now += time;
    for (const run of intervals) run();
  };
  return { timers, pass };
}
