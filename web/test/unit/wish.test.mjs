// Which open games fit what a player accepts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { allowedDifference, fits, isFlexible, ratingDifference } from "../../wish.js";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const WISH = {
  game: { id: "1", rules: "kubuguza", clock: "fischer:300+5" },
  rules: ["kubuguza", "azigo"],
  clocks: ["fischer:300+5", "days:3"],
  range: null,
};

const open = (fields = {}) => ({
  game: "k7wq2m9xra4t",
  rules: "kubuguza",
  public: true,
  state: "open",
  clock: "fischer:300+5",
  players: { south: "Kabera", north: null },
  outcome: null,
  created_at: NOW - MINUTE,
  ended_at: null,
  ...fields,
});

test("a game fits if its rules, its clock and its free seat are accepted", () => {
  assert.ok(fits(open(), WISH, NOW));
  assert.ok(fits(open({ rules: "azigo", clock: "days:3" }), WISH, NOW));
  for (const fields of [
    { rules: "njombwa" },
    { clock: undefined },
    { rated: true },
    { bots: ["south"] },
    { invited: "Uwera" },
  ]) {
    assert.ok(!fits(open(fields), WISH, NOW), JSON.stringify(fields));
  }
  for (const clock of WISH.clocks)
    assert.ok(
      fits(open({ clock, created_at: NOW - 300 * MINUTE }), WISH, NOW),
      "the server withdraws it in time",
    );
  const starts = (who) => ({ ...WISH, game: { ...WISH.game, starts: who } });
  assert.ok(fits(open(), starts("opponent"), NOW) && !fits(open(), starts("me"), NOW));
});

test("the maker of a game without a clock is expected to be there for ten minutes", () => {
  const wish = { ...WISH, clocks: ["none"] };
  const after = (minutes) => open({ clock: undefined, created_at: NOW - minutes * MINUTE });
  assert.ok(fits(after(9), wish, NOW));
  assert.ok(!fits(after(11), wish, NOW));
});

test("the accepted difference of ratings grows by the range each minute", () => {
  assert.equal(allowedDifference(100, 0), 100);
  assert.equal(allowedDifference(100, MINUTE), 200);
  assert.equal(allowedDifference(200, 3 * MINUTE), 800);
  assert.equal(allowedDifference(100, -5), 100);
  assert.equal(allowedDifference(null, 0), Infinity);
});

test("the difference is that of the ratings for the game and its kind of clock", () => {
  const own = [
    { game: "kubuguza", correspondence: false, rating: 1700 },
    { game: "kubuguza", correspondence: true, rating: 1400 },
  ];
  const rated = { ratings: { south: { rating: 1650 }, north: null } };
  assert.equal(ratingDifference(open(rated), own), 50);
  assert.equal(ratingDifference(open({ ...rated, clock: "days:3" }), own), 250);
  assert.equal(ratingDifference(open(), own), 200);
  assert.equal(ratingDifference(open({ ...rated, rules: "azigo" }), own), 150);
});

test("only a wish that accepts more than one game is looked at again", () => {
  assert.ok(isFlexible(WISH) && isFlexible({ ...WISH, rules: ["azigo"], clocks: ["none"], range: 100 }));
  assert.ok(!isFlexible({ ...WISH, rules: ["azigo"], clocks: ["none"] }));
});
