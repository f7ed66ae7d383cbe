// @ts-check
/** The texts of the page, in its language: of the same file that the server fills its pages from, what this page needs. */

const language = document.documentElement.lang || "en";

/** @type {Record<string, string>} */
const texts = await fetch(`/static/text/${language}.json?page=${document.body.dataset.page}`).then((answer) =>
  answer.json(),
);
const plural = new Intl.PluralRules(language);

/** @typedef {Record<string, string | number>} Values */

/** The text with this key, with each `{name}` filled in; the key itself, if the language lacks it. @param {string} key @param {Values} [values] */
export function say(key, values = {}) {
  return fill(texts[key] ?? key, values);
}

/** The text for so many, as the language tells one from many: `key.one`, `key.other`. @param {string} key @param {number} count @param {Values} [values] */
export function many(key, count, values = {}) {
  const text = texts[`${key}.${plural.select(count)}`] ?? texts[`${key}.other`] ?? key;
  return fill(text, { count, ...values });
}

/** Things one after the other: `N, J and K`. @param {string[]} things */
export function list(things) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(things);
}

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
