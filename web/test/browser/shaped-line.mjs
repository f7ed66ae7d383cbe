// A line to the server with a bandwidth and a round trip time, which counts what it carries.

import { createServer, connect } from "node:net";

/** The largest part of a message that is sent before it is another connection's turn, in bytes. */
const PACKET = 1_460;

/** A line that holds up nothing. */
export const FREE_LINE = { bitsPerSecond: Infinity, roundTrip: 0 };

/** Slow third and second generation mobile networks. */
export const LINES = {
  "3G": { bitsPerSecond: 400_000, roundTrip: 400 },
  "2G": { bitsPerSecond: 50_000, roundTrip: 800 },
};

/** What a page loads only when it can be used: the rules in the browser. */
const LOADED_LATER = /^GET \/static\/(worker|module)-/;

/** @returns {Promise<ShapedLine>} */
export async function openLine(server, options = FREE_LINE) {
  const line = new ShapedLine(new URL(server.url), options);
  await new Promise((resolve) => line.listener.listen(0, "127.0.0.1", resolve));
  line.url = `http://127.0.0.1:${line.listener.address().port}`;
  return line;
}

class ShapedLine {
  /** The requests since the last `reset`: method and path. */
  requests = [];
  /** The bytes in both directions since the last `reset`. */
  bytes = 0;
  /** What was sent before the first file that is loaded later; `null` if there was none. */
  #beforeLater = null;
  #sockets = new Set();

  constructor(target, { bitsPerSecond, roundTrip }) {
    this.target = target;
    this.roundTrip = roundTrip;
    this.up = new Direction(bitsPerSecond, roundTrip / 2);
    this.down = new Direction(bitsPerSecond, roundTrip / 2);
    this.listener = createServer((client) => this.#forward(client));
    this.listener.unref();
  }

  reset() {
    this.requests = [];
    this.bytes = 0;
    this.#beforeLater = null;
  }

  /** What a page has cost until it could be used. */
  get cost() {
    return this.#beforeLater ?? { requests: [...this.requests], bytes: this.bytes };
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  #forward(client) {
    const server = connect(Number(this.target.port), this.target.hostname);
    // The handshake of a connection takes a round trip, which a connection within this machine does not.
    const handshake = new Promise((resolve) => setTimeout(resolve, this.roundTrip));
    client.on("data", (data) => this.#countRequests(data));
    this.#pipe(client, server, this.up, handshake);
    this.#pipe(server, client, this.down, handshake);
  }

  #pipe(from, to, direction, handshake) {
    this.#sockets.add(from);
    from.setNoDelay(true);
    const queue = direction.open(to, handshake);
    from.on("data", (data) => {
      this.bytes += data.length;
      queue.push(data);
    });
    from.on("error", () => {});
    from.on("close", () => {
      this.#sockets.delete(from);
      queue.end();
    });
  }

  /** Frames of a WebSocket are masked on their way to the server, so nothing in them looks like a request. */
  #countRequests(data) {
    for (const [, request] of data.toString("latin1").matchAll(/^([A-Z]+ \S+) HTTP\/1\.1\r$/gm)) {
      if (LOADED_LATER.test(request)) this.#beforeLater ??= this.cost;
      this.requests.push(request);
    }
  }
}

/** One direction of a line. Its connections send in turn, a packet at a time. */
class Direction {
  #queues = [];
  #isSending = false;

  constructor(bitsPerSecond, delay) {
    this.bytesPerMillisecond = bitsPerSecond / 8_000;
    this.delay = delay;
  }

  /** A queue of bytes for a connection, which may be sent once its handshake is done. */
  open(to, handshake) {
    const queue = { packets: [], to, isReady: false };
    this.#queues.push(queue);
    handshake.then(() => {
      queue.isReady = true;
      this.#send();
    });
    return {
      push: (data) => {
        for (let start = 0; start < data.length; start += PACKET)
          queue.packets.push(data.subarray(start, start + PACKET));
        this.#send();
      },
      end: () => {
        queue.packets.push(null);
        this.#send();
      },
    };
  }

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    let freeAt = performance.now();
    for (let queue; (queue = this.#queues.find(({ packets, isReady }) => isReady && packets.length));) {
      const packet = queue.packets.shift();
      this.#queues.push(...this.#queues.splice(this.#queues.indexOf(queue), 1));
      freeAt += (packet?.length ?? 0) / this.bytesPerMillisecond;
      const wait = freeAt - performance.now();
      if (wait >= 1) await new Promise((resolve) => setTimeout(resolve, wait));
      this.#deliver(queue, packet);
    }
    this.#isSending = false;
  }

  /** Delivers a packet after the delay; `null` ends the connection. */
  #deliver(queue, packet) {
    if (packet === null) this.#queues.splice(this.#queues.indexOf(queue), 1);
    const deliver = () => (packet === null ? queue.to.end() : queue.to.write(packet));
    if (this.delay) setTimeout(deliver, this.delay);
    else deliver();
  }
}
