// A line to the server that can be cut, as lines on the road are.

import { createServer, connect } from "node:net";

/** Opens a line to a server. @returns {Promise<Line>} */
export async function openLine(server) {
  const line = new Line(new URL(server.url));
  await new Promise((resolve) => line.listener.listen(0, "127.0.0.1", resolve));
  line.url = `http://127.0.0.1:${line.listener.address().port}`;
  return line;
}

class Line {
  sockets = new Set();
  dead = false;

  constructor(target) {
    this.listener = createServer((client) => {
      if (this.dead) return client.destroy();
      const server = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [client, server],
        [server, client],
      ]) {
        this.sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => (other.destroy(), this.sockets.delete(one)));
      }
    });
  }

  /** From now on nothing gets through. */
  cut() {
    this.dead = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** From now on everything gets through again. */
  mend() {
    this.dead = false;
  }

  async close() {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }
}
