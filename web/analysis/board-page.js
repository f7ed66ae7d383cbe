// @ts-check
/** The controller of the analysis board: the actions are a variation from the first position. */

import { byId } from "../dom.js";
import { createBoardChoice } from "../game/action-choice.js";
import { Announcer } from "../game/announcer.js";
import { BoardView } from "../game/board-view.js";
import { Exploration, putIntoAddress } from "../game/exploration.js";
import { Explorer } from "../game/explorer.js";
import { HolePreview } from "../game/hole-preview.js";
import { MoveInput } from "../game/move-input.js";
import { PageState } from "../game/page-state.js";
import { PlayerRows } from "../game/player-rows.js";
import { RefusalNotice } from "../game/refusal-notice.js";
import { showSettings } from "../game/settings.js";
import { addShortcuts } from "../game/shortcuts.js";
import { ActionList } from "./action-list.js";
import { BoardStatus } from "./board-status.js";
import { Candidates } from "./candidates.js";
import { PositionEditor } from "./position-editor.js";

/** @typedef {import("../game/game-state").Scene} Scene */

export class BoardPage {
  /** @param {HTMLElement} root the element that the server has drawn for the board */
  constructor(root) {
    this.root = root;
    this.position = root.dataset.position ?? "";
    this.state = new PageState();
    this.refusal = new RefusalNotice();
    this.announcer = new Announcer(this.state, byId("news"));
    this.explorer = new Explorer({ position: this.position });
    this.exploration = this.#createExploration();
    this.boardView = new BoardView(this.state, this.exploration.previews, byId("board"), {
      pressed: (hole) => (this.editor.isOpen ? this.editor.pressHole(hole) : this.input.pressHole(hole)),
      skip: () => this.boardView.animation.skip(),
    });
    this.choice = this.#createChoice();
    this.input = this.#createInput();
    this.editor = new PositionEditor(this.position, this.boardView, byId("editor"), () => this.#showAtRest());
    this.parts = [this.boardView, this.choice, ...this.#createOtherParts()];
    this.#listen();
  }

  /** Shows the first position, and the actions that the address names. */
  async start() {
    this.boardView.orient();
    const play = new URLSearchParams(location.search).get("play");
    const actions = play ? play.split(".") : [];
    try {
      this.#begin(await this.explorer.load(0, []));
    } catch (error) {
      return this.refusal.explain(error);
    }
    await this.exploration.show(0, actions, actions.length);
    // The address may name an action that is not legal.
    if (!this.state.variation) await this.exploration.show(0, [], 0);
  }

  /** A finished game with one position: whatever is played from there is a variation. @param {import("../protocol").ExploredPosition} explored */
  #begin({ start, rules, previews }) {
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
    this.exploration.previews.keep(start, previews);
  }

  #createExploration() {
    return new Exploration(this.state, this.explorer, async () => [], {
      animate: (scenes) => this.#animate(scenes),
      showAtRest: () => this.#showAtRest(),
      update: () => this.#update(),
      failed: (error) => this.refusal.explain(error),
      changed: ({ actions }) => putIntoAddress({ position: this.position, play: actions.join(".") }),
    });
  }

  #createChoice() {
    return createBoardChoice(this.state, this.exploration.previews, this.boardView, {
      act: (action) => this.input.act(action),
      update: () => this.#update(),
    });
  }

  #createInput() {
    const { previews } = this.exploration;
    return new MoveInput(this.state, previews, this.boardView, this.choice, this.refusal, {
      explore: (action) => this.#play([action]),
      send: async () => false,
      showAtRest: () => this.#showAtRest(),
      update: () => this.#update(),
    });
  }

  #createOtherParts() {
    const { state, root } = this;
    return [
      new PlayerRows(state, root),
      new BoardStatus(state, root),
      new HolePreview(state, this.exploration.previews, this.boardView, byId("effects")),
      new ActionList(state, byId("line"), byId("steps"), {
        goTo: (index) => this.#goTo(index),
        pass: () => this.#play(["-"]),
      }),
      new Candidates(state, this.explorer, byId("candidates"), (actions) => this.#play(actions)),
    ];
  }

  #listen() {
    showSettings(byId("settings"), () => this.#showAtRest());
    addEventListener("resize", () => {
      this.boardView.orient();
      this.choice.update();
    });
    addShortcuts(this.state, {
      cancel: () => this.choice.hole && this.choice.close(),
      step: (step) => this.#step(step),
      replay: () => this.#animate(this.state.shownTurn),
      pressHole: (hole) => this.input.pressHole(hole),
      act: (action) => this.input.act(action),
    });
  }

  /** Plays actions from the shown position, unless one is being set up. @param {string[]} actions */
  async #play(actions) {
    if (this.editor.isOpen) return;
    this.refusal.clear();
    const before = this.state.variation?.actions ?? [];
    await this.exploration.show(0, [...before, ...actions], before.length + actions.length);
  }

  /** @param {"previous" | "next"} step */
  #step(step) {
    const target = this.state.stepTarget(step);
    if (target !== null) this.#goTo(target);
  }

  /** @param {number} index */
  #goTo(index) {
    if (!this.editor.isOpen) this.exploration.goTo(index);
  }

  /** @param {Scene[]} scenes */
  async #animate(scenes) {
    if (this.editor.isOpen) return;
    this.#setAnimating(true);
    this.#update();
    if (await this.boardView.animate(scenes)) this.#showAtRest();
  }

  #showAtRest() {
    this.#setAnimating(false);
    if (this.editor.isOpen) return;
    const scene = this.state.shownScene;
    this.boardView.showAtRest(scene);
    this.root.dataset.ply = String(this.state.variation?.index ?? 0);
    this.#update();
    this.exploration.rested();
  }

  #update() {
    if (!this.state.variation || this.editor.isOpen) return;
    for (const part of this.parts) part.update();
  }

  /** @param {boolean} isAnimating */
  #setAnimating(isAnimating) {
    this.state.isAnimating = isAnimating;
    this.root.toggleAttribute("data-busy", isAnimating);
  }
}
