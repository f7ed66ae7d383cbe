import assert from "node:assert/strict";
import { test } from "node:test";

import { Exploration } from "../../game/exploration.js";

test("a position that is left at once is not asked for", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const left = { ply: 1 };
  const shown = { ply: 2 };
  const state = { canExplore: true, shownPosition: left, shownPly: 1, variation: null };
  const explorer = {
    load: async (ply) => {
      asked.push(ply);
      return { previews: [] };
    },
  };
  const exploration = new Exploration(state, explorer, async () => [], { update: () => {} });
  exploration.rested();
  Object.assign(state, { shownPosition: shown, shownPly: 2 });
  t.mock.timers.tick(1_000);
  assert.deepEqual(asked, []);
  exploration.rested();
  t.mock.timers.tick(1_000);
  assert.deepEqual(asked, [2]);
});
