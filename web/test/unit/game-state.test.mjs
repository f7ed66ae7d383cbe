import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GameState, timeLeft } from "../../game/game-state.js";
import { eventsOf, games } from "./recorded-games.mjs";

/** @param {import("../../protocol").Event[]} events */
function folded(events) {
  const game = new GameState();
  events.forEach((event) => game.apply(event));
  return game;
}

for (const name of games) {
  test(`after every event of ${name} the scene has the position of the newest event that carries one`, () => {
    const events = eventsOf(name);
    const game = folded(events);
    let position = null;
    for (const event of events) {
      if ("position" in event) position = event.position;
      const shown = game.scenes[event.seq]?.position ?? null;
      if (event.kind !== "ended") assert.equal(shown, position);
      else assert.deepEqual(shown?.holes, position?.holes);
    }
    assert.equal(game.head, events.length);
  });

  test(`the line of ${name} has a scene for every ply, and its turns contain all actions`, () => {
    const game = folded(eventsOf(name));
    game.line.forEach((scene, ply) => assert.equal(scene.position.ply, ply));
    assert.equal(game.turns.flatMap((turn) => turn.actions).length, game.plies);
    assert.equal(game.turns.at(-1)?.ply, game.plies);
  });
}

test("a known event changes nothing, and a gap is an error", () => {
  const events = eventsOf("kubuguza");
  const game = folded(events.slice(0, 8));
  assert.equal(game.apply(events[3]), false);
  assert.equal(game.head, 8);
  assert.throws(() => game.apply(events[9]), RangeError);
});

test("a turn that is taken back leaves the line, but not the scenes by event", () => {
  const events = eventsOf("kubuguza");
  const first = events.findIndex((event) => event.kind === "acted");
  const game = folded(events.slice(0, first + 2));
  const before = game.line[1].position;
  const seq = game.head;
  game.apply({ seq: seq + 1, at: 0, kind: "takeback_offered", seat: "north" });
  assert.deepEqual(game.takebackOffer, { offer: seq + 1, seat: "north" });
  game.apply({
    seq: seq + 2,
    at: 0,
    kind: "taken_back",
    offer: seq + 1,
    position: before,
    closes: ["takeback"],
  });
  assert.equal(game.plies, 1);
  assert.equal(game.takebackOffer, null);
  assert.equal(game.scenes[seq]?.ply, 2);
  assert.equal(game.scene?.ply, 1);
});

test("previews are agreed on, and a new game begins without them", () => {
  const game = folded(eventsOf("kubuguza").slice(0, 4));
  const { head } = game;
  game.apply({ seq: head + 1, at: 0, kind: "previews_offered", seat: "south" });
  assert.deepEqual(game.previewsOffer, { offer: head + 1, seat: "south" });
  const declined = /** @type {const} */ ({ kind: "previews_declined", closes: ["previews"] });
  game.apply({ seq: head + 2, at: 0, ...declined, seat: "north", offer: head + 1 });
  assert.equal(game.previewsOffer, null);
  assert.deepEqual(game.previewsDeclined, { south: false, north: true });
  game.apply({ seq: head + 3, at: 0, kind: "previews_offered", seat: "north" });
  game.apply({ seq: head + 4, at: 0, ...declined, seat: "south", offer: head + 3 });
  assert.deepEqual(game.previewsDeclined, { south: true, north: true }, "both have declined");
  game.apply({ seq: head + 5, at: 0, kind: "previews_agreed", offer: head + 3 });
  assert.equal(game.previewsAgreed, true);
  game.reset();
  assert.equal(game.previewsAgreed, false);
  assert.deepEqual(game.previewsDeclined, { south: false, north: false });
});

/** What the page knows of a view, as the protocol writes it. @param {GameState} game */
function viewOf(game) {
  return {
    rules: game.rules,
    clock: game.clock ?? null,
    rated: game.isRated || null,
    state: game.state,
    players: game.players,
    bots: /** @type {const} */ (["south", "north"]).filter((seat) => game.bots[seat]),
    invited: game.invited,
    open_until: game.openUntil,
    declined: game.declined,
    arranged: game.arranged,
    arrange_by: game.arrangeBy ?? null,
    arrays: game.arrays,
    position: game.position,
    clocks: game.clocks ?? null,
    may_berserk: game.mayBerserk,
    berserk: game.berserk,
    draw_offer: game.drawOffer,
    takeback_offer: game.takebackOffer,
    previews_offer: game.previewsOffer,
    previews_agreed: game.previewsAgreed || null,
    rematch: { offer: game.rematchOffer, game: game.rematch },
    outcome: game.outcome,
  };
}

