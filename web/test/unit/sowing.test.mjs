import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { GameState } from "../../game/game-state.js";
import { applyStep, countsOf, stepsOf } from "../../game/sowing.js";
import { countFalls, sowingDuration } from "../../game/sowing-speed.js";
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

/** The text form of a ruleset in the engine's vectors. */
function rulesetText(rules, options) {
  const values = Object.entries(options ?? {}).map(([option, value]) =>
    option === "handicap" ? `handicap=${value}` : value,
  );
  return values.length > 0 ? `${rules}:${values.join(",")}` : rules;
}

/** The steps of every action in the engine's vectors. */
function* vectorSteps() {
  const folder = new URL("../../../engine/tests/vectors/", import.meta.url);
  for (const file of readdirSync(folder)) {
    for (const line of readFileSync(new URL(file, folder), "utf8").trim().split("\n")) {
      const { rules, options, start, actions } = JSON.parse(line);
      const name = rulesetText(rules, options);
      let before = start;
      for (const action of actions) {
        const position = action;
        const holes = { south: before.south, north: before.north };
        // The vectors of games with four rows do not name the captured holes.
        const laps = action.laps.map(({ captured, ...lap }) => ({
          ...lap,
          captured: captured?.map(() => ["a", 1]),
        }));
        yield stepsOf(name, { ...before, holes, stores: null }, { ...action, laps, position });
        before = action;
      }
    }
  }
}

test("no sowing takes three seconds, and a longer one is shown faster", () => {
  const lengths = [...vectorSteps()].map(countFalls).filter((falls) => falls > 0);
  const longest = Math.max(...lengths);
  assert.ok(
    lengths.length > 1_000 && longest > 300,
    `${lengths.length} actions, the longest takes ${longest} falls`,
  );
  for (const speed of ["slow", "normal", "fast"]) {
    for (const falls of [...new Set(lengths)]) {
      const duration = sowingDuration(falls, speed);
      assert.ok(duration > 0 && duration < 3_000, `${falls} falls take ${duration} ms`);
      assert.ok(sowingDuration(falls + 1, speed) >= duration);
      assert.ok(sowingDuration(falls + 1, speed) / (falls + 1) < duration / falls);
    }
    assert.ok(sowingDuration(longest, speed, 2) < 1_000, "several actions share the time");
  }
});
