// @ts-check
/**
 * The rules pages: shows worked examples one step at a time, on one board. Without this module all steps are
 * listed.
 */

import { Board } from "./board.js";
import { all } from "./dom.js";
import { fillIn } from "./placeholders.js";

/** @typedef {import("./protocol").PositionView} PositionView */

/** A board with more columns is folded on a narrow screen. */
const MAX_UNFOLDED_COLUMNS = 10;
const narrowScreen = matchMedia("(max-width: 40rem)");

/** Steps through one example. */
class Stepper {
  #step = 0;

  /** @param {HTMLElement} box @param {HTMLTemplateElement} stage the board and the buttons */
  constructor(box, stage) {
    this.steps = all(box, ".steps > li");
    box.prepend(stage.content.cloneNode(true));
    box.classList.add("live");
    this.board = new Board(/** @type {SVGSVGElement} */ (box.querySelector(".stage svg")));
    this.label = /** @type {HTMLElement} */ (box.querySelector(".step"));
    this.buttons = all(box, "[data-to]");
    for (const button of this.buttons)
      button.addEventListener("click", () => this.#show(this.#target(button)));
    box.addEventListener("keydown", (event) => this.#pressKey(event));
    narrowScreen.addEventListener("change", () => this.#orient());
    this.#orient();
    this.#show(0);
  }

  #orient() {
    this.board.orient("south", narrowScreen.matches && this.board.columns > MAX_UNFOLDED_COLUMNS);
  }

  /** The step that a button leads to. @param {HTMLElement} button */
  #target(button) {
    const target = { first: 0, back: this.#step - 1, on: this.#step + 1 }[button.dataset.to ?? ""] ?? 0;
    return Math.max(0, Math.min(this.steps.length - 1, target));
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first" }[event.key];
    if (!to) return;
    event.preventDefault();
    this.buttons.find((button) => button.dataset.to === to)?.click();
  }

  /** Shows the position and the text of a step. @param {number} step */
  #show(step) {
    this.#step = step;
    this.steps.forEach((item, number) => item.classList.toggle("shown", number === step));
    /** @type {PositionView} */
    const position = JSON.parse(this.steps[step]?.dataset.position ?? "");
    this.board.show(position);
    for (const [letter, hole] of this.board.holes)
      hole.classList.toggle("in-hand", position.pending?.hole === letter);
    this.label.textContent = fillIn(this.label.dataset.text ?? "", { step, steps: this.steps.length - 1 });
    // A disabled button would lose the focus.
    for (const button of this.buttons)
      button.setAttribute("aria-disabled", String(this.#target(button) === step));
  }
}

/** Opens the folded section that the address names. */
function openNamedSection() {
  const id = decodeURIComponent(location.hash.slice(1));
  const section = document.getElementById(id)?.closest("details");
  if (section) section.open = true;
}

/** Starts each example when it is opened. @param {HTMLTemplateElement} stage */
function startExamples(stage) {
  for (const example of /** @type {HTMLDetailsElement[]} */ (all(document, ".example"))) {
    const box = /** @type {HTMLElement} */ (example.querySelector(".stepper"));
    const start = () => example.open && !box.classList.contains("live") && new Stepper(box, stage);
    example.addEventListener("toggle", start);
    start();
  }
}

const stage = document.getElementById("stage");
if (stage instanceof HTMLTemplateElement) startExamples(stage);
addEventListener("hashchange", openNamedSection);
openNamedSection();
