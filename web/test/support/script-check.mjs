// Finds what a stated browser lacks in modules: newer syntax, and newer interfaces, functions, methods and properties of the
// web. The built-in objects of the language are left to the type checker, whose `lib` is that of the stated browsers.

import { parse } from "acorn";
import { ancestor, simple } from "acorn-walk";

import { lackingWebNames } from "./browser-support.mjs";

/** The newest syntax of which the stated browsers have a part; `NEEDS` names the other parts. */
const ECMA_VERSION = 2022;

const LACKING_NAMES = lackingWebNames();

/** Kinds of nodes that give something a name. */
const DECLARATIONS = [
  "VariablePattern",
  "Function",
  "Class",
  "MethodDefinition",
  "PropertyDefinition",
  "Property",
];

/** What the nodes of a kind need that may be too new: its name, or nothing. */
const NEEDS = {
  MethodDefinition: privateName,
  PropertyDefinition: privateName,
  StaticBlock: () => "static { }",
  AwaitExpression: (_, ancestors) => !ancestors.some(isFunction) && "await outside of functions",
  Literal: ({ regex }) => regex && /\(\?<[=!]/.test(regex.pattern) && `/${regex.pattern}/`,
  MemberExpression: ({ property, computed }) =>
    !computed && LACKING_NAMES.has(property.name) && property.name,
  Identifier: ({ name }) => LACKING_NAMES.has(name) && name,
  CallExpression: ({ callee, arguments: values }) =>
    callee.property?.name === "addEventListener" && hasSignal(values[2]) && "addEventListener(…, { signal })",
};

/**
 * The newer features in modules, each with its place: `texts.js:12: structuredClone`. A name that a module gives to something
 * of its own is left out.
 * @param {Map<string, string>} sources the modules by name
 * @param {string[]} fields names of fields of what the server sends
 */
export function lackingInScripts(sources, fields = []) {
  const trees = new Map([...sources].map(([module, text]) => [module, parseModule(text)]));
  const own = new Set([...fields, ...[...trees.values()].flatMap((tree) => [...declaredNames(tree)])]);
  return [...trees].flatMap(([module, tree]) =>
    lackingIn(tree)
      .filter(({ name }) => !own.has(name))
      .map(({ line, name }) => `${module}:${line}: ${name}`),
  );
}

const parseModule = (text) =>
  parse(text, { ecmaVersion: ECMA_VERSION, sourceType: "module", locations: true });

function lackingIn(tree) {
  const lacking = [];
  const check = (node, _, ancestors) => {
    const name = NEEDS[node.type](node, ancestors);
    if (name) lacking.push({ line: node.loc.start.line, name });
  };
  ancestor(tree, Object.fromEntries(Object.keys(NEEDS).map((type) => [type, check])));
  return lacking;
}

/** The names of variables, functions, members and keys that a module declares. */
function declaredNames(tree) {
  const names = new Set();
  const add = ({ key, id, name }) => names.add((key ?? id)?.name ?? name);
  simple(tree, {
    ...Object.fromEntries(DECLARATIONS.map((kind) => [kind, add])),
    AssignmentExpression: ({ left }) =>
      left.object?.type === "ThisExpression" && names.add(left.property.name),
  });
  return names;
}

function privateName({ key }) {
  return key.type === "PrivateIdentifier" && `#${key.name}`;
}

const isFunction = ({ type }) => /Function/.test(type);

const hasSignal = (options) => options?.properties?.some(({ key }) => key?.name === "signal");
