// All test vectors of the rules, played through the module that the page loads.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { FakeWorker } from "./fake-worker.mjs";

const FOLDER = new URL("../../../engine/tests/vectors/", import.meta.url);

/** How many actions are played with one request. */
const STEP = 20;

globalThis.Worker = FakeWorker;
globalThis.document = { documentElement: { dataset: {} } };
const { askLocalServer, loadLocalServer } = await import("../../local-server/local-server.js?vectors");
loadLocalServer();
while (!document.documentElement.dataset.localServer) await new Promise((resolve) => setImmediate(resolve));
assert.equal(document.documentElement.dataset.localServer, "ready");

for (const file of readdirSync(FOLDER)) {
  test(`the module plays ${file}`, async () => {
    const vectors = readFileSync(new URL(file, FOLDER), "utf8").trim().split("\n").map(JSON.parse);
    for (const vector of vectors) assert.deepEqual(await replay(vector), expectedOf(vector));
  });
}

/** Plays the actions of a vector, and writes what happens as vectors do. */
async function replay({ rules, options, arrange, setup, actions, end }) {
  const result = actions.length ? null : end;
  const base = baseOf(rulesetOf(rules, options), arrange, setup, result);
  const all = actions.map(({ action }) => action);
  let explored = await explore(base, [], []);
  const game = { start: shown(explored.start), actions: [], end: null };
  for (let ply = 0; ply < all.length; ply += STEP) {
    explored = await explore(base, all.slice(0, ply), all.slice(ply, ply + STEP));
    const hasDirections = rules !== "azigo";
    game.actions.push(
      ...explored.played.map(({ seat, action, laps, position }) => ({
        seat,
        action,
        laps: laps.map((lap) => writeLap(lap, hasDirections)),
        ...shown(position),
      })),
    );
  }
  const { outcome } = explored;
  if (outcome) game.end = { winner: outcome.winner, reason: outcome.reason };
  return game;
}

function explore(base, past, play) {
  const request = { type: "explore", base: { ...base, actions: past.join(".") } };
  return askLocalServer(play.length ? { ...request, play: play.join(".") } : request);
}

function rulesetOf(name, { opening, columns, handicap, circuit } = {}) {
  const ofCircuit = circuit === "own-row" ? circuit : null;
  const options = [opening, columns, handicap && `handicap=${handicap}`, ofCircuit].filter(Boolean);
  return options.length ? `${name}:${options}` : name;
}

/** @param {{ winner: string | null, reason: string } | null} result how the game has ended in the position */
function baseOf(rules, arrange, setup, result) {
  if (setup) {
    const { south, north, stores, to_move } = setup;
    const ended = result ? `${result.winner ?? "draw"}:${result.reason}` : "-";
    return { position: `${rules} ${south} ${north} ${stores ?? "-"} ${to_move} -/- - 0 0 ${ended}` };
  }
  return arrange ? { rules, arrays: { south: arrange[0], north: arrange[1] } } : { rules };
}

/** The fields of a position. */
function shown({ holes, stores, to_move, pending, legal }) {
  return {
    ...holes,
    stores: stores ? [stores.south, stores.north] : null,
    to_move,
    pending: pending?.hole ?? null,
    hand: pending?.hand ?? null,
    legal,
  };
}

/** On boards with four rows captures are the counters of the inner and of the outer hole. */
function writeLap({ captured, ...lap }, hasDirections) {
  if ("enter" in lap) delete lap.last;
  if (!hasDirections) delete lap.dir;
  if (!captured) return lap;
  const [[, inner], [, outer] = [null, 0]] = captured;
  return { ...lap, captured: hasDirections ? [inner, outer] : captured };
}

/** A field that a vector leaves out is `null`. */
function expectedOf({ start, actions, end }) {
  const filled = (fields) => ({ stores: null, pending: null, hand: null, ...fields });
  return { start: filled(start), actions: actions.map(filled), end: end ?? null };
}
