// Races of visitors who press "Play with anybody" at the same moment, with the page's own modules, at several servers.
//
//     node web/test/pairing-races.mjs --races 10000 http://127.0.0.1:7878 http://127.0.0.1:7879
//
// The servers share a new database and run with `--requests-per-second 0`. In each race an even number of visitors want the
// same. Prints how long they waited until they sat at a game of two, and exits with 1 if anybody did not.

import assert from "node:assert/strict";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

/** Visitors that race at a time, in all races together. */
const VISITORS = 8;

/** The longest time between the first press of a race and the last one, in milliseconds. */
const MAX_SPREAD = 40;

/** When a visitor who waits is counted as left over, in milliseconds. */
const TIMEOUT = 20_000;

const POLL_INTERVAL = 50;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

await (isMainThread ? runRaces() : runVisitor());

async function runRaces() {
  const { values, positionals } = parseArgs({
    options: { races: { type: "string" } },
    allowPositionals: true,
  });
  const races = Number(values.races ?? 100);
  const free = Array.from(
    { length: VISITORS },
    () => new Worker(new URL(import.meta.url), { workerData: positionals }),
  );
  const workers = [...free];
  const waits = [];
  let left = 0;
  for (let race = 0; race < races;) {
    const size = race % 5 === 4 ? 4 : 2;
    if (free.length < size) {
      await sleep(1);
      continue;
    }
    const visitors = free.splice(0, size);
    // No other race has this clock.
    const clock = `fischer:${60 + (race % 3_000)}+${Math.floor(race / 3_000)}`;
    race++;
    Promise.all(visitors.map((visitor) => press(visitor, clock))).then((results) => {
      for (const { wait } of results) waits.push(wait);
      left += results.filter(({ players }) => players === null).length;
      checkGames(results);
      free.push(...visitors);
    });
  }
  while (free.length < VISITORS) await sleep(5);
  await Promise.all(workers.map((worker) => worker.terminate()));
  waits.sort((one, other) => one - other);
  const at = (share) => Math.round(waits[Math.floor(share * (waits.length - 1))]);
  console.log(`${races} races, ${waits.length} visitors, ${left} left over`);
  console.log(`waited p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`);
  process.exitCode = left ? 1 : 0;
}

/** A visitor presses the button: how long it waited, and the names in its game by then. */
async function press(worker, clock) {
  worker.postMessage(clock);
  const [result] = await once(worker, "message");
  return result;
}

/** Every game has two players, and both of them say so. */
function checkGames(results) {
  for (const { game, players, name } of results.filter(({ players }) => players)) {
    assert.ok(players.includes(name), `${name} sits at ${game}`);
    assert.equal(results.filter((result) => result.game === game).length, 2, `two visitors sit at ${game}`);
  }
}

/** Plays a visitor for many races: one server after the other, each time as a new guest. */
async function runVisitor() {
  const servers = workerData;
  const items = new Map();
  let server = servers[0];
  const { fetch } = globalThis;
  globalThis.fetch = (path, request) => fetch(server + path, request);
  globalThis.localStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
  const { findOrCreateGame } = await import("../pairing.js");
  const { WaitingWish } = await import("../game/waiting-wish.js");
  const { newCommandId, ensureToken, requestApi } = await import("../api.js");
  const { forgetToken, readToken } = await import("../token.js");
  parentPort.on("message", async (clock) => {
    server = servers[Math.floor(Math.random() * servers.length)];
    forgetToken(readToken() ?? "");
    items.clear();
    await ensureToken();
    const { name } = await requestApi("GET", "/api/players/me");
    const game = { id: newCommandId(), rules: "kubuguza", clock, public: true, starts: "random" };
    await sleep(Math.random() * MAX_SPREAD);
    const begin = performance.now();
    let seated = await findOrCreateGame({ game, rules: ["kubuguza"], clocks: [clock], range: null });
    let players = null;
    while (!players && performance.now() - begin < TIMEOUT) {
      // The page of a game.
      const state = { game: { state: "open" }, ownSeat: "south" };
      globalThis.location = { replace: (path) => (seated = path.split("/").at(-1)) };
      const shown = seated;
      const wish = new WaitingWish(state, shown, () => {});
      wish.update();
      while (shown === seated && !players && performance.now() - begin < TIMEOUT) {
        const { view } = await requestApi("GET", `/api/games/${shown}`);
        if (view.state === "playing") players = Object.values(view.players);
        else await sleep(POLL_INTERVAL);
      }
      state.game.state = "left";
      wish.update();
    }
    parentPort.postMessage({ game: seated, players, name, wait: performance.now() - begin });
  });
}
