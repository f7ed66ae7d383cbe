// @ts-check
/**
 * The local server: the rules and the computer player in this browser. It is loaded once, in a worker, after the page can
 * be used. Until then, and in a browser that cannot run it, the page asks the server.
 */

import { RefusedError } from "../api.js";

/** @typedef {import("../protocol").Problem} Problem */

/**
 * The position from which a request plays on: `browser/src/base.rs`.
 * @typedef {{ position: string } | { rules: string, arrays?: Record<string, string>, actions: string }} Base
 */

/** The build puts hashes into these names, so that a page, its worker and its module are always of one version. */
const WORKER = "/static/worker.js";
const MODULE = "/static/module.wasm";

/** @type {Worker | null} */
let worker = null;
let isReady = false;
let lastId = 0;

/** Tells what waits for the local server whether there is one. @type {(isReady: boolean) => void} */
let settle = () => {};
/** @type {Promise<boolean>} */
const loaded = new Promise((resolve) => (settle = resolve));

/** What waits for answers, by the number of the request. @type {Map<number, (answer: string | null) => void>} */
const waiting = new Map();

/** What waits until the local server is ready. @type {(() => void)[]} */
const readyListeners = [];

/** Whether the local server answers requests. */
export function isLocalServerReady() {
  return isReady;
}

/** Calls a function as soon as the local server is ready. @param {() => void} listener */
export function whenLocalServerReady(listener) {
  if (isReady) listener();
  else readyListeners.push(listener);
}

/** Loads the local server, the first time. It may be called often. */
export function loadLocalServer() {
  if (worker) return;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return settle(false);
  worker = new Worker(WORKER);
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", giveUp);
  worker.postMessage(MODULE);
}

/** Loads the local server and waits for it. @returns {Promise<boolean>} whether this browser can run it */
export async function requireLocalServer() {
  loadLocalServer();
  return loaded;
}

/**
 * The local server's answer to a request.
 * @param {Record<string, unknown>} request
 * @returns {Promise<any>} `undefined` if there is no local server, or not yet
 * @throws {RefusedError}
 */
export async function askLocalServer(request) {
  if (!worker || !isReady) return undefined;
  const id = ++lastId;
  const sent = new Promise((resolve) => waiting.set(id, resolve));
  worker.postMessage({ id, request: JSON.stringify(request) });
  const text = await sent;
  if (text === null) return undefined;
  /** @type {{ answer?: unknown, problem?: Problem }} */
  const { answer, problem } = JSON.parse(text);
  if (problem) throw new RefusedError(problem.code, problem.detail);
  return answer;
}

/** @param {{ ready?: boolean, id: number, answer: string }} message */
function receive({ ready, id, answer }) {
  if (ready) {
    isReady = true;
    settle(true);
    // Tests wait for it.
    document.documentElement.dataset.localServer = "ready";
    for (const listener of readyListeners.splice(0)) listener();
    return;
  }
  waiting.get(id)?.(answer);
  waiting.delete(id);
}

/** The module cannot be loaded, or has stopped: from now on the server answers. */
function giveUp() {
  isReady = false;
  settle(false);
  worker?.terminate();
  for (const resolve of waiting.values()) resolve(null);
  waiting.clear();
  document.documentElement.dataset.localServer = "none";
}
