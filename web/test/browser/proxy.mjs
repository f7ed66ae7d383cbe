// A TCP proxy in front of the server, whose connections can be cut, slow, or stalled.

import { createServer, connect } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";

/** A promise with the function that resolves it. */
function deferred() {
  let resolve = () => {};
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

/** How many bytes a slow connection forwards at a time. */
const PART = 200;

/** The pause of a slow connection after each part, in milliseconds. */
const PAUSE = 20;

/** @returns {Promise<TcpProxy>} */
export async function startProxy(server) {
  const proxy = new TcpProxy(new URL(server.url));
  await new Promise((resolve) => proxy.listener.listen(0, "127.0.0.1", resolve));
  proxy.url = `http://127.0.0.1:${proxy.listener.address().port}`;
  return proxy;
}

class TcpProxy {
  sockets = new Set();
  isCut = false;
  isSlow = false;
  /** While the line is stalled: resolves when bytes are forwarded again. */
  stalled = null;

  constructor(target) {
    this.target = target;
    this.listener = createServer((client) => this.#forward(client));
    // A test that fails before it closes the proxy must not keep the tests from ending.
    this.listener.unref();
  }

  /** Ends all connections and refuses new ones. */
  cut() {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Accepts connections again. */
  restore() {
    this.isCut = false;
  }

  /** From now on, forwards bytes slowly, in small parts. */
  slow() {
    this.isSlow = true;
  }

  /** From now on, keeps all bytes and forwards none. */
  stall() {
    this.stalled ??= deferred();
  }

  /** Forwards what it has kept, and what comes. */
  resume() {
    this.stalled?.resolve();
    this.stalled = null;
  }

  async close() {
    this.resume();
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  #forward(client) {
    if (this.isCut) return client.destroy();
    const server = connect(Number(this.target.port), this.target.hostname);
    this.#pipe(client, server);
    this.#pipe(server, client);
  }

  #pipe(from, to) {
    this.sockets.add(from);
    from.on("close", () => this.sockets.delete(from));
    // When either end is cut, the other one is too.
    pipeline(from, (chunks) => this.#forwardChunks(chunks), to).catch(() => {});
  }

  async *#forwardChunks(chunks) {
    for await (const chunk of chunks) {
      await this.stalled?.promise;
      const size = this.isSlow ? PART : chunk.length;
      for (let start = 0; start < chunk.length; start += size) {
        yield chunk.subarray(start, start + size);
        if (this.isSlow) await setTimeout(PAUSE);
      }
    }
  }
}