/** Values of fields that are absent from a view. */
const ABSENT = {
  bots: [],
  may_berserk: { south: false, north: false },
  berserk: { south: false, north: false },
};

// What the page does not keep, or keeps longer than a view does.
const NOT_COMPARED = ["rules_version", "public", "created_at", "commitments"];

const cases = JSON.parse(readFileSync(new URL("view-cases.json", import.meta.url), "utf8"));

for (const { name, steps } of cases) {
  test(`the page folds the events of a game with ${name} as the protocol does`, () => {
    const game = new GameState();
    /** @type {Record<string, unknown>} */
    let expected = {};
    for (const { event, changes } of steps) {
      game.apply(event);
      expected = { ...expected, ...changes };
      const compared = Object.entries(expected).filter(([field]) => !NOT_COMPARED.includes(field));
      const shown = JSON.parse(JSON.stringify(viewOf(game)));
      for (const [field, value] of compared)
        assert.deepEqual(shown[field], value ?? ABSENT[field] ?? null, `${field} after event ${event.seq}`);
      for (const [field, value] of Object.entries(shown))
        if (!(field in expected))
          assert.deepEqual(value, ABSENT[field] ?? null, `${field} after ${event.seq}`);
    }
  });
}

test("the end reveals the stores, and no seat is to move", () => {
  const game = folded(eventsOf("azigo"));
  game.apply({
    seq: game.head + 1,
    at: 0,
    kind: "ended",
    winner: "north",
    reason: "resignation",
    stores: { south: 1, north: 2 },
  });
  assert.deepEqual(game.position?.stores, { south: 1, north: 2 });
  assert.equal(game.position?.to_move, null);
  assert.equal(game.state, "finished");
});

test("a clock counts down only while it runs and after the delay", () => {
  const clocks = { balance: { south: 60_000, north: 50_000 }, running: "south", runs_out_at: 165_000 };
  assert.equal(timeLeft(undefined, "south", 0), null);
  assert.equal(timeLeft(clocks, "north", 120_000), 50_000);
  assert.equal(timeLeft(clocks, "south", 100_000), 60_000, "5 seconds are free");
  assert.equal(timeLeft(clocks, "south", 120_000), 45_000);
  assert.equal(timeLeft(clocks, "south", 999_000), 0);
});

test("a game that was reset can be folded again from its first event", () => {
  const events = eventsOf("azigo");
  const game = folded(events);
  game.reset();
  assert.deepEqual(game, new GameState());
  events.forEach((event) => game.apply(event));
  assert.deepEqual(game, folded(events));
});

/** A recorded game whose seats have 60 seconds, of which each action takes one; it ends while North's clock runs. */
function gameWithClocks({ at, reason }) {
  const events = eventsOf("kubuguza").filter(({ kind }) => kind !== "ended");
  const last = events.findLastIndex((event) => "position" in event && event.position.to_move === "north");
  const timed = events.slice(0, last + 1).map((event) => {
    if (!("position" in event)) return event;
    const left = 60_000 - 1_000 * event.position.ply;
    const running = event.position.to_move;
    return { ...event, at: 0, clocks: { balance: { south: left, north: left }, running, runs_out_at: left } };
  });
  const winner = /** @type {const} */ ("south");
  const ended = { seq: last + 2, at, kind: /** @type {const} */ ("ended"), winner, reason };
  return folded(/** @type {import("../../protocol").Event[]} */ ([...timed, ended]));
}

test("a clock that has run out shows that after the end", () => {
  const game = gameWithClocks({ at: 60_000, reason: "timeout" });
  assert.equal(game.clocks?.balance.north, 0);
  assert.equal(game.clocks?.running, null);
  assert.ok((game.clocks?.balance.south ?? 0) > 0);
});

test("a running clock stops at the end of the game, and each scene keeps its own clocks", () => {
  const game = gameWithClocks({ at: 500, reason: "resignation" });
  const left = 60_000 - 1_000 * game.plies;
  assert.deepEqual(game.clocks?.balance, { south: left, north: left - 500 });
  assert.equal(game.line[1].clocks?.balance.south, 59_000);
});
