// @ts-check
/** Creates elements of drawings. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string>} attributes
 */
export function createSvg(tag, attributes) {
  const created = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}
