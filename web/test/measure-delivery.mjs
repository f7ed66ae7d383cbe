// How long it takes until a game can be played over slow lines: `node measure-delivery.mjs [--rounds 5] [--https]`. It is run
// by hand. With `--https`, nginx stands in front of the server, with TLS and HTTP/2, and only the requests are not counted.
//
// The visitor is the player to move in a game of Kubuguza after 12 actions, on the first visit and on the second. Prints the
// median, the requests, and the bytes in both directions. The last line says what it costs that the browser keeps the pages
// that need no server, once the game is over.

import { parseArgs } from "node:util";

import { PHONE, openVisitor, startBrowser } from "./browser/browser.mjs";
import { LINES, openLine } from "./browser/shaped-line.mjs";
import { seededRandom, startServer } from "./browser/server.mjs";
import { startHttpsProxy } from "./https-proxy.mjs";

const OPTIONS = { rounds: { type: "string", default: "5" }, https: { type: "boolean", default: false } };
const { rounds, https } = parseArgs({ options: OPTIONS }).values;

const server = await startServer();
const proxy = https ? await startHttpsProxy(server) : null;
/** What a line leads to. */
const target = proxy ?? server;
const browser = await startBrowser(...(proxy ? [proxy.argument] : []));
const table = await server.createGame("kubuguza");
await server.playRandomly(table, 12, seededRandom(5));
const { position } = await server.view(table.game);

for (const [name, options] of Object.entries(LINES)) {
  const visits = { cold: [], warm: [] };
  for (let round = 0; round < Number(rounds); round++) {
    const line = await openLine(target, options);
    const visitor = await openVisitorOf(line);
    await visitor.signIn(table[position.to_move].token);
    for (const visit of ["cold", "warm"]) {
      visits[visit].push(await measure(await visitor.context.newPage(), line));
    }
    await visitor.close();
    await line.close();
  }
  for (const [visit, figures] of Object.entries(visits)) {
    const { seconds, requests, bytes } = figures.toSorted((one, other) => one.seconds - other.seconds)[
      Math.floor(figures.length / 2)
    ];
    const counted = https ? "" : ` ${requests} requests,`;
    console.log(`${name} ${visit}: ${seconds.toFixed(1)} s,${counted} ${bytes} bytes`);
  }
}
if (!https) await measureKeptPages();
await browser.close();
proxy?.stop();
await server.stop();

/** Opens a visitor whose browser reaches the server over a line. */
async function openVisitorOf(line, options) {
  const url = https ? line.url.replace("http:", "https:") : line.url;
  return openVisitor(browser, { url }, { viewport: PHONE, ...options });
}

/** Prints what the browser loads once the game is over: the module, and the pages that it keeps. */
async function measureKeptPages() {
  const line = await openLine(server);
  const visitor = await openVisitorOf(line, { serviceWorkers: "allow" });
  await server.resign(table);
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator("html[data-kept=yes]").waitFor({ state: "attached" });
  const { requests, bytes } = line.cost;
  console.log(`kept: ${line.requests.length - requests.length} requests, ${line.bytes - bytes} bytes`);
  await visitor.close();
  await line.close();
}

/** Opens the game, and waits until a hole can be sown. */
async function measure(page, line) {
  line.reset();
  const start = performance.now();
  await page.goto(`/game/${table.game}`, { waitUntil: "commit" });
  await page.locator("#game[data-live] .hole.playable").first().waitFor();
  const seconds = (performance.now() - start) / 1_000;
  const { requests, bytes } = line.cost;
  const figures = { seconds, requests: requests.length, bytes };
  await page.close();
  return figures;
}
