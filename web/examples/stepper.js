// @ts-check
/** Shows a worked example one step at a time on one board, or plays it counter by counter. */

import { Board, bandsIn } from "../board.js";
import { all, setEnabled } from "../dom.js";
import { SowingAnimation } from "../game/animation.js";
import { fillIn } from "../placeholders.js";
import { readJson } from "../storage.js";

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../game/sowing-speed").Speed} Speed */

/** How long each step is shown before the next one moves, in milliseconds. */
const PAUSE = 700;

export class Stepper {
  _step = 0;
  /** Counts the times that the example was played or stopped: one that was overtaken shows nothing more. */
  _generation = 0;
  _isPlaying = false;

  /** @param {HTMLElement} box @param {HTMLTemplateElement} stage the board and the buttons */
  constructor(box, stage) {
    this.box = box;
    this.steps = all(box, ".steps > li");
    box.prepend(stage.content.cloneNode(true));
    box.classList.add("live");
    this.board = new Board(/** @type {SVGSVGElement} */ (box.querySelector(".stage svg")));
    this.animation = new SowingAnimation(this.board);
    this.label = /** @type {HTMLElement} */ (box.querySelector(".step-number"));
    this.buttons = all(box, "[data-to]");
    for (const button of this.buttons)
      button.addEventListener("click", () => this._showChosen(this._target(button)));
    this._setUpPlaying();
    box.addEventListener("keydown", (event) => this._pressKey(event));
    addEventListener("resize", this._orient);
    this._orient();
    this._show(0);
  }

  /** Ends what is playing, for an example that leaves the page. */
  close() {
    this.stop();
    removeEventListener("resize", this._orient);
  }

  /** Ends what is playing. */
  stop() {
    this._generation += 1;
    this.animation.skip();
    this._setPlaying(false);
  }

  /** Without motion there is nothing to play: the visitor steps through the example. */
  _setUpPlaying() {
    this.playButton = /** @type {HTMLElement} */ (this.box.querySelector("[data-play]"));
    this.speed = chosenSpeed();
    this.playButton.hidden = this.speed === "off";
    this.playButton.addEventListener("click", () =>
      this._isPlaying ? this._showChosen(this._step) : this._play(),
    );
  }

  /** Plays the steps after the shown one; after the last one, all of them. */
  async _play() {
    this.stop();
    const generation = this._generation;
    this._setPlaying(true);
    if (this._step === this.steps.length - 1) this._show(0);
    while (this._step < this.steps.length - 1) {
      await this._playStep(this._step + 1);
      if (generation !== this._generation) return;
      this._show(this._step + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (generation !== this._generation) return;
    }
    this._setPlaying(false);
  }

  /** @param {number} number */
  _playStep(number) {
    const { seat, laps } = this.steps[number].dataset;
    const position = this._position(number);
    /** @type {import("../game/game-state").Scene} */
    const scene = {
      seq: 0,
      ply: position.ply,
      position,
      before: this._position(number - 1),
      act: {
        kind: "acted",
        seq: 0,
        at: 0,
        ply: position.ply,
        action: "",
        seat: /** @type {import("../protocol").Seat} */ (seat),
        laps: JSON.parse(laps ?? ""),
        position,
      },
      clocks: undefined,
    };
    return this.animation.play(this.box.dataset.rules ?? "", scene, this.speed ?? "off");
  }

  /** @param {boolean} isPlaying */
  _setPlaying(isPlaying) {
    this._isPlaying = isPlaying;
    const { play = "", stop = "" } = this.playButton?.dataset ?? {};
    if (this.playButton) this.playButton.textContent = isPlaying ? stop : play;
    this.box.toggleAttribute("data-busy", isPlaying);
  }

  _orient = () => this.board.orient("south", bandsIn(this.board.svg));

  /** The step that a button leads to. @param {HTMLElement} button */
  _target(button) {
    const target = { first: 0, back: this._step - 1, on: this._step + 1 }[button.dataset.to ?? ""] ?? 0;
    return Math.max(0, Math.min(this.steps.length - 1, target));
  }

  /** @param {KeyboardEvent} event */
  _pressKey(event) {
    const to = { ArrowLeft: "back", ArrowRight: "on", Home: "first" }[event.key];
    if (!to) return;
    event.preventDefault();
    this.buttons.find((button) => button.dataset.to === to)?.click();
  }

  /** Shows the step that the visitor chooses, with nothing moving. @param {number} step */
  _showChosen(step) {
    this.stop();
    this._show(step);
  }

  /** @param {number} step @returns {PositionView} */
  _position(step) {
    return JSON.parse(this.steps[step]?.dataset.position ?? "");
  }

  /** Shows the position and the text of a step. @param {number} step */
  _show(step) {
    this._step = step;
    this.steps.forEach((item, number) => item.classList.toggle("shown", number === step));
    const position = this._position(step);
    this.board.show(position);
    this.board.mark({});
    for (const [letter, hole] of this.board.holes)
      hole.classList.toggle("in-hand", position.pending?.hole === letter);
    this.label.textContent = fillIn(this.label.dataset.text ?? "", { step, steps: this.steps.length - 1 });
    for (const button of this.buttons) setEnabled(button, this._target(button) !== step);
  }
}

/** The visitor's speed on game pages; slow if none is chosen, and without motion if the visitor prefers that. @returns {Speed} */
function chosenSpeed() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return "off";
  return readJson("ikibuguzo.game")?.speed ?? "slow";
}
