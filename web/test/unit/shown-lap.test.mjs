import assert from "node:assert/strict";
import { test } from "node:test";

import { PageState } from "../../game/page-state.js";
import { countsOf } from "../../game/sowing.js";
import { lapsOfTurn } from "../../game/shown-lap.js";
import { eventsOf, games } from "./recorded-games.mjs";

/** The state of a page after all events of a recorded game. */
function stateOf(name) {
  const state = new PageState();
  for (const event of eventsOf(name)) state.apply(event);
  state.game.state = "finished";
  return state;
}

const total = ({ holes, stores, hand }) =>
  Object.values(holes).reduce(
    (sum, count) => sum + count,
    hand + (stores?.south ?? 0) + (stores?.north ?? 0),
  );

for (const name of games) {
  test(`the laps of every turn of ${name} lead from the board before to the board after`, () => {
    const state = stateOf(name);
    let laps = 0;
    for (let ply = 1; ply <= state.game.plies; ply++) {
      state.goTo(ply);
      const turn = state.shownTurn;
      const found = lapsOfTurn(state.game.rules, turn);
      laps += found.length;
      if (!found.length) continue;
      assert.deepEqual(found[0].before.holes, countsOf(turn[0].before).holes);
      const after = countsOf(state.game.line[ply].position);
      assert.deepEqual([found.at(-1).after.holes, found.at(-1).after.hand], [after.holes, after.hand]);
      found.slice(1).forEach((lap, index) => {
        if (lap.act === found[index].act) assert.deepEqual(lap.before, found[index].after);
      });
    }
    assert.ok(laps > 20);
  });

  test(`the board of ${name} after a lap has its counts, and nothing can be played there`, () => {
    const state = stateOf(name);
    let boards = 0;
    for (let ply = 1; ply <= state.game.plies; ply++) {
      state.goTo(ply);
      const { laps } = state;
      for (let number = 0; number < laps.length; number++) {
        state.showLap(number);
        const counts = number ? laps[number - 1].after : laps[0].before;
        const shown = countsOf(state.shownPosition);
        assert.deepEqual(shown.holes, counts.holes);
        assert.equal(total(shown), total(counts));
        assert.deepEqual([state.canExplore, state.shownPosition.legal], [false, []]);
        boards += 1;
      }
      state.showLap(laps.length);
      assert.equal(
        state.shownPosition,
        ply === state.game.plies ? state.game.position : state.game.line[ply].position,
      );
      assert.ok(state.canExplore);
    }
    assert.ok(boards > 20);
  });
}

test("captured counters are counted lap by lap", () => {
  const state = stateOf("njombwa");
  const { plies, line } = state.game;
  const ply = Array.from({ length: plies }, (_, index) => index + 1).find((ply) =>
    line[ply].act.laps.some((lap, index) => lap.captured?.length && index < line[ply].act.laps.length),
  );
  state.goTo(ply);
  const { seat } = line[ply].act;
  const captured = state.capturedBy(seat);
  state.showLap(0);
  const before = state.capturedBy(seat);
  assert.ok(captured > before);
  let last = before;
  for (let number = 1; number <= state.laps.length; number++) {
    state.showLap(number);
    assert.ok(state.capturedBy(seat) >= last);
    last = state.capturedBy(seat);
  }
  assert.equal(last, captured);
});

test("another action forgets the chosen lap", () => {
  const state = stateOf("kubuguza");
  state.goTo(2);
  state.showLap(0);
  state.goTo(3);
  assert.equal(state.shownLap, null);
  state.goTo(2);
  assert.equal(state.shownLap, null);
});
