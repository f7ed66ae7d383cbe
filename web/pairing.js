// @ts-check
/** Plays with anybody: joins the open game that fits a wish best, or opens one. */

import { RefusedError, joinGame, newCommandId, requestApi } from "./api.js";
import { createGame, requireKeptToken } from "./new-game.js";
import { allowedDifference, fits, isFlexible, ratingDifference } from "./wish.js";
import { keepWish } from "./kept-wishes.js";
import { serverNow } from "./server-clock.js";

/** @typedef {import("./wish").Wish} Wish */
/** @typedef {import("./wish").OwnRatings} OwnRatings */
/** @typedef {import("./protocol").GameSummary} GameSummary */

/** Refusals after which no other game can be joined either. */
const FINAL_REFUSALS = ["unreachable", "banned", "left_too_many_games"];

/** How often a game is opened that somebody else has opened at the same moment. */
const MAX_ATTEMPTS = 3;

/**
 * Joins the open game that fits a wish best, or creates the first game that it accepts.
 * @param {Wish} wish @param {() => string} [renewId] makes the id of the game to create after one was withdrawn
 * @returns {Promise<string>} the id of the game @throws {RefusedError}
 */
export async function findOrCreateGame(wish, renewId = newCommandId) {
  requireKeptToken();
  /** @type {Set<string>} */
  const tried = new Set();
  const ratings = await loadOwnRatings(wish);
  const joined = await joinFirst(await findFitting(wish, ratings), tried);
  if (joined) return joined;
  let { id } = wish.game;
  for (let attempt = 1; ; attempt++) {
    const created = await createGame({ ...wish.game, id });
    keepWish(created, wish);
    if (attempt === MAX_ATTEMPTS) return created;
    // Two players may open a game at the same moment: the one who was later joins the other.
    const older = (await findFitting(wish, ratings, created)).filter(({ game }) => !tried.has(game));
    if (!older.length) return created;
    // With the old id, the server would answer with the withdrawn game, also if the answer to the withdrawal is lost.
    id = renewId();
    if (!(await withdraw(created))) return created;
    const met = await joinFirst(older, tried);
    if (met) return met;
  }
}

/**
 * Other open games that fit the wish of a waiting game, the best first.
 * @param {string} waiting @param {Wish} wish @param {number} waited for how long the game waits, in milliseconds
 * @returns {Promise<GameSummary[]>}
 */
export async function findOtherGames(waiting, wish, waited) {
  const ratings = await loadOwnRatings(wish);
  // Of two players who accept nothing else, the one who was later goes to the other.
  const before = isFlexible(wish) ? null : waiting;
  return (await findFitting(wish, ratings, before, waited)).filter(({ game }) => game !== waiting);
}

/**
 * Gives up a waiting game for the first of some others that has a free seat.
 * @param {string} waiting @param {Wish} wish @param {GameSummary[]} others
 * @returns {Promise<string | null>} the id of the game to go to; `null` if the waiting game was not withdrawn
 * @throws {RefusedError} the waiting game may be withdrawn, and there is no game to go to
 */
export async function leaveForOther(waiting, wish, others) {
  if (!(await withdraw(waiting))) return null;
  // Somebody else may have been faster: then the wish waits in a new game.
  return (
    (await joinFirst(others, new Set())) ??
    (await findOrCreateGame({ ...wish, game: { ...wish.game, id: newCommandId() } }))
  );
}

/**
 * Open games that fit a wish, the best first: the oldest, or with a range of ratings the closest one.
 * @param {Wish} wish @param {OwnRatings} ratings @param {string | null} [before] only games that are older than this one
 * @param {number} [waited] for how long the wish waits already, in milliseconds
 * @returns {Promise<GameSummary[]>}
 */
async function findFitting(wish, ratings, before = null, waited = 0) {
  const query = new URLSearchParams({ state: "open", limit: "200" });
  if (wish.rules.length === 1) query.set("rules", wish.rules[0]);
  /** @type {import("./protocol").GameList} */
  const { games } = await requestApi("GET", `/api/games?${query}`);
  const index = games.findIndex(({ game }) => game === before);
  const now = serverNow();
  const fitting = games.slice(index + 1).filter((game) => {
    const allowed = allowedDifference(wish.range, Math.max(waited, now - game.created_at));
    return fits(game, wish, now) && ratingDifference(game, ratings) <= allowed;
  });
  fitting.reverse();
  if (wish.range === null) return fitting;
  return fitting.sort((one, other) => ratingDifference(one, ratings) - ratingDifference(other, ratings));
}

/** The ratings of this browser's player, if the wish depends on them. @param {Wish} wish @returns {Promise<OwnRatings>} */
async function loadOwnRatings(wish) {
  if (wish.range === null) return [];
  const me = await requestApi("GET", "/api/players/me").catch(() => null);
  if (!me) return [];
  /** @type {import("./protocol").Profile} */
  const profile = await requestApi("GET", `/api/players/${encodeURIComponent(me.name)}`);
  return profile.ratings ?? [];
}

/**
 * Joins the first of some games that still has a free seat.
 * @param {GameSummary[]} games @param {Set<string>} tried receives each game
 * @returns {Promise<string | null>} its id
 */
async function joinFirst(games, tried) {
  for (const { game } of games) {
    tried.add(game);
    try {
      await joinGame(game);
      return game;
    } catch (error) {
      if (!(error instanceof RefusedError) || FINAL_REFUSALS.includes(error.code)) throw error;
    }
  }
  return null;
}

/**
 * Withdraws an own open game.
 * @param {string} game @returns {Promise<boolean>} whether it is over; false if somebody has joined it
 * @throws {RefusedError} no answer came: it may be withdrawn
 */
async function withdraw(game) {
  const command = { type: "claim", game, id: newCommandId(), claim: "abort" };
  try {
    await requestApi("POST", "/api/commands", command);
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code === "unreachable") throw error;
    return error.code === "game_over";
  }
}
