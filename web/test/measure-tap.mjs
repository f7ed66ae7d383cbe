// How long it takes from a tap until counters move, on a line that has stalled: `node measure-tap.mjs [--rounds 5]`. It is
// run by hand.
//
// The player to move taps a hole in games of different lengths, with the processor as it is and six times slower. Prints
// the median.

import { parseArgs } from "node:util";

import { openVisitor, startBrowser } from "./browser/browser.mjs";
import { startProxy } from "./browser/proxy.mjs";
import { seededRandom, startServer } from "./browser/server.mjs";

const { rounds } = parseArgs({ options: { rounds: { type: "string", default: "5" } } }).values;

/** Numbers of actions that have been played. */
const GAMES = { kubuguza: 4, "njombwa:8": 60, azigo: 200 };

const SLOWDOWNS = [1, 6];

const server = await startServer();
const browser = await startBrowser();
for (const [rules, actions] of Object.entries(GAMES)) {
  for (const slowdown of SLOWDOWNS) {
    const times = [];
    for (let round = 0; round < Number(rounds); round++) times.push(await measure(rules, actions, slowdown));
    const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
    console.log(`${rules}, ${actions} actions, processor ${slowdown} times slower: ${Math.round(median)} ms`);
  }
}
await browser.close();
await server.stop();

/** The time from the tap until counters move, in milliseconds. */
async function measure(rules, actions, slowdown) {
  const table = await server.createGame(rules);
  await server.playRandomly(table, actions, seededRandom(5));
  const seat = (await server.view(table.game)).position.to_move;
  const { legal } = (await server.view(table.game, table[seat].token)).position;
  const proxy = await startProxy(server);
  const visitor = await openVisitor(browser, { url: proxy.url }, { reducedMotion: "no-preference" });
  await visitor.signIn(table[seat].token);
  const { page } = visitor;
  await visitor.goto(`/game/${table.game}`);
  await page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });
  const session = await visitor.context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(noteTimes);
  proxy.stall();
  const hole = legal.map((action) => action[0]).find((letter) => /[a-z]/i.test(letter));
  await page.locator(`.holes button[data-hole="${hole}"]`).click();
  await page.waitForFunction(() => window.sownAt);
  const time = await page.evaluate(() => window.sownAt - window.tappedAt);
  await visitor.close();
  await proxy.close();
  return time;
}

/** Notes, in the page, when the finger comes down and when counters begin to move. */
function noteTimes() {
  const game = document.querySelector("#game");
  addEventListener("pointerdown", ({ timeStamp }) => (window.tappedAt = timeStamp), true);
  new MutationObserver(() => {
    if ("busy" in game.dataset) window.sownAt ??= performance.now();
  }).observe(game, { attributes: true });
}
