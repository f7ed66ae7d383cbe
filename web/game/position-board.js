// @ts-check
/** A board on which actions are played from one position, without a game on the server. */

import { byId, noteScript } from "../dom.js";
import { createBoardChoice } from "./action-choice.js";
import { Announcer } from "./announcer.js";
import { BoardView } from "./board-view.js";
import { Exploration } from "./exploration.js";
import { Explorer } from "./explorer.js";
import { MoveInput } from "./move-input.js";
import { PageState } from "./page-state.js";
import { PlayerRows } from "./player-rows.js";
import { RefusalNotice } from "./refusal-notice.js";
import { showSettings } from "./settings.js";
import { addShortcuts } from "./shortcuts.js";

/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./variation").Variation} Variation */

/**
 * What the page does with the board.
 * @typedef {object} PositionBoardListener
 * @property {(hole: string) => boolean} [takesPress] whether the page uses the press on a hole for something else
 * @property {() => boolean} [isPaused] whether the page shows something else on the board
 * @property {(variation: Variation) => void} [changed] other actions are shown
 * @property {() => void} [rested] nothing moves on the board any more
 */

export class PositionBoard {
  /** The board, and the parts of the page that show its state. @type {{ update: () => void }[]} */
  parts = [];

  /** @param {HTMLElement} root the element that the server has drawn for the board @param {PositionBoardListener} listener */
  constructor(root, listener) {
    noteScript();
    this.root = root;
    this.listener = listener;
    this.state = new PageState();
    this.refusal = new RefusalNotice();
    this.announcer = new Announcer(this.state, byId("announcements"));
    this.exploration = this._createExploration();
    this.boardView = new BoardView(this.state, this.previews, byId("board"), {
      pressed: (hole) => this.listener.takesPress?.(hole) || this.input.pressHole(hole),
      skip: () => this.boardView.animation.skip(),
    });
    this.choice = this._createChoice();
    this.input = this._createInput();
    this.parts.push(this.boardView, this.choice, new PlayerRows(this.state, root));
    this._listen();
  }

  get previews() {
    return this.exploration.previews;
  }

  get explorer() {
    return this.exploration.explorer;
  }

  /**
   * Shows a position, and the board after some actions from there if all of them are legal.
   * @param {string} position in its notation @param {string[]} [actions]
   */
  async open(position, actions = []) {
    this.exploration.cancel();
    this.boardView.orient();
    this.refusal.clear();
    const explorer = new Explorer({ position }, () => ({ position }));
    this.exploration.explorer = explorer;
    this.state.variation = null;
    try {
      const explored = await explorer.load(0, []);
      // Another position was opened meanwhile.
      if (explorer !== this.explorer) return;
      this._begin(explored);
    } catch (error) {
      return this.refusal.explain(error);
    }
    await this.exploration.show(0, actions, actions.length);
    // Some of the actions may not be legal.
    if (!this.state.variation) await this.exploration.show(0, [], 0);
  }

  /** Plays actions from the shown position. @param {string[]} actions */
  async play(actions) {
    if (this._isPaused) return;
    this.refusal.clear();
    const before = this.state.variation?.actions ?? [];
    await this.exploration.show(0, [...before, ...actions], before.length + actions.length);
  }

  /** Shows the board after some of the actions. @param {number} index */
  goTo(index) {
    if (!this._isPaused) this.exploration.goTo(index);
  }

  /** Shows the chosen board with nothing moving. */
  showAtRest() {
    this._setAnimating(false);
    if (this._isPaused) return;
    this.boardView.showAtRest(this.state.shownScene);
    this.root.dataset.ply = String(this.state.variation?.index ?? 0);
    this.update();
    this.exploration.rested();
    if (this.state.variation) this.listener.rested?.();
  }

  /** Updates everything but the counters on the board. */
  update() {
    if (!this.state.variation || this._isPaused) return;
    for (const part of this.parts) part.update();
  }

  get _isPaused() {
    return this.listener.isPaused?.() ?? false;
  }

  /** A finished game with one position: whatever is played from there is a variation. @param {import("../protocol").ExploredPosition} explored */
  _begin({ start, rules, previews }) {
    const { game } = this.state;
    game.rules = rules;
    game.state = "finished";
    game.head = 1;
    this.state.pastHead = 1;
    const scene = {
      seq: 1,
      ply: 0,
      position: start,
      act: null,
      before: null,
      clocks: undefined,
    };
    game.scenes[1] = scene;
    game.line[0] = scene;
    this.previews.keep(start, previews);
  }

  _createExploration() {
    return new Exploration(this.state, new Explorer({}, null), async () => [], {
      animate: (scenes) => this._animate(scenes),
      showAtRest: () => this.showAtRest(),
      update: () => this.update(),
      failed: (error) => this.refusal.explain(error),
      changed: (variation) => this.listener.changed?.(variation),
    });
  }

  _createChoice() {
    return createBoardChoice(this.state, this.previews, this.boardView, {
      act: (action) => this.input.act(action),
      update: () => this.update(),
    });
  }

  _createInput() {
    return new MoveInput(this.state, this.previews, this.boardView, this.choice, this.refusal, {
      explore: (action) => this.play([action]),
      send: async () => false,
      showAtRest: () => this.showAtRest(),
      update: () => this.update(),
    });
  }

  _listen() {
    showSettings(byId("settings"), this.boardView.aim.isOn, () => {
      this.boardView.orient();
      this.showAtRest();
    });
    addEventListener("resize", () => {
      this.boardView.orient();
      this.choice.update();
    });
    addShortcuts(this.state, {
      cancel: () => this.choice.hole && this.choice.close(),
      step: (step) => this._step(step),
      replay: () => this._animate(this.state.shownTurn),
      pressHole: (hole) => this.input.pressHole(hole),
      act: (action) => this.input.act(action),
    });
  }

  /** @param {"previous" | "next"} step */
  _step(step) {
    const target = this.state.stepTarget(step);
    if (target !== null) this.goTo(target);
  }

  /** @param {Scene[]} scenes */
  async _animate(scenes) {
    if (this._isPaused) return;
    this._setAnimating(true);
    this.update();
    if (await this.boardView.animate(scenes)) this.showAtRest();
  }

  /** @param {boolean} isAnimating */
  _setAnimating(isAnimating) {
    this.state.isAnimating = isAnimating;
    this.root.toggleAttribute("data-busy", isAnimating);
  }
}
