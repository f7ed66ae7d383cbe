// @ts-check
/** Texts with placeholders. */

/** @typedef {Record<string, string | number>} Values */

/**
 * Replaces each `{name}` by its value; one without a value stays.
 * @param {string} text @param {Values} values
 */
export function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}
