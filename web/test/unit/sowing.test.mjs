import assert from "node:assert/strict";
import { test } from "node:test";

import { GameState } from "../../game/game-state.js";
import { applyStep, countsOf, stepsOf } from "../../game/sowing.js";
import { eventsOf, games } from "./recorded-games.mjs";

for (const name of games) {
  test(`the steps of every action of ${name} lead from the board before to the board after`, () => {
    const game = new GameState();
    let acts = 0;
    for (const event of eventsOf(name)) {
      game.apply(event);
      const { act, before } = game.scene ?? {};
      if (event.kind !== "acted") continue;
      assert.ok(act && before);
      const counts = countsOf(before);
      for (const step of stepsOf(game.rules, before, act)) {
        applyStep(counts, step);
        assert.ok(
          counts.hand >= 0 && Object.values(counts.holes).every((held) => held >= 0),
          `event ${event.seq}`,
        );
      }
      const after = countsOf(act.position);
      assert.deepEqual(
        [counts.holes, counts.stores, counts.hand],
        [after.holes, after.stores, after.hand],
        `event ${event.seq}`,
      );
      acts += 1;
    }
    assert.ok(acts > 20);
  });

  test(`each lap of ${name} ends in the hole that it names`, () => {
    const game = new GameState();
    for (const event of eventsOf(name)) {
      game.apply(event);
      const { act, before } = game.scene ?? {};
      if (event.kind !== "acted" || !act || !before) continue;
      for (const lap of act.laps.filter((lap) => "last" in lap)) {
        const steps = stepsOf(game.rules, before, { ...act, laps: [lap] });
        const drops = steps.filter((step) => step.do === "drop");
        assert.equal(drops.length, lap.count);
        assert.equal(drops.at(-1)?.hole, lap.last, `event ${event.seq}`);
      }
    }
  });
}

test("a pass has no steps", () => {
  const position = {
    holes: { south: [0, 0], north: [1, 0] },
    ply: 1,
    turns: 1,
    to_move: "south",
    pending: null,
    legal: ["-"],
  };
  assert.deepEqual(stepsOf("azigo", position, { seat: "south", laps: [{ pass: true }], position }), []);
});
