import assert from "node:assert/strict";
import { test } from "node:test";

import { PageState } from "../../game/page-state.js";
import { eventsOf } from "./recorded-games.mjs";

/** A page that has received the first `count` events of a recorded game. */
function pageOf(name, { count = Infinity, chosenPly = null } = {}) {
  const state = new PageState(chosenPly);
  for (const event of eventsOf(name).slice(0, count)) state.game.apply(event);
  state.pastHead = state.game.head;
  return state;
}

test("a page follows the game until a ply is chosen", () => {
  const state = pageOf("kubuguza");
  const { plies } = state.game;
  assert.equal(state.followsGame, true);
  assert.equal(state.shownPly, plies);
  state.goTo(2);
  assert.equal(state.followsGame, false);
  assert.equal(state.shownPosition?.ply, 2);
  state.goTo(plies + 5);
  assert.equal(state.followsGame, true, "the last ply is where the game is");
});

test("a chosen ply stays while the game goes on, and new plies are counted", () => {
  const events = eventsOf("kubuguza");
  const state = pageOf("kubuguza", { count: events.length - 5 });
  const before = state.game.plies;
  state.goTo(1);
  for (const event of events.slice(-5)) state.game.apply(event);
  assert.equal(state.shownPly, 1);
  assert.equal(state.unseenPlies, state.game.plies - before);
});

test("steps end at the first and the last ply", () => {
  const state = pageOf("njombwa");
  const { plies } = state.game;
  assert.deepEqual([state.stepTarget("first"), state.stepTarget("previous")], [0, plies - 1]);
  assert.deepEqual([state.stepTarget("next"), state.stepTarget("last")], [null, null]);
  state.goTo(0);
  assert.deepEqual([state.stepTarget("first"), state.stepTarget("previous")], [null, null]);
  assert.deepEqual([state.stepTarget("next"), state.stepTarget("last")], [1, plies]);
});

test("only the player to move can act, once per ply, on the newest board", () => {
  const state = pageOf("kubuguza", { count: 8 });
  const { position } = state.game;
  assert.ok(position?.to_move);
  assert.equal(state.canAct, false, "a spectator cannot act");
  state.ownSeat = position.to_move;
  assert.equal(state.canAct, true);
  state.sent = { after: state.game.head, action: "N" };
  assert.equal(state.canAct, false, "an action was sent already");
  state.sent = null;
  state.goTo(0);
  assert.equal(state.canAct, false, "an earlier board is shown");
});

test("a turn is replayed from its first action to the shown ply", () => {
  const state = pageOf("ikibuguzo");
  const turn = state.game.turns.find(({ actions }) => actions.length > 1) ?? state.game.turns[1];
  state.goTo(turn.ply);
  assert.deepEqual(
    state.shownTurn.map(({ act }) => act?.action),
    turn.actions,
  );
});

test("a page is caught up when it knows all events up to the join", () => {
  const state = new PageState();
  assert.equal(state.isCaughtUp, false);
  state.pastHead = 2;
  const [created, seated] = eventsOf("kubuguza");
  state.game.apply(created);
  assert.equal(state.isCaughtUp, false);
  state.game.apply(seated);
  assert.equal(state.isCaughtUp, true);
});

test("a page that was opened at an earlier ply has seen all turns of the past", () => {
  const state = pageOf("kubuguza", { chosenPly: 2 });
  state.notePast();
  assert.equal(state.unseenPlies, 0);
});
