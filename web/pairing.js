// @ts-check
/** Plays with anybody: joins an open game of somebody who wants the same, or opens one. */

import { RefusedError, joinGame, newCommandId, requestApi } from "./api.js";
import { createGame } from "./new-game.js";

/** @typedef {import("./protocol").NewGame} NewGame */
/** @typedef {import("./protocol").GameSummary} GameSummary */

/** How long the maker of an open game is expected to wait, in milliseconds, unless the clock is in days. */
const MAX_AGE = 600_000;

/** How often a game is opened that somebody else has opened at the same moment. */
const MAX_ATTEMPTS = 3;

/**
 * Joins an open game that is like the wished one, or creates it.
 * @param {NewGame} wish @returns {Promise<string>} the id of the game @throws {RefusedError}
 */
export async function findOrCreateGame(wish) {
  /** @type {Set<string>} */
  const tried = new Set();
  const joined = await joinFirst(await findLike(wish), tried);
  if (joined) return joined;
  for (let attempt = 1; ; attempt++) {
    const created = await createGame({ ...wish, id: attempt === 1 ? wish.id : newCommandId() });
    if (attempt === MAX_ATTEMPTS) return created;
    // Two players may open a game at the same moment: the one who was later joins the other.
    const older = (await findLike(wish, created)).filter(({ game }) => !tried.has(game));
    if (!older.length || !(await withdraw(created))) return created;
    const met = await joinFirst(older, tried);
    if (met) return met;
  }
}

/**
 * Open games like a wished one, the oldest first.
 * @param {NewGame} wish @param {string | null} [before] only games that are older than this one
 * @returns {Promise<GameSummary[]>}
 */
async function findLike(wish, before = null) {
  const query = new URLSearchParams({ state: "open", rules: wish.rules });
  /** @type {import("./protocol").GameList} */
  const { games } = await requestApi("GET", `/api/games?${query}`);
  const place = games.findIndex(({ game }) => game === before);
  return games
    .slice(place + 1)
    .filter((game) => isLike(game, wish))
    .reverse();
}

/** @param {GameSummary} game @param {NewGame} wish */
function isLike(game, { rules, clock = "none", starts = "random" }) {
  const freeSeat = game.players.south ? "north" : "south";
  const isOwnSeat = starts === "random" || freeSeat === (starts === "me" ? "south" : "north");
  const isWaiting = clock.startsWith("days:") || Date.now() - game.created_at < MAX_AGE;
  return (
    game.rules === rules &&
    (game.clock ?? "none") === clock &&
    isOwnSeat &&
    isWaiting &&
    !game.bots &&
    !game.invited
  );
}

/**
 * Joins the first of some games that still has a free seat.
 * @param {GameSummary[]} games @param {Set<string>} tried is told each game
 * @returns {Promise<string | null>} its id
 */
async function joinFirst(games, tried) {
  for (const { game } of games) {
    tried.add(game);
    try {
      await joinGame(game);
      return game;
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code === "unreachable") throw error;
    }
  }
  return null;
}

/** Withdraws an own open game. @param {string} game @returns {Promise<boolean>} false if somebody has joined it */
async function withdraw(game) {
  const command = { type: "claim", game, id: newCommandId(), claim: "abort" };
  return requestApi("POST", "/api/commands", command).then(
    () => true,
    () => false,
  );
}
