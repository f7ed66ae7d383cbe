// How many positions a second the search visits in the module, in Node. `browser/examples/speed.rs` measures the same
// searches natively, and says how to run both.

import { readFileSync } from "node:fs";
import { FakeWorker } from "./unit/fake-worker.mjs";

const example = readFileSync(new URL("../../browser/examples/speed.rs", import.meta.url), "utf8");
const bases = [...example.matchAll(/r#"(\{"rules".*?\})"#/g)].map(([, base]) => base);
const nodes = Number(/NODES: u32 = ([\d_]+)/.exec(example)[1].replaceAll("_", ""));

globalThis.Worker = FakeWorker;
globalThis.document = { documentElement: { dataset: {} } };
const { askLocalServer, loadLocalServer } = await import("../local-server/local-server.js");
loadLocalServer();
while (!document.documentElement.dataset.localServer) await new Promise((resolve) => setImmediate(resolve));

for (const base of bases) {
  const begin = performance.now();
  await askLocalServer({ type: "analyse", base: JSON.parse(base), nodes });
  const seconds = (performance.now() - begin) / 1_000;
  console.log(`${(nodes / seconds).toFixed(0).padStart(9)} positions/s  ${base}`);
}
