import assert from "node:assert/strict";
import { test } from "node:test";

import { findUnmet } from "../../lesson/goal.js";

const lap = (from, last, captured) => ({ from, dir: "acw", count: 2, last, ...(captured && { captured }) });
const played = (...laps) => ({ acts: [{ laps }], previews: [], outcome: null });
const preview = (action, captured) => ({ action, captured, laps: [], pending: null });

test("a goal is reached when all of its conditions hold", () => {
  const turn = played(
    lap("A", "C", [
      ["n", 4],
      ["c", 3],
    ]),
    lap("A", "H"),
  );
  assert.equal(findUnmet({ ends: "H", laps: 2, captures: 7 }, turn), null);
  assert.deepEqual(findUnmet({ ends: "C" }, turn), { name: "ends", wanted: "C", hole: "H" });
  assert.deepEqual(findUnmet({ ends: "H", laps: 3 }, turn), { name: "laps", wanted: 3, count: 2 });
  assert.deepEqual(findUnmet({ captures: 8 }, turn), { name: "captures", wanted: 8, count: 7 });
});

test("the captures of all of the learner's actions count", () => {
  const acts = [{ laps: [lap("A", "C", [["n", 2]])] }, { laps: [lap("A", "H", [["k", 3]])] }];
  assert.equal(findUnmet({ captures: 5 }, { acts, previews: [], outcome: null }), null);
});

test("the opponent's largest capture is named", () => {
  const previews = [preview("a", 0), preview("h", 2), preview("l<", 6)];
  const unmet = findUnmet({ safe: true }, { ...played(lap("A", "C")), previews });
  assert.deepEqual(unmet, { name: "safe", count: 6, action: "l<" });
  const quiet = { ...played(lap("A", "C")), previews: [preview("a", 0)] };
  assert.equal(findUnmet({ safe: true }, quiet), null);
});

test("only the learner's win counts, and only the wanted way into the board", () => {
  const won = (winner) => ({ ...played(lap("A", "C")), outcome: { winner, reason: "no-move" } });
  assert.equal(findUnmet({ wins: true }, won("south")), null);
  for (const winner of ["north", null])
    assert.deepEqual(findUnmet({ wins: true }, won(winner)), { name: "wins" });
  const entered = played({ enter: "own", count: 9, last: "I" });
  assert.equal(findUnmet({ enters: "own" }, entered), null);
  assert.deepEqual(findUnmet({ enters: "opponent" }, entered), { name: "enters", wanted: "opponent" });
});
