// @ts-check
/** A graph of South's chances over the turns of a game. It is a slider that chooses a turn. */

import { createSvg } from "../svg.js";
import { Slider } from "./slider.js";

/** @typedef {import("../protocol").TurnMark} TurnMark */

/**
 * @typedef {object} ValueGraphData
 * @property {number[]} values South's probability to win, from 0 to 1: before each turn and after the last one
 * @property {number} turnCount turns of the game: more than are analysed while the server works
 * @property {{ turn: number, mark: TurnMark }[]} marks bad turns, by number from 1 on
 */

// Lengths in units of the drawing.
const WIDTH = 600;
const HEIGHT = 120;
const MARK_SIZE = 6;

/** The shapes of marks, around the point 0, 0. @type {Record<TurnMark, string>} */
const MARK_SHAPES = {
  inaccuracy: `M0-${MARK_SIZE}a${MARK_SIZE} ${MARK_SIZE} 0 1 0 .01 0z`,
  mistake: `M0-${MARK_SIZE}l${MARK_SIZE} ${2 * MARK_SIZE}h-${2 * MARK_SIZE}z`,
  blunder: `M-${MARK_SIZE}-${MARK_SIZE}h${2 * MARK_SIZE}v${2 * MARK_SIZE}h-${2 * MARK_SIZE}z`,
};

export class ValueGraph {
  _turnCount = 0;
  /** The data that is drawn, as JSON. */
  _drawn = "";

  /** @param {string} label @param {(turn: number) => void} chosen called with a number of turns, 0 for the start */
  constructor(label, chosen) {
    this.above = createSvg("path", { class: "north-share" });
    this.line = createSvg("path", { class: "value-line" });
    this.marks = createSvg("g", {});
    this.cursor = createSvg("path", { class: "value-cursor" });
    const middle = createSvg("path", {
      class: "value-middle",
      d: `M0 ${HEIGHT / 2}h${WIDTH}`,
    });
    this.svg = createSvg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      "aria-hidden": "true",
    });
    this.svg.append(this.above, middle, this.line, this.marks, this.cursor);
    this.control = new Slider("value-graph", label, chosen);
    this.slider = this.control.element;
    this.slider.append(this.svg);
  }

  /** @param {ValueGraphData} data */
  draw(data) {
    const json = JSON.stringify(data);
    if (json === this._drawn) return;
    this._drawn = json;
    this._turnCount = data.turnCount;
    this.control.setMax(data.turnCount);
    const points = data.values.map((value, turn) => `${this._x(turn)} ${yOf(value)}`);
    this.line.setAttribute("d", points.length ? `M${points.join("L")}` : "");
    const end = this._x(Math.max(0, data.values.length - 1));
    this.above.setAttribute("d", points.length ? `M0 0L${points.join("L")}L${end} 0z` : "");
    this.marks.replaceChildren(...data.marks.map((mark) => this._markShape(mark, data.values)));
  }

  /** Shows which turn the board shows. @param {number} turn @param {string} text its text for screen readers */
  showTurn(turn, text) {
    this.control.setValue(turn, text);
    this.cursor.setAttribute("d", `M${this._x(turn)} 0v${HEIGHT}`);
  }

  /** @param {ValueGraphData["marks"][number]} mark @param {number[]} values */
  _markShape({ turn, mark }, values) {
    const transform = `translate(${this._x(turn)} ${yOf(values[turn])})`;
    return createSvg("path", {
      class: `mark-${mark}`,
      d: MARK_SHAPES[mark],
      transform,
    });
  }

  /** @param {number} turn */
  _x(turn) {
    return Number(((turn / Math.max(1, this._turnCount)) * WIDTH).toFixed(1));
  }
}

/** South's share is below the line. @param {number} value */
function yOf(value) {
  return Number(((1 - value) * HEIGHT).toFixed(1));
}
