// A player who finds good actions with the module that the page loads, run in Node.

import { FakeWorker } from "../unit/fake-worker.mjs";
import { findNext, keptLog, press } from "./local-game.mjs";

globalThis.Worker ??= FakeWorker;
globalThis.document ??= { documentElement: { dataset: {} } };
const { askLocalServer, loadLocalServer, whenLocalServerReady } =
  await import("../../local-server/local-server.js");

/** The budget of a search: actions played in it. */
const NODES = 5_000;

/** Plays a game in the browser to its end, as well as the computer player at its best level or nearly so. */
export async function playWell(visitor, game, rules) {
  loadLocalServer();
  await new Promise((resolve) => whenLocalServerReady(() => resolve()));
  for (;;) {
    const { over, selectors } = await findNext(visitor);
    if (over) return;
    const action = await bestAction(rules, await actionsOf(visitor, game));
    const isOf = (selector) =>
      selector.includes(`action="${action}"`) || selector.includes(`hole="${action[0]}"`);
    await press(visitor, selectors.find(isOf));
  }
}

async function actionsOf(visitor, game) {
  const facts = (await keptLog(visitor, game)).map((entry) => JSON.parse(entry).fact);
  return facts.filter(({ kind }) => kind === "acted").map(({ payload }) => payload.action);
}

async function bestAction(rules, actions) {
  const base = { rules, actions: actions.join(".") };
  const { turns } = await askLocalServer({ type: "analyse", base, nodes: NODES });
  return turns[0].line[0][0];
}
