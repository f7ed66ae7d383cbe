// @ts-check
/** The browser's database of the games that are kept in it. */

const NAME = "ikibuguzo";
const VERSION = 1;

/** The store with one row a game. */
export const GAMES = "games";
/** The store with one row an entry of a log. Its key is the game and the number of the entry. */
export const ENTRIES = "entries";

/** How often Safari 14 is asked for its databases before it opens one, in milliseconds. */
const RETRY_INTERVAL = 100;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/**
 * Begins a transaction about both stores.
 * @param {IDBTransactionMode} mode @returns {Promise<IDBTransaction>}
 * @throws {DOMException | Error} the browser keeps no data of this site
 */
export async function beginTransaction(mode) {
  opened ??= open();
  try {
    // What is kept is on the disk before the page shows it, in browsers that know this option.
    return (await opened).transaction([GAMES, ENTRIES], mode, { durability: "strict" });
  } catch (error) {
    opened = null;
    throw error;
  }
}

/**
 * The result of a request.
 * @template Result
 * @param {IDBRequest<Result>} request @returns {Promise<Result>}
 */
export function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Waits until a transaction is stored. @param {IDBTransaction} transaction @returns {Promise<void>} */
export function storedBy(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The keys of all entries of a game. @param {string} game */
export function entriesOf(game) {
  return IDBKeyRange.bound([game, 0], [game, Infinity]);
}

async function open() {
  if (typeof indexedDB !== "object") throw new Error("this browser has no database");
  await prepareSafari();
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(GAMES, { keyPath: "game" });
    request.result.createObjectStore(ENTRIES);
  };
  const database = await resultOf(request);
  // Another tab has a newer version of the site, or the visitor deletes the site's data.
  database.onversionchange = () => forget(database);
  database.onclose = () => forget(database);
  return database;
}

/** @param {IDBDatabase} database */
function forget(database) {
  database.close();
  opened = null;
}

/** Safari 14.1 may never open a database, until it was asked which ones there are (WebKit bug 226547). */
async function prepareSafari() {
  const isSafari = /Safari\//.test(navigator.userAgent) && !/Chrom(e|ium)\//.test(navigator.userAgent);
  if (!isSafari || !indexedDB.databases) return;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const poll = () => indexedDB.databases().finally(resolve);
      timer = setInterval(poll, RETRY_INTERVAL);
      poll();
    })
  );
  clearInterval(timer);
}
