// A TCP proxy in front of the server, whose connections can be cut.

import { createServer, connect } from "node:net";

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

  constructor(target) {
    this.target = target;
    this.listener = createServer((client) => this.#forward(client));
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

  async close() {
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
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      to.destroy();
      this.sockets.delete(from);
    });
  }
}
