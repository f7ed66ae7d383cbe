// @ts-check
/** The browser's local storage. A browser may forbid it: then nothing is found and nothing is kept. */

const PROBE_KEY = "ikibuguzo.probe";

/** Whether this browser keeps what is stored. */
export function canStore() {
  try {
    localStorage.setItem(PROBE_KEY, "");
    localStorage.removeItem(PROBE_KEY);
    return true;
  } catch {
    return false;
  }
}

/** The stored text; `null` if there is none. @param {string} key */
export function readItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function writeItem(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden or full.
  }
}

/** @param {string} key */
export function removeItem(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** The stored JSON value; `null` if there is none or it cannot be read. @param {string} key */
export function readJson(key) {
  try {
    return JSON.parse(readItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function writeJson(key, value) {
  writeItem(key, JSON.stringify(value));
}
