import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const web = new URL("../../", import.meta.url);

/** The modules that each module imports, by path. */
function importGraph() {
  const files = readdirSync(web, { recursive: true });
  const modules = files.filter((name) => name.endsWith(".js") && !name.startsWith("test/"));
  return new Map(modules.map((module) => [module, importsOf(module)]));
}

function importsOf(module) {
  const source = readFileSync(new URL(module, web), "utf8");
  const specifiers = [...source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";/gm)].map(
    ([, path]) => path,
  );
  return specifiers.map((path) => new URL(path, new URL(module, web)).href.slice(web.href.length));
}

/** An import cycle that can be reached from a module; `null` if there is none. */
function findCycle(graph, module, path = []) {
  if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
  for (const imported of graph.get(module) ?? []) {
    const cycle = findCycle(graph, imported, [...path, module]);
    if (cycle) return cycle;
  }
  return null;
}

test("no module imports itself through others", () => {
  const graph = importGraph();
  assert.ok(graph.get("game/page.js")?.includes("game/page-state.js"), "imports are found");
  for (const module of graph.keys()) assert.equal(findCycle(graph, module)?.join(" → "), undefined);
});

test("every import names a module", () => {
  const graph = importGraph();
  for (const [module, imports] of graph)
    for (const imported of imports) assert.ok(graph.has(imported), `${module} imports ${imported}`);
});
