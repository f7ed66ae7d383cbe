// @ts-check
/**
 * Aiming at small holes with a finger: a press shows the hole under the finger magnified, sliding goes on to another hole, and
 * letting go chooses it. Far from all holes that can be sown, letting go chooses none.
 */

import { all, element } from "../dom.js";
import { createSvg } from "../svg.js";

/** Holes whose width on the screen is smaller are aimed at, unless the visitor has decided otherwise; in CSS pixels. */
const FINGER_WIDTH = 44;

/** How far from a hole's middle it can still be chosen, as a multiple of its width. */
const REACH = 1.2;

/** The part of the drawing that the magnifier shows around the middle of a hole. */
const VIEW = { left: -22, top: -22, width: 44, height: 58 };

export class HoleAim {
  /** The hole on which the finger was put down; `null` while there is none. @type {string | null} */
  _pressed = null;
  /** The hole that would be chosen now. @type {string | null} */
  _aimed = null;
  /** Whether a click still comes for a press that has chosen another hole, or none. */
  _ignoresClick = false;

  /**
   * @param {import("../board").Board} board @param {HTMLElement} box the element around the board and its buttons
   * @param {{ isWanted: () => boolean | null, chosen: (hole: string) => void }} listener `isWanted` is the visitor's choice, if
   *   there is one
   */
  constructor(board, box, listener) {
    this.board = board;
    this.box = box;
    this.listener = listener;
    this.magnifier = element("div", { id: "magnifier", "aria-hidden": "true", hidden: true });
    box.append(this.magnifier);
    box.addEventListener("pointerdown", (event) => this._begin(event));
    box.addEventListener("pointermove", (event) => this._move(event));
    box.addEventListener("pointerup", (event) => this._end(event));
    box.addEventListener("pointercancel", () => this._stop());
    box.addEventListener("click", (event) => this._filterClick(event), { capture: true });
    this.update();
  }

  /** Whether holes are aimed at. */
  get isOn() {
    return this.listener.isWanted() ?? this._holeWidth < FINGER_WIDTH;
  }

  /** Lets a finger slide over holes without scrolling the page, or not. */
  update() {
    this.box.classList.toggle("aiming", this.isOn);
  }

  get _scale() {
    return this.box.clientWidth / this.board.size.width;
  }

  get _holeWidth() {
    return VIEW.width * this._scale;
  }

  /** @param {PointerEvent} event */
  _begin({ target, pointerType, isPrimary }) {
    this._ignoresClick = false;
    const button =
      target instanceof Element ? target.closest("button[data-hole][aria-disabled=false]") : null;
    if (!button || pointerType === "mouse" || !isPrimary || !this.isOn) return;
    this._pressed = /** @type {HTMLElement} */ (button).dataset.hole ?? null;
    this._aimAt(this._pressed);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    if (this._pressed !== null && event.isPrimary) this._aimAt(this._nearestHole(event));
  }

  /** The browser itself clicks on the hole on which the finger was put down. @param {PointerEvent} event */
  _end({ isPrimary }) {
    if (this._pressed === null || !isPrimary) return;
    const aimed = this._aimed;
    this._ignoresClick = aimed !== this._pressed;
    this._stop();
    if (this._ignoresClick && aimed !== null) this.listener.chosen(aimed);
  }

  _stop() {
    this._pressed = null;
    this._aimAt(null);
  }

  /** @param {MouseEvent} event */
  _filterClick(event) {
    if (!this._ignoresClick || event.detail === 0) return;
    this._ignoresClick = false;
    event.stopPropagation();
  }

  /** The hole nearest to the finger of those that can be sown; `null` if all are far away. @param {PointerEvent} event */
  _nearestHole({ clientX, clientY }) {
    const holes = all(this.box, "button[data-hole][aria-disabled=false]").map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const distance = Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
      return { hole: button.dataset.hole ?? "", distance };
    });
    const [nearest] = holes.sort((one, other) => one.distance - other.distance);
    return nearest && nearest.distance <= REACH * this._holeWidth ? nearest.hole : null;
  }

  /** @param {string | null} hole */
  _aimAt(hole) {
    if (hole === this._aimed) return;
    this._aimed = hole;
    const drawn = this.board.holes.get(hole ?? "");
    this.magnifier.hidden = !drawn;
    this.magnifier.replaceChildren(...(drawn ? [drawingOf(drawn)] : []));
    if (drawn) this._placeMagnifier(this.board.holeCentre(hole ?? ""));
  }

  /** Puts the magnifier above a hole, within the width of the board. @param {import("../board").Point} centre */
  _placeMagnifier([x, y]) {
    const { magnifier, box } = this;
    const left = x * this._scale - magnifier.offsetWidth / 2;
    magnifier.style.left = `${Math.max(0, Math.min(left, box.clientWidth - magnifier.offsetWidth))}px`;
    magnifier.style.top = `${(y - this.board.reach.up) * this._scale - magnifier.offsetHeight}px`;
  }
}

/** A drawing of one hole. @param {SVGGElement} hole */
function drawingOf(hole) {
  const copy = /** @type {SVGGElement} */ (hole.cloneNode(true));
  copy.removeAttribute("transform");
  copy.removeAttribute("data-hole");
  copy.classList.remove("hole");
  const viewBox = [VIEW.left, VIEW.top, VIEW.width, VIEW.height].join(" ");
  const svg = createSvg("svg", { class: "board", viewBox });
  svg.append(copy);
  return svg;
}
