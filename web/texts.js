// @ts-check
/**
 * The texts of this page in its language. A script that the page loads before its own brings them, as the variable `texts`.
 */

import { fillIn } from "./placeholders.js";

const language = document.documentElement.lang || "en";

/** Empty if that script could not be loaded. @type {Record<string, string>} */
const texts = /** @type {any} */ (globalThis).texts ?? {};
const pluralRules = new Intl.PluralRules(language);

/** @typedef {import("./placeholders").Values} Values */

/**
 * The text with this key, each `{name}` filled in; the key itself if the language lacks it.
 * @param {string} key @param {Values} [values]
 */
export function translate(key, values = {}) {
  return fillIn(texts[key] ?? key, values);
}

/**
 * The text for a count, in the language's plural form: `key.one`, `key.other` and so on.
 * @param {string} key @param {number} count @param {Values} [values]
 */
export function translateCount(key, count, values = {}) {
  const text = texts[`${key}.${pluralRules.select(count)}`] ?? texts[`${key}.other`] ?? key;
  return fillIn(text, { count, ...values });
}

/** Several items as one text: `N, J and K`. @param {string[]} items */
export function formatList(items) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
}
