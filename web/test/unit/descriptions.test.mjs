import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { GameState } from "../../game/game-state.js";
import {
  describeAction,
  describeChoice,
  describeCounts,
  describeEvent,
  describeHint,
  describeHole,
  describeOutcome,
  nameAction,
} from "../../game/descriptions.js";
import { eventsOf, games } from "./recorded-games.mjs";

const english = JSON.parse(readFileSync(new URL("../../text/en.json", import.meta.url), "utf8"));

/** The English texts, without a page. A text that is missing, or a value that it needs, is an error. */
const texts = {
  translate(key, values = {}) {
    assert.ok(key in english, `no text ${key}`);
    return english[key].replace(/\{(\w+)\}/g, (_, name) => {
      assert.ok(name in values, `${key} needs ${name}`);
      return String(values[name]);
    });
  },
  translateCount: (key, count, values = {}) =>
    texts.translate(`${key}.${count === 1 ? "one" : "other"}`, { count, ...values }),
  formatList: (items) => new Intl.ListFormat("en").format(items),
};

const position = (pending = null) => ({
  holes: { south: [0, 3], north: [1, 0] },
  ply: 1,
  turns: 1,
  to_move: "south",
  pending,
  legal: [],
});
const acted = (action, laps, pending) => ({ seat: "south", action, laps, position: position(pending) });
const lap = (from, dir, count, captured) => ({ from, dir, count, last: "C", captured });

for (const name of games) {
  test(`every event of ${name} has a description`, () => {
    const game = new GameState();
    for (const event of eventsOf(name)) {
      const before = game.position;
      game.apply(event);
      const text = describeEvent(texts, event, before);
      assert.equal(text === null, ["created", "ended"].includes(event.kind), event.kind);
    }
    if (game.outcome) assert.match(describeOutcome(texts, game.outcome, game.players), /wins|draw/);
  });
}

test("the description of an action names its relays and captures", () => {
  const laps = [
    lap("N", "acw", 3),
    lap("C", "acw", 2, [
      ["e", 3],
      ["l", 2],
    ]),
    lap("C", "acw", 5),
  ];
  assert.equal(
    describeAction(texts, acted("N", laps), position()),
    "South sows N: 3 counters, relay from C, captures 5 from e and l, ends in C.",
  );
});

test("relays and captures are described in their order", () => {
  const laps = [lap("O", "acw", 2, [["k", 6]]), lap("O", "acw", 6), lap("G", "acw", 3, [["f", 1]])];
  assert.equal(
    describeAction(texts, acted("O", laps), position()),
    "South sows O: 2 counters, captures 6 from k, relay from G, captures 1 from f, ends in C.",
  );
});

test("an action is named as it is read out", () => {
  const names = ["N", "O<", "*", "*>", "-"].map((action) => nameAction(texts, action));
  assert.deepEqual(names, ["N", "O clockwise", "the store", "the store, on into the other row", "pass"]);
});

test("an action with many laps is described by their number", () => {
  const laps = Array.from({ length: 9 }, () => lap("N", "acw", 3));
  assert.equal(
    describeAction(texts, acted("N", laps), position()),
    "South sows N: 3 counters, 9 laps, ends in C.",
  );
});

test("sowing on and leaving counters in the middle of a turn have descriptions", () => {
  const pending = { hole: "A", hand: 7 };
  assert.equal(
    describeAction(texts, acted("A<", [lap("A", "cw", 7)], pending), position(pending)),
    "South sows on from A clockwise: 7 counters, and has 7 in hand at A.",
  );
  assert.equal(
    describeAction(texts, acted("O<", [lap("O", "cw", 2)]), position(pending)),
    "South leaves 7 in A and sows O clockwise: 2 counters, ends in C.",
  );
});

test("the spoken name of a hole says whose it is and how it can be sown", () => {
  assert.equal(describeHole(texts, "N", 3, ["N"], "south"), "your N, 3 counters, can be sown");
  assert.equal(describeHole(texts, "A", 1, ["A", "A<"], "south"), "your A, 1 counter, can be sown both ways");
  assert.equal(describeHole(texts, "o", 2, ["o<"], "north"), "your o, 2 counters, can be sown clockwise");
  assert.equal(describeHole(texts, "n", 0, ["N"], "south"), "their n, 0 counters");
  assert.equal(describeHole(texts, "n", 0, [], null), "North's n, 0 counters");
});

test("the label of a choice says what it captures", () => {
  const preview = (captured, pending = null) => ({ action: "", laps: [], captured, pending });
  const pending = { hole: "A", hand: 5 };
  assert.equal(
    describeChoice(texts, "A", position(pending), preview(0)),
    "Sow the 5 on from A, capturing nothing",
  );
  assert.equal(
    describeChoice(texts, "A<", position(pending), preview(7)),
    "Sow the 5 clockwise from A, capturing 7",
  );
  assert.equal(
    describeChoice(texts, "O<", position(pending), preview(2, pending)),
    "Leave the 5 in A and sow O clockwise, capturing 2, and choose again",
  );
  assert.equal(describeChoice(texts, "O", position(), undefined), "Sow O anti-clockwise");
  for (const action of ["*", "*>", "-"]) assert.ok(describeChoice(texts, action, position(), undefined));
});

test("a hint names the largest captures, or else the longest way", () => {
  const preview = (action, captured, laps) => ({
    action,
    captured,
    pending: null,
    laps: Array.from({ length: laps }, (_, lap) => ({
      from: action[0],
      last: "P",
      ...(captured && !lap && { captured: [["n", captured]] }),
    })),
  });
  const all = [preview("A", 0, 5), preview("B", 2, 1), preview("C", 6, 2), preview("D", 0, 1)];
  const captures = describeHint(texts, all, false);
  assert.match(captures, /C: 2 laps.*captures 6.*B: .*captures 2/);
  assert.doesNotMatch(captures, /A:|D:/);
  assert.match(describeHint(texts, [all[3], all[0]], false), /no hole captures.*A: 5 laps/);
  assert.match(describeHint(texts, [all[2]], true), /your turn goes on.*C:/);
  assert.equal(describeHint(texts, [], false), "");
});

test("the counts of a side include its store, which may be concealed", () => {
  assert.equal(describeCounts(texts, "south", position()), "A 0, B 3");
  const stores = { south: 9, north: null };
  assert.equal(describeCounts(texts, "south", { ...position(), stores }), "A 0, B 3, store 9");
  assert.equal(describeCounts(texts, "north", { ...position(), stores }), "a 1, b 0, store concealed");
});

test("every way in which a game can end has texts", () => {
  const reasons = /export type EndReason =([^;]*);/.exec(
    readFileSync(new URL("../../protocol.d.ts", import.meta.url), "utf8"),
  );
  const all = [...(reasons?.[1] ?? "").matchAll(/\| "([\w-]+)"/g)].map(([, reason]) => reason);
  assert.ok(all.length > 10);
  for (const reason of all)
    for (const winner of ["south", null])
      assert.ok(describeOutcome(texts, { winner, reason }, { south: "inka", north: "imbwa" }));
});
