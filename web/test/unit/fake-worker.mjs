// A worker in this thread, and the pages' files as a server gives them.

import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const WEB = new URL("../../", import.meta.url);

/** The module under test: the one in the tree, or one that was just built. */
const MODULE = process.env.IKIBUGUZO_MODULE;

/** Runs a script of `web/` as a browser's worker does. */
export class FakeWorker extends EventTarget {
  #scope = new EventTarget();

  /** @param {string} path */
  constructor(path) {
    super();
    const postMessage = (data) => this.#send(this, data);
    const self = Object.assign(this.#scope, { postMessage });
    // A task that fails is what ends a worker.
    const run = (task) => {
      try {
        task();
      } catch (error) {
        this.dispatchEvent(Object.assign(new Event("error"), { error }));
      }
    };
    const { crypto, TextDecoder, TextEncoder, Uint8Array, WebAssembly } = globalThis;
    const globals = {
      self,
      fetch: fetchFile,
      setTimeout: run,
      crypto,
      TextDecoder,
      TextEncoder,
      Uint8Array,
      WebAssembly,
    };
    runInContext(readFileSync(fileOf(path), "utf8"), createContext({ ...globals, Uint32Array, Date, Error }));
  }

  postMessage(data) {
    this.#send(this.#scope, data);
  }

  terminate() {}

  #send(target, data) {
    queueMicrotask(() => target.dispatchEvent(Object.assign(new Event("message"), { data })));
  }
}

/** @param {string} path an address of the server */
function fileOf(path) {
  if (MODULE && path.endsWith(".wasm")) return MODULE;
  return new URL(path.replace(/^\/static\//, "local-server/"), WEB);
}

async function fetchFile(path) {
  try {
    const bytes = readFileSync(fileOf(path));
    return { ok: true, status: 200, arrayBuffer: async () => new Uint8Array(bytes).buffer };
  } catch {
    return { ok: false, status: 404 };
  }
}
