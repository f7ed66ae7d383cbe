// @ts-check
/** The board of the game page: shows a scene or animates it, and takes presses on its holes. */

import { Board, bandsIn } from "../board.js";
import { holeLetter, parseHole } from "../notation.js";
import * as texts from "../texts.js";
import { SowingAnimation } from "./animation.js";
import { describeHole, describeStoreButton } from "./descriptions.js";
import { HoleAim } from "./hole-aim.js";
import { HoleButtons, STORE } from "./hole-buttons.js";
import { marksOf } from "./marks.js";
import { settings } from "./settings.js";

/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./page-state").PageState} PageState */

/** With more scenes waiting to be animated, only the newest one is. */
const MAX_QUEUED_SCENES = 6;

export class BoardView {
  /** Counts calls that show something: an animation that was overtaken changes nothing more. */
  _generation = 0;
  /** The scenes to animate after the one that is being animated; `null` while nothing moves. @type {Scene[] | null} */
  _queue = null;
  /** Whether the current press began while counters moved: it ends the animation and does nothing else. */
  _endsAnimation = false;
  /**
   * The position in which the current press began.
   * @type {import("../protocol").PositionView | null}
   */
  _pressedPosition = null;

  /**
   * @param {PageState} state @param {import("./previews").Previews} previews @param {HTMLElement} box
   * @param {{ pressed: (hole: string) => void, skip: () => void }} listener
   */
  constructor(state, previews, box, { pressed, skip }) {
    this.state = state;
    this.previews = previews;
    this.box = box;
    this.skip = skip;
    this.board = new Board(/** @type {SVGSVGElement} */ (box.querySelector("svg")));
    this.animation = new SowingAnimation(this.board);
    this.buttons = new HoleButtons(this.board, box, texts.translate("game.holes"), pressed);
    box.addEventListener("pointerdown", (event) => this._beginPress(event), {
      capture: true,
    });
    box.addEventListener("click", (event) => this._filterClick(event), {
      capture: true,
    });
    this.aim = new HoleAim(this.board, box, {
      isWanted: () => settings.aim,
      chosen: (hole) => this._isPressValid && pressed(hole),
    });
  }

  /** Shows a scene with nothing moving. @param {Scene | undefined} scene */
  showAtRest(scene) {
    this._generation += 1;
    this._queue = null;
    this.animation.skip();
    if (!scene) return;
    this.board.show(scene.position);
    this.board.mark(marksOf(scene));
    this.animation.showPending(scene.position.pending);
  }

  /**
   * Animates scenes one after the other.
   * @param {Scene[]} scenes
   * @returns {Promise<boolean>} whether the board shows nothing newer
   */
  async animate(scenes) {
    const generation = ++this._generation;
    const queue = [...scenes];
    this._queue = queue;
    for (let scene = queue.shift(); scene; scene = queue.shift()) {
      const { rules } = this.state.game;
      const isComplete = await this.animation.play(rules, scene, settings.speed, queue.length);
      if (generation !== this._generation) return false;
      if (!isComplete) break;
    }
    this._queue = null;
    return true;
  }

  /**
   * Animates steps.
   * @param {import("./sowing").Step[]} steps @param {import("./sowing").Counts} counts those before the steps
   * @param {number} unit the duration of one fall, in milliseconds
   * @param {(count: number) => void} stepped called with the number of steps that are finished
   * @returns {Promise<boolean>} whether the board shows nothing newer
   */
  async animateSteps(steps, counts, unit, stepped) {
    const generation = ++this._generation;
    this._queue = null;
    await this.animation.playSteps(steps, counts, unit, stepped);
    return generation === this._generation;
  }

  /**
   * Shows how sealed arrays are revealed.
   * @param {import("../protocol").PositionView} position the first position of the game
   * @returns {Promise<boolean>} whether the board shows nothing newer
   */
  async reveal(position) {
    const generation = ++this._generation;
    this._queue = null;
    await this.animation.playReveal(position);
    return generation === this._generation;
  }

