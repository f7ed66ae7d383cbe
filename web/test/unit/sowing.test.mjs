import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "../../game/game-state.js";
import { follow, stepsOf, tableOf } from "../../game/sowing.js";
import { eventsOf, games } from "./recorded-games.mjs";

for (const name of games) {
  test(`the steps of every action of ${name} lead from the board before to the board after`, () => {
    const game = new Game();
    let acts = 0;
    for (const event of eventsOf(name)) {
      game.take(event);
      const { act, before } = game.scene ?? {};
      if (event.kind !== "acted") continue;
      assert.ok(act && before);
      const table = tableOf(before);
      for (const step of stepsOf(game.rules, before, act)) {
        follow(table, step);
        assert.ok(
          table.hand >= 0 && Object.values(table.holes).every((held) => held >= 0),
          `event ${event.seq}`,
        );
      }
      const after = tableOf(act.position);
      assert.deepEqual(
        [table.holes, table.stores, table.hand],
        [after.holes, after.stores, after.hand],
        `event ${event.seq}`,
      );
      acts += 1;
    }
    assert.ok(acts > 20);
  });

  test(`each lap of ${name} ends in the hole that it names`, () => {
    const game = new Game();
    for (const event of eventsOf(name)) {
      game.take(event);
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
