// How long it takes until a game can be played over slow lines: `node measure-delivery.mjs [--rounds 5]`. It is run by hand.
//
// The visitor is the player to move in a game of Kubuguza after 12 actions, on the first visit and on the second. Prints the
// median, the requests, and the bytes in both directions. The last line says what it costs that the browser keeps the pages
// that need no server, once the game is over.

import { parseArgs } from "node:util";

import { PHONE, openVisitor, startBrowser } from "./browser/browser.mjs";
import { LINES, openLine } from "./browser/shaped-line.mjs";
import { seededRandom, startServer } from "./browser/server.mjs";

const { rounds } = parseArgs({ options: { rounds: { type: "string", default: "5" } } }).values;

const server = await startServer();
const browser = await startBrowser();
const table = await server.createGame("kubuguza");
await server.playRandomly(table, 12, seededRandom(5));
const { position } = await server.view(table.game);

for (const [name, options] of Object.entries(LINES)) {
  const visits = { cold: [], warm: [] };
  for (let round = 0; round < Number(rounds); round++) {
    const line = await openLine(server, options);
    const visitor = await openVisitor(browser, { url: line.url }, { viewport: PHONE });
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
    console.log(`${name} ${visit}: ${seconds.toFixed(1)} s, ${requests} requests, ${bytes} bytes`);
  }
}
await measureKeptPages();
await browser.close();
await server.stop();

/** Prints what the browser loads once the game is over: the module, and the pages that it keeps. */
async function measureKeptPages() {
  const line = await openLine(server);
  const visitor = await openVisitor(browser, { url: line.url }, { viewport: PHONE, serviceWorkers: "allow" });
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
  await page.locator("#game[data-live] .hole.may").first().waitFor();
  const seconds = (performance.now() - start) / 1_000;
  const { requests, bytes } = line.cost;
  const figures = { seconds, requests: requests.length, bytes };
  await page.close();
  return figures;
}
