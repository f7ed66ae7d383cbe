// @ts-check
/**
 * The pages that this browser keeps: those that need no server, and finished games that were opened. They are in a cache of
 * the version of the files that they name, and each of them is kept with all of these files, so that what is kept together
 * is always of one version.
 */

import { worker } from "./scope.js";

/** The build puts the version here. It is also in each document, as `data-version`. */
const VERSION = "FILES_VERSION";

/** What the name of a cache begins with; the version follows. */
const CACHE_PREFIX = "ikibuguzo-pages-";

const CACHE = CACHE_PREFIX + VERSION;

/** The caches that are not removed: pages of the version before can still be open, and load files of it. */
const MAX_CACHES = 2;

/** Finished games that are kept; older ones are removed. */
const MAX_GAMES = 20;

/** The page that is shown in place of a page that is not kept. It names the pages to keep. */
export const OFFLINE_PAGE = "/offline";

/** The element of that page with the paths of the pages to keep. */
const PATHS = /<script id="kept-pages"[^>]*>(.*?)<\/script>/;

/** A file in a document or in a script: its name has a hash, so its content never changes. */
const FILE_ADDRESS = /\/static\/[\w.-]+-[0-9a-f]{16}\.\w+/g;

/**
 * The paths of the pages to keep: those that are the same until the next version, and those that change from day to day.
 * @typedef {{ lasting: string[], daily: string[] }} PagePaths
 */

/** The paths that the kept version has named; `null` until it is kept. @type {PagePaths | null} */
let cachedPaths = null;

/** Whether a page is the same until the next version. @param {URL} address */
export async function isLasting({ pathname, search }) {
  // The query of a game without a server says only which of the browser's games it is.
  const isSame = search === "" || pathname.startsWith("/offline/");
  return isSame && Boolean((await readPaths())?.lasting.includes(pathname));
}

/** The kept document of a page, whatever its query; `undefined` if there is none. @param {string} path @returns {Promise<Response | undefined>} */
export async function findPage(path) {
  return caches.match(path, { cacheName: CACHE, ignoreSearch: true, ignoreVary: true });
}

/** A kept file, of this version or the one before. @param {string} path @returns {Promise<Response | undefined>} */
export async function findFile(path) {
  return caches.match(path, { ignoreVary: true });
}

/** Whether the pages of another version are kept. */
export async function hasOlderCache() {
  for (const cacheName of await cacheNames())
    if (cacheName !== CACHE && (await caches.match(OFFLINE_PAGE, { cacheName }))) return true;
  return false;
}

/** Keeps the pages that need no server, and the games that an older version has kept. */
export async function fillCache() {
  const cache = await caches.open(CACHE);
  if (await cache.match(OFFLINE_PAGE)) return;
  const offline = await fetch(OFFLINE_PAGE);
  const { lasting, daily } = pathsIn(await offline.clone().text());
  for (const path of [...lasting, ...daily])
    if (path !== OFFLINE_PAGE && !(await cache.match(path)))
      await cacheDocument(cache, path, await fetch(path));
  // The last one: where it is kept, all are.
  await cacheDocument(cache, OFFLINE_PAGE, offline);
  for (const path of await gamesOfOlderCache()) await cacheGame(path).catch(() => {});
}

/** Keeps the page of a finished game. @param {string} path */
export async function cacheGame(path) {
  await cacheResponse(new URL(path, worker.location.origin), await fetch(path));
}

/** Keeps a document that the server has just sent, if it is one to keep. @param {URL} address @param {Response} response */
export async function cacheResponse({ pathname, search }, response) {
  const paths = await readPaths();
  const isGame = pathname.startsWith("/game/");
  if (!paths || search || !response.ok) return;
  if (!isGame && ![...paths.lasting, ...paths.daily].includes(pathname)) return;
  const cache = await caches.open(CACHE);
  if (isGame && !(await response.clone().text()).includes('data-state="finished"')) return;
  await cacheDocument(cache, pathname, response);
  if (isGame) await removeOldGames(cache);
}

/** The paths of the pages to keep; `null` if they are not kept. */
async function readPaths() {
  if (!cachedPaths) {
    const offline = await findPage(OFFLINE_PAGE);
    if (offline) cachedPaths = pathsIn(await offline.text());
  }
  return cachedPaths;
}

/** @param {string} text of the offline page @returns {PagePaths} */
function pathsIn(text) {
  return JSON.parse(text.match(PATHS)?.[1] ?? "");
}

/** Removes the pages of versions before the last one. */
export async function removeOldCaches() {
  const names = (await cacheNames()).filter((name) => name !== CACHE);
  await Promise.all(
    names.slice(0, Math.max(0, names.length - MAX_CACHES + 1)).map((name) => caches.delete(name)),
  );
}

/**
 * Keeps a document after the files that it names.
 * @param {Cache} cache @param {string} path @param {Response} response
 * @throws if it is not of this version, or a file cannot be loaded
 */
async function cacheDocument(cache, path, response) {
  const text = await response.clone().text();
  if (!response.ok || !text.includes(`data-version="${VERSION}"`))
    throw new Error(`${path} is not of version ${VERSION}`);
  await cacheFiles(cache, text);
  await cache.put(path, response);
}

/** Keeps the files that a text names, and those that these name. @param {Cache} cache @param {string} text */
async function cacheFiles(cache, text) {
  for (const path of new Set(text.match(FILE_ADDRESS))) {
    if (await cache.match(path, { ignoreVary: true })) continue;
    const response = (await findFile(path)) ?? (await fetch(path));
    if (!isOfName(response)) throw new Error(`${path}: ${response.status}`);
    if (path.endsWith(".js")) await cacheFiles(cache, await response.clone().text());
    await cache.put(path, response);
  }
}

/** Whether a response is the requested file: a server of another version sends its own, which is not to be kept. @param {Response} response */
function isOfName(response) {
  return response.ok && !response.headers.get("cache-control")?.includes("no-store");
}

/** The paths of the games that the version before has kept. */
async function gamesOfOlderCache() {
  const older = (await cacheNames()).filter((name) => name !== CACHE).pop();
  return older ? cachedGames(await caches.open(older)) : [];
}

/** @param {Cache} cache */
async function removeOldGames(cache) {
  const games = await cachedGames(cache);
  await Promise.all(games.slice(0, Math.max(0, games.length - MAX_GAMES)).map((path) => cache.delete(path)));
}

/** The paths of the kept games, the oldest first. @param {Cache} cache */
async function cachedGames(cache) {
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  return paths.filter((path) => path.startsWith("/game/"));
}

/** The names of the caches with pages, the oldest first. */
async function cacheNames() {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}
