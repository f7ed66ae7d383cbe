// @ts-check
/**
 * A graph of South's chances over the turns of a game. It is a slider: the arrow keys, a press and a drag choose
 * a turn.
 */

import { createSvg } from "../svg.js";

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
  #turnCount = 0;
  /** The data that is drawn, as JSON. */
  #drawn = "";

  /** @param {string} label @param {(turn: number) => void} chosen called with a number of turns, 0 for the start */
  constructor(label, chosen) {
    this.chosen = chosen;
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
    this.slider = document.createElement("div");
    this.slider.className = "value-graph";
    this.slider.tabIndex = 0;
    for (const [name, value] of Object.entries({
      role: "slider",
      "aria-label": label,
      "aria-valuemin": "0",
    }))
      this.slider.setAttribute(name, value);
    this.slider.append(this.svg);
    this.slider.addEventListener("keydown", (event) => this.#pressKey(event));
    for (const kind of /** @type {const} */ (["pointerdown", "pointermove"]))
      this.slider.addEventListener(kind, (event) => event.buttons === 1 && this.#chooseAt(event.clientX));
  }

  /** @param {ValueGraphData} data */
  draw(data) {
    const json = JSON.stringify(data);
    if (json === this.#drawn) return;
    this.#drawn = json;
    this.#turnCount = data.turnCount;
    this.slider.setAttribute("aria-valuemax", String(data.turnCount));
    const points = data.values.map((value, turn) => `${this.#x(turn)} ${yOf(value)}`);
    this.line.setAttribute("d", points.length ? `M${points.join("L")}` : "");
    const end = this.#x(Math.max(0, data.values.length - 1));
    this.above.setAttribute("d", points.length ? `M0 0L${points.join("L")}L${end} 0z` : "");
    this.marks.replaceChildren(...data.marks.map((mark) => this.#markShape(mark, data.values)));
  }

  /** Shows which turn the board shows. @param {number} turn @param {string} text what is told of it */
  showTurn(turn, text) {
    this.slider.setAttribute("aria-valuenow", String(turn));
    this.slider.setAttribute("aria-valuetext", text);
    this.cursor.setAttribute("d", `M${this.#x(turn)} 0v${HEIGHT}`);
  }

  /** @param {ValueGraphData["marks"][number]} mark @param {number[]} values */
  #markShape({ turn, mark }, values) {
    const transform = `translate(${this.#x(turn)} ${yOf(values[turn])})`;
    return createSvg("path", {
      class: `mark-${mark}`,
      d: MARK_SHAPES[mark],
      transform,
    });
  }

  /** @param {number} turn */
  #x(turn) {
    return Number(((turn / Math.max(1, this.#turnCount)) * WIDTH).toFixed(1));
  }

  /** @param {number} clientX */
  #chooseAt(clientX) {
    const { left, width } = this.slider.getBoundingClientRect();
    this.#choose(Math.round(((clientX - left) / width) * this.#turnCount));
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const now = Number(this.slider.getAttribute("aria-valuenow"));
    const back = now - 1;
    const on = now + 1;
    const targets = {
      ArrowLeft: back,
      ArrowDown: back,
      ArrowRight: on,
      ArrowUp: on,
      Home: 0,
      End: this.#turnCount,
    };
    const target = targets[/** @type {keyof typeof targets} */ (event.key)];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(target);
  }

  /** @param {number} turn */
  #choose(turn) {
    const target = Math.max(0, Math.min(turn, this.#turnCount));
    if (String(target) !== this.slider.getAttribute("aria-valuenow")) this.chosen(target);
  }
}

/** South's share is below the line. @param {number} value */
function yOf(value) {
  return Number(((1 - value) * HEIGHT).toFixed(1));
}
