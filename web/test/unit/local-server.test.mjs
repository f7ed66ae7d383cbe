import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeWorker } from "./fake-worker.mjs";

/** A page with its own local server. @param {string} name no other test has it */
async function openPage(name, WorkerOfPage = FakeWorker) {
  globalThis.Worker = WorkerOfPage;
  globalThis.document = { documentElement: { dataset: {} } };
  return import(`../../local-server/local-server.js?${name}`);
}

/** Loads the local server, and waits until it is ready or has failed. */
async function load(page) {
  page.loadLocalServer();
  await isLoaded();
}

async function isLoaded() {
  while (!document.documentElement.dataset.localServer) await new Promise((resolve) => setImmediate(resolve));
}

const KUBUGUZA = { rules: "kubuguza", actions: "" };

test("before it is loaded nothing is answered, so that the server is asked", async () => {
  const page = await openPage("before");
  assert.equal(await page.askLocalServer({ type: "explore", base: KUBUGUZA }), undefined);
  page.loadLocalServer();
  assert.equal(await page.askLocalServer({ type: "explore", base: KUBUGUZA }), undefined);
  await isLoaded();
});

test("it is loaded once, and answers requests at the same time", async () => {
  let workers = 0;
  const Counted = class extends FakeWorker {
    constructor(path) {
      super(path);
      workers += 1;
    }
  };
  const page = await openPage("once", Counted);
  await load(page);
  page.loadLocalServer();
  assert.equal(workers, 1);
  const explore = (play) => page.askLocalServer({ type: "explore", base: KUBUGUZA, play });
  const [one, other] = await Promise.all([explore("M"), explore("P")]);
  assert.deepEqual([one.played[0].action, other.played[0].action], ["M", "P"]);
});

test("a request that is refused fails with the code of the API", async () => {
  const page = await openPage("refused");
  await load(page);
  await assert.rejects(page.askLocalServer({ type: "explore", base: KUBUGUZA, play: "A" }), {
    name: "RefusedError",
    code: "illegal_action",
    message: "A cannot be played there",
  });
});

test("a long text and letters beyond ASCII reach the module", async () => {
  const page = await openPage("long");
  await load(page);
  const base = { position: "é".repeat(200_000) };
  await assert.rejects(page.askLocalServer({ type: "explore", base }), { code: "bad_query" });
});

test("without a module the server is asked, also by requests that wait", async () => {
  const Broken = class extends FakeWorker {
    postMessage(data) {
      super.postMessage(typeof data === "string" ? "/static/missing.wasm" : data);
    }
  };
  const page = await openPage("broken", Broken);
  await load(page);
  assert.equal(document.documentElement.dataset.localServer, "none");
  assert.equal(await page.askLocalServer({ type: "explore", base: KUBUGUZA }), undefined);
});

test("a module that stops leaves its requests to the server", async () => {
  let worker;
  const Stopping = class extends FakeWorker {
    constructor(path) {
      super(path);
      worker = this;
    }
    postMessage(data) {
      if (typeof data === "string") super.postMessage(data);
      else queueMicrotask(() => this.dispatchEvent(new Event("error")));
    }
  };
  const page = await openPage("stopping", Stopping);
  await load(page);
  assert.ok(worker);
  assert.equal(await page.askLocalServer({ type: "explore", base: KUBUGUZA }), undefined);
  assert.equal(await page.askLocalServer({ type: "explore", base: KUBUGUZA }), undefined);
});
