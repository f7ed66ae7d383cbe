// @ts-check
/** The values of all turns as a table, for people who cannot see the graph. */

import { element } from "../dom.js";
import { translate } from "../texts.js";
import { percentOf, southValues } from "./game-analysis.js";
import { queryWith } from "./address.js";

/** @typedef {import("../protocol").AnalysedTurn} AnalysedTurn */

const COLUMNS = ["turn", "played", "chance", "mark", "best"];

/** @param {AnalysedTurn[]} turns */
export function valueTable(turns) {
  const values = southValues(turns);
  const heads = COLUMNS.map((name) => element("th", { scope: "col" }, translate(`game.column.${name}`)));
  const rows = turns.map((turn, index) => row(turn, index + 1, values[index + 1]));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
  );
}

/** @param {AnalysedTurn} turn @param {number} number @param {number} value South's chance after it */
function row({ ply, actions, mark, best }, number, value) {
  const link = element("a", { href: queryWith({ ply: String(ply + actions.length) }) }, actions.join("."));
  const cells = [
    link,
    `${percentOf(value)} %`,
    mark ? translate(`game.mark.${mark}`) : "",
    best[0]?.join(".") ?? "",
  ];
  const head = element("th", { scope: "row" }, String(number));
  return element("tr", {}, head, ...cells.map((cell) => element("td", {}, cell)));
}
