// @ts-check
/** An element that is a slider: the arrow keys, Home and End, a press and a drag choose a number from 0 on. */

import { element } from "../dom.js";

export class Slider {
  _max = 0;

  /**
   * @param {string} className @param {string} label @param {(value: number) => void} chosen called with a new value
   * @param {(share: number, max: number) => number} [valueAt] the value at a point, by its share of the width
   */
  constructor(className, label, chosen, valueAt = (share, max) => Math.round(share * max)) {
    this.chosen = chosen;
    this.valueAt = valueAt;
    this.element = element("div", {
      class: className,
      tabindex: 0,
      role: "slider",
      "aria-label": label,
      "aria-valuemin": 0,
    });
    this.element.addEventListener("keydown", (event) => this._pressKey(event));
    for (const kind of /** @type {const} */ (["pointerdown", "pointermove"]))
      this.element.addEventListener(kind, (event) => event.buttons === 1 && this._chooseAt(event.clientX));
  }

  /** @param {number} max */
  setMax(max) {
    this._max = max;
    this.element.setAttribute("aria-valuemax", String(max));
  }

  /** Shows the value. @param {number} value @param {string} text its text for screen readers */
  setValue(value, text) {
    this.element.setAttribute("aria-valuenow", String(value));
    this.element.setAttribute("aria-valuetext", text);
  }

  get _value() {
    return Number(this.element.getAttribute("aria-valuenow"));
  }

  /** @param {number} clientX */
  _chooseAt(clientX) {
    const { left, width } = this.element.getBoundingClientRect();
    this._choose(this.valueAt((clientX - left) / width, this._max));
  }

  /** @param {KeyboardEvent} event */
  _pressKey(event) {
    const back = this._value - 1;
    const on = this._value + 1;
    const targets = {
      ArrowLeft: back,
      ArrowDown: back,
      ArrowRight: on,
      ArrowUp: on,
      Home: 0,
      End: this._max,
    };
    const target = targets[/** @type {keyof typeof targets} */ (event.key)];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this._choose(target);
  }

  /** @param {number} value */
  _choose(value) {
    const target = Math.max(0, Math.min(value, this._max));
    if (target !== this._value) this.chosen(target);
  }
}
