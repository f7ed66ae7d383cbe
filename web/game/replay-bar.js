// @ts-check
/**
 * The controls with which a finished game is played again: play and pause, the pace, a slider over the actions, and
 * one over the laps of the shown turn.
 */

import { button, element, setEnabled, setText } from "../dom.js";
import * as texts from "../texts.js";
import { PACES } from "./autoplay.js";
import { describeLap } from "./descriptions.js";
import { Slider } from "./slider.js";
import { countFalls } from "./sowing-speed.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("./shown-lap").TurnLap} TurnLap */

const { translate } = texts;

/**
 * @typedef {object} ReplayListener
 * @property {(ply: number, isLast: boolean) => void} goTo shows the board after a ply; `isLast` when the slider is let go
 * @property {(number: number) => void} goToLap shows the board after some laps of the shown turn
 * @property {(direction: -1 | 1) => void} stepLap
 */

export class ReplayBar {
  /** The laps that the slider shows. @type {TurnLap[] | null} */
  _laps = null;

  /**
   * @param {PageState} state @param {import("./autoplay").Autoplay} autoplay @param {HTMLElement} container
   * @param {ReplayListener} listener
   */
  constructor(state, autoplay, container, listener) {
    this.state = state;
    this.autoplay = autoplay;
    this.container = container;
    this.playButton = button("", () => autoplay.toggle(), { id: "play", class: "step" });
    this.scrubber = this._createScrubber(listener);
    this.where = element("span", { class: "faint where", "aria-hidden": "true" });
    this.lapSlider = new Slider("chapters", translate("game.replay.laps"), listener.goToLap, (share) =>
      lapAt(this._laps ?? [], share),
    );
    this.back = lapButton("back", () => listener.stepLap(-1));
    this.on = lapButton("on", () => listener.stepLap(1));
    container.append(
      element("div", { class: "row" }, this.playButton, this._paceSelect(), this.scrubber, this.where),
      element("div", { class: "row" }, this.back, this.lapSlider.element, this.on),
    );
  }

  update() {
    const { state, autoplay, container } = this;
    container.hidden = !state.canReplay;
    if (container.hidden) return;
    setText(this.playButton, translate(autoplay.isPlaying ? "game.replay.pause" : "game.replay.play"));
    this._updateScrubber();
    this._updateLaps();
  }

  _updateScrubber() {
    const { game, shownPly, variation } = this.state;
    const ply = variation?.base.ply ?? shownPly;
    const action = game.line[ply]?.act?.action;
    const values = { ply, plies: game.plies, action: action ?? "" };
    this.scrubber.max = String(game.plies);
    this.scrubber.value = String(ply);
    this.scrubber.setAttribute(
      "aria-valuetext",
      translate(action ? "game.replay.at" : "game.replay.start", values),
    );
    setText(this.where, `${ply} / ${game.plies}`);
  }

  _updateLaps() {
    const { state } = this;
    const { laps } = state;
    const number = state.shownLap ?? laps.length;
    if (laps !== this._laps) this._drawChapters(laps);
    this.lapSlider.setValue(number, describeLap(texts, laps, number) || translate("game.replay.no-laps"));
    this.lapSlider.element.querySelectorAll("span").forEach((chapter, index) => {
      chapter.classList.toggle("sown", index < number);
      chapter.classList.toggle("current", index === number - 1);
    });
    setEnabled(this.back, number > 0 || state.stepTarget("previous") !== null);
    setEnabled(this.on, number < laps.length || state.stepTarget("next") !== null);
  }

  /** Draws each lap, as long as its sowing takes. @param {TurnLap[]} laps */
  _drawChapters(laps) {
    this._laps = laps;
    this.lapSlider.setMax(laps.length);
    const chapters = laps.map(({ lap, steps }) =>
      element("span", { class: lap.captured?.length ? "captures" : null, "data-falls": countFalls(steps) }),
    );
    for (const chapter of chapters) chapter.style.flexGrow = chapter.dataset.falls ?? "1";
    this.lapSlider.element.replaceChildren(...chapters);
  }

  /** @param {ReplayListener} listener */
  _createScrubber({ goTo }) {
    const input = element("input", {
      type: "range",
      id: "scrubber",
      min: 0,
      step: 1,
      "aria-label": translate("game.replay.actions"),
    });
    input.addEventListener("input", () => goTo(Number(input.value), false));
    input.addEventListener("change", () => goTo(Number(input.value), true));
    return input;
  }

  _paceSelect() {
    const { autoplay } = this;
    const options = PACES.map((pace) =>
      element("option", { value: pace, selected: pace === autoplay.pace }, `${pace}×`),
    );
    const label = translate("game.replay.pace");
    const select = element("select", { id: "pace", "aria-label": label, title: label }, ...options);
    select.addEventListener("change", () => (autoplay.pace = Number(select.value)));
    return select;
  }
}

/** @param {"back" | "on"} way @param {() => void} pressed */
function lapButton(way, pressed) {
  return button(translate(`game.replay.lap-${way}`), pressed, {
    class: "step",
    id: `lap-${way}`,
    "aria-keyshortcuts": way === "back" ? "Shift+ArrowLeft" : "Shift+ArrowRight",
  });
}

/** How many laps are shown if a point of the slider is pressed. @param {TurnLap[]} laps @param {number} share */
function lapAt(laps, share) {
  if (share <= 0) return 0;
  const falls = laps.map(({ steps }) => countFalls(steps));
  let rest = share * falls.reduce((sum, length) => sum + length, 0);
  const index = falls.findIndex((length) => (rest -= length) <= 0);
  return index < 0 ? laps.length : index + 1;
}
