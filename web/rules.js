// @ts-check
/** Worked examples: one step at a time, on one board. Without this module all steps stand below each other. */

import { Board } from "./board.js";

/** @typedef {import("./protocol").PositionView} PositionView */

/** A wide board stands upright on a narrow screen. */
const narrow = matchMedia("(max-width: 40rem)");

class Stepper {
  #step = 0;

  /** @param {HTMLElement} box @param {HTMLTemplateElement} stage */
  constructor(box, stage) {
    this.steps = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".steps > li")]);
    box.prepend(stage.content.cloneNode(true));
    box.classList.add("live");
    this.board = new Board(/** @type {SVGSVGElement} */ (box.querySelector(".stage svg")));
    this.said = /** @type {HTMLElement} */ (box.querySelector(".step"));
    this.buttons = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[data-to]")]);
    for (const button of this.buttons) button.addEventListener("click", () => this.#go(this.#target(button)));
    box.addEventListener("keydown", (event) => this.#key(event));
    narrow.addEventListener("change", () => this.#turn());
    this.#turn();
    this.#go(0);
  }

  #turn() {
    this.board.turn("south", narrow.matches && this.board.columns > 10);
  }

  /** The step that a button leads to. @param {HTMLElement} button */
  #target(button) {
    const to = { first: 0, back: this.#step - 1, on: this.#step + 1 }[button.dataset.to ?? ""] ?? 0;
    return Math.max(0, Math.min(this.steps.length - 1, to));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first" }[event.key];
    if (!to) return;
    event.preventDefault();
    this.buttons.find((button) => button.dataset.to === to)?.click();
  }

  /** Shows a step: its board and its words. @param {number} step */
  #go(step) {
    this.#step = step;
    this.steps.forEach((one, number) => one.classList.toggle("shown", number === step));
    /** @type {PositionView} */
    const position = JSON.parse(this.steps[step]?.dataset.position ?? "");
    this.board.show(position);
    for (const [name, hole] of this.board.holes) {
      hole.classList.toggle("in-hand", position.pending?.hole === name);
    }
    const values = { step, steps: this.steps.length - 1 };
    this.said.textContent = fill(this.said.dataset.text ?? "", values);
    // A button that is switched off would lose the focus: it only says that it does nothing.
    for (const button of this.buttons)
      button.setAttribute("aria-disabled", String(this.#target(button) === step));
  }
}

/** @param {string} text @param {Record<string, number>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Opens what the address names, where that is folded. */
function open() {
  const folded = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
  if (folded) folded.open = true;
}

const stage = document.getElementById("stage");
if (stage instanceof HTMLTemplateElement) {
  for (const example of /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll(".example")
  )) {
    const box = /** @type {HTMLElement} */ (example.querySelector(".stepper"));
    const begin = () => example.open && !box.classList.contains("live") && new Stepper(box, stage);
    example.addEventListener("toggle", begin);
    begin();
  }
}
addEventListener("hashchange", open);
open();
