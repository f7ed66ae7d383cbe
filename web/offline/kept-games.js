// @ts-check
/**
 * The games that this browser keeps: their logs, entry by entry. An entry is added only behind the entry that its writer
 * knew as the last one, so two tabs cannot go on with a game in two ways.
 */

import { RefusedError } from "../api.js";
import { writeItem } from "../storage.js";
import { ENTRIES, GAMES, beginTransaction, entriesOf, resultOf, storedBy } from "./database.js";

/** @typedef {import("../protocol").GameSummary} GameSummary */

/**
 * New entries of a game, as the local server gives them (`browser/src/request.rs`).
 * @typedef {object} LogAddition
 * @property {string} game @property {number} after the number of entries before them
 * @property {string[]} entries @property {GameSummary} summary the game after them
 */

/**
 * A game that is kept.
 * @typedef {object} KeptGame
 * @property {string} game @property {number} head the number of its entries
 * @property {GameSummary} summary @property {number} changedAt milliseconds since 1970
 * @property {string | null} given the id of the same game at the server, once it was given to it
 */

/** The largest number of games that are kept. */
export const MAX_KEPT_GAMES = 200;

/** What other tabs listen to: the name of the changed game and the number of its entries. */
const CHANGE_KEY = "ikibuguzo.kept-change";

/** The codes of refusals, by the name of the database's error. @type {Record<string, string>} */
const CODES = { QuotaExceededError: "no_room", ConstraintError: "conflict" };

/**
 * Keeps new entries of games: all of them or none.
 * @param {LogAddition[]} additions
 * @throws {RefusedError} `conflict` if another tab has added entries, or deleted the game; `no_room` if the browser has no
 *   room; `too_many_kept` if there are as many games as may be; `cannot_keep` if the browser keeps nothing
 */
export async function keepAdditions(additions) {
  await change(async (games, entries) => {
    for (const addition of additions) await addEntries(games, entries, addition);
  });
  for (const { game, after, entries } of additions) notifyOtherTabs(game, after + entries.length);
}

/** The entries of a game; `null` if it is not kept. @param {string} game @returns {Promise<string[] | null>} */
export async function readLog(game) {
  const transaction = await beginTransaction("readonly").catch(refuse);
  const log = await resultOf(transaction.objectStore(ENTRIES).getAll(entriesOf(game))).catch(refuse);
  return log.length ? log : null;
}

/** A kept game. @param {string} game @returns {Promise<KeptGame | undefined>} */
export async function findKeptGame(game) {
  const transaction = await beginTransaction("readonly").catch(refuse);
  return resultOf(transaction.objectStore(GAMES).get(game)).catch(refuse);
}

/** All games, the one that was played last first. @returns {Promise<KeptGame[]>} */
export async function listKeptGames() {
  const transaction = await beginTransaction("readonly").catch(refuse);
  /** @type {KeptGame[]} */
  const games = await resultOf(transaction.objectStore(GAMES).getAll()).catch(refuse);
  return games.sort((one, other) => other.changedAt - one.changedAt);
}

/** Deletes a game. @param {string} game */
export async function deleteKeptGame(game) {
  await change(async (games, entries) => {
    games.delete(game);
    entries.delete(entriesOf(game));
  });
  notifyOtherTabs(game, 0);
}

/** Keeps that a game was given to the server. @param {string} game @param {string} given its id there */
export async function noteGiven(game, given) {
  await change(async (games) => {
    const kept = await resultOf(games.get(game));
    if (kept) games.put({ ...kept, given });
  });
}

/** Calls back when another tab has changed a game. @param {(game: string, head: number) => void} changed */
export function onKeptChange(changed) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== CHANGE_KEY || !newValue) return;
    const [game, head] = JSON.parse(newValue);
    changed(game, head);
  });
}

/** @param {IDBObjectStore} games @param {IDBObjectStore} entries @param {LogAddition} addition */
async function addEntries(games, entries, { game, after, entries: added, summary }) {
  /** @type {KeptGame | undefined} */
  const kept = await resultOf(games.get(game));
  if ((kept?.head ?? 0) !== after) throw new RefusedError("conflict", "");
  if (!kept && (await resultOf(games.count())) >= MAX_KEPT_GAMES) throw new RefusedError("too_many_kept", "");
  added.forEach((text, index) => entries.add(text, [game, after + index + 1]));
  const head = after + added.length;
  games.put({ game, head, summary, changedAt: Date.now(), given: kept?.given ?? null });
}

/**
 * Makes a change and waits until it is stored. If it throws, nothing is changed.
 * @param {(games: IDBObjectStore, entries: IDBObjectStore) => Promise<void>} make
 */
async function change(make) {
  const transaction = await beginTransaction("readwrite").catch(refuse);
  const stored = storedBy(transaction);
  // If `make` throws, its error says more than that of the transaction.
  stored.catch(() => {});
  try {
    await make(transaction.objectStore(GAMES), transaction.objectStore(ENTRIES));
  } catch (error) {
    abort(transaction);
    return refuse(transaction.error ?? error);
  }
  await stored.catch(refuse);
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // The browser has ended it already.
  }
}

/** @param {unknown} error @returns {never} */
function refuse(error) {
  if (error instanceof RefusedError) throw error;
  const name = /** @type {{ name?: string } | null} */ (error)?.name ?? "";
  throw new RefusedError(CODES[name] ?? "cannot_keep", "");
}

/** @param {string} game @param {number} head */
function notifyOtherTabs(game, head) {
  writeItem(CHANGE_KEY, JSON.stringify([game, head]));
}
