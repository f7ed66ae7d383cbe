// Finds what a stated browser lacks in a style sheet. A browser skips what it does not know, so these are left out: what
// stands inside of `@supports`, and a declaration with an older one of the same property before it. That does not hold for
// variables: a browser takes any value for them, and a rule that uses the variable has no effect.

import { find, generate, parse, walk } from "css-tree";

import { featuresIn, isLacking, styleFeatures } from "./browser-support.mjs";

const { properties, selectors, types, "at-rules": atRules } = styleFeatures;

/** Values of several types may have the same name: a browser must have all of them. */
const TYPES = [...featuresIn(types)];

/** Units whose names the data has only in groups. */
const UNIT_GROUPS = {
  viewport_percentage_units_dynamic: /^dv/,
  viewport_percentage_units_large: /^lv/,
  viewport_percentage_units_small: /^sv/,
  container_query_length_units: /^cq/,
};

/** What the nodes of a kind need: the names of features, and the features. */
const NEEDS = {
  Atrule: ({ name }) => [[`@${name}`, atRules[name]]],
  Feature: ({ name }) => [[`(${name})`, atRules.media[name.replace(/^(min|max)-/, "")]]],
  PseudoClassSelector: (node) => [[`:${node.name}`, selectors[node.name]], ...listInNot(node)],
  PseudoElementSelector: ({ name }) => [[`::${name}`, selectors[name]]],
  Declaration: ({ property, value }) => [[property, properties[property]], ...valuesOf(property, value)],
  Function: ({ name }) =>
    TYPES.filter(([type]) => type === name).map(([, feature]) => [`${name}()`, feature]),
  Dimension: ({ unit }) => [[unit, types.length[groupOf(unit) ?? unit]]],
};

/** The nodes of a style sheet with a feature that a stated browser lacks: each node with the names of its features. */
export function lackingNodes(tree) {
  const found = new Map();
  walk(tree, {
    enter(node) {
      if (isSupportsRule(node) || isReplacement(node, this)) return this.skip;
      const names = missingNames(node);
      if (names.length) found.set(node, names);
    },
  });
  return found;
}

/** The newer features of a style sheet, each with its line: `12: :has`. */
export function lackingInStyle(text) {
  const found = lackingNodes(parseStyle(text));
  return [...found].flatMap(([node, names]) => names.map((name) => `${node.loc.start.line}: ${name}`));
}

/** A style sheet as a browser reads it that knows no newer features. */
export function olderStyle(text) {
  const tree = parseStyle(text);
  walk(tree, {
    enter(node, item, list) {
      if (list && isUnknown(node)) list.remove(item);
    },
  });
  return generate(tree);
}

const parseStyle = (text) => parse(text, { positions: true, parseCustomProperty: true });

const isSupportsRule = ({ type, name }) => type === "Atrule" && name === "supports";

/** Whether such a browser skips a rule or a declaration. */
function isUnknown(node) {
  const { type, prelude } = node;
  if (type === "Declaration") return isNewer(node);
  return missingNames(node).length > 0 || Boolean(prelude && isNewer(prelude));
}

const isNewer = (part) => find(part, (node) => missingNames(node).length > 0) !== null;

const missingNames = (node) =>
  (NEEDS[node.type]?.(node) ?? []).filter(([, feature]) => isLacking(feature)).map(([name]) => name);

/** Whether a declaration replaces an older one, which a browser keeps that does not know this one. */
function isReplacement(node, { block }) {
  if (node.type !== "Declaration" || node.property.startsWith("--")) return false;
  const earlier = block?.children.toArray() ?? [];
  const older = earlier.slice(0, earlier.indexOf(node)).filter(({ property }) => property === node.property);
  return older.some((declaration) => lackingNodes(declaration).size === 0);
}

const groupOf = (unit) => Object.keys(UNIT_GROUPS).find((group) => UNIT_GROUPS[group].test(unit));

const listInNot = ({ name, children }) =>
  name === "not" && children?.first?.children?.size > 1 ? [[":not(a, b)", selectors.not.selector_list]] : [];

function valuesOf(property, value) {
  const known = properties[property] ?? {};
  const words = value.children?.toArray() ?? [];
  const named = words.filter(({ type }) => type === "Identifier");
  const values = named.map(({ name }) => [`${property}: ${name}`, known[name]]);
  const hasAltText = property === "content" && words.some(({ type }) => type === "Operator");
  return hasAltText ? [...values, ["content: … / …", known.alt_text]] : values;
}