  /**
   * Animates a scene after those that are being animated.
   * @param {Scene} scene @returns {boolean} whether there is room for it
   */
  animateLater(scene) {
    if (!this._queue || this._queue.length >= MAX_QUEUED_SCENES) return false;
    this._queue.push(scene);
    return true;
  }

  /** Shows which holes can be sown. */
  update() {
    const { canAct, canExplore, isAnimating, isRevealing, shownPosition, addressedSeat } = this.state;
    // The visitor's own turn can be played while counters still move, but not under a lid.
    const isShown = shownPosition && ((canAct && !isRevealing) || !isAnimating);
    const legal = isShown ? this.previews.legalIn(shownPosition) : [];
    const own = canAct || canExplore ? legal : [];
    this.board.showLegal(legal);
    this.board.showSent(this.state.sent?.action[0]);
    this.box.classList.toggle("interactive", canAct || canExplore);
    this.buttons.placeStore(shownPosition?.to_move ?? this.board.below);
    this.buttons.label((hole) => {
      const isEnabled = own.some((action) => action[0] === hole);
      if (hole === STORE) return { name: describeStoreButton(texts, isEnabled), isEnabled };
      const [seat, index] = parseHole(hole);
      const count = shownPosition?.holes[seat][index] ?? 0;
      return {
        name: describeHole(texts, hole, count, own, addressedSeat),
        isEnabled,
      };
    });
  }

  /** Puts the visitor's side below, and cuts the board into as many bands as the style says. */
  orient() {
    const below = this.state.addressedSeat ?? this.state.viewedFrom ?? (settings.flip ? "north" : "south");
    const bands = bandsIn(this.box);
    if (below !== this.board.below || bands !== this.board.bands) {
      this.board.orient(below, bands);
      this.buttons.layOut();
    }
    this.box.closest(".play")?.classList.toggle("flipped", below === "north");
    this.aim.update();
  }

  /**
   * Puts an element beside a hole or the own store, within the board.
   * @param {HTMLElement} element @param {string} hole
   */
  putAt(element, hole) {
    const { box, board } = this;
    const scale = box.clientWidth / board.size.width;
    const [x, y] = hole === STORE ? board.storeCentre(board.below) : board.holeCentre(hole);
    const isLow = y > board.size.height / 2;
    const { up } = board.reach;
    const left = Math.max(
      0,
      Math.min(x * scale - element.offsetWidth / 2, box.clientWidth - element.offsetWidth),
    );
    const top = isLow ? (y - up) * scale - element.offsetHeight : (y + up) * scale;
    element.style.left = `${box.offsetLeft + left}px`;
    element.style.top = `${box.offsetTop + top}px`;
  }

  /** An arrow that shows where an action goes on the screen. @param {string} action */
  arrowOf(action) {
    const [seat, index] = parseHole(action[0]);
    const count = (this.board.rows * this.board.columns) / 2;
    if (action[0] === STORE) return action === "*" ? "↺" : "↻";
    const next = holeLetter(seat, (index + (action.endsWith("<") ? count - 1 : 1)) % count);
    const [x, y] = this.board.holeCentre(action[0]);
    const [nextX, nextY] = this.board.holeCentre(next);
    if (Math.abs(nextX - x) >= Math.abs(nextY - y)) return nextX > x ? "→" : "←";
    return nextY > y ? "↓" : "↑";
  }

  /** @param {PointerEvent} event */
  _beginPress({ target }) {
    this._pressedPosition = this.state.game.position;
    const canSow = target instanceof Element && target.closest("button[aria-disabled=false]") !== null;
    this._endsAnimation = this.state.isAnimating && !canSow;
    if (this._endsAnimation) this.skip();
  }

  /**
   * Stops a click that ends the animation, and one on a position that has changed since the button went down.
   * A key (`detail` is 0) means the position as it is.
   * @param {MouseEvent} event
   */
  _filterClick(event) {
    if (!this._endsAnimation && (event.detail === 0 || this._isPressValid)) return;
    this._endsAnimation = false;
    event.stopPropagation();
  }

  /** Whether the position is the one in which the current press began. */
  get _isPressValid() {
    return this._pressedPosition === this.state.game.position;
  }
}
