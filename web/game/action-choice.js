// @ts-check
/**
 * The question which action to play: which direction, how a turn goes on, whether to enter the store or to
 * pass.
 */

import { all, button, byId, element, replaceChildren, setText } from "../dom.js";
import * as texts from "../texts.js";
import { describeChoice, describeEffect } from "./descriptions.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").PositionView} PositionView */

/**
 * @typedef {object} ChoiceListener
 * @property {(action: string) => void} chosen
 * @property {(hole: string | null) => void} closed the question about a hole was cancelled
 * @property {(hole: string) => void} placed the question is about a hole, and stands beside it
 * @property {(action: string) => string} arrow the way that an action goes on the screen
 */

/**
 * The question of a board: it stands beside the hole that it is about.
 * @param {PageState} state @param {import("./previews").Previews} previews
 * @param {import("./board-view").BoardView} boardView
 * @param {{ act: (action: string) => void, update: () => void }} page
 */
export function createBoardChoice(state, previews, boardView, { act, update }) {
  const container = byId("action-choice");
  return new ActionChoice(state, previews, container, {
    chosen: act,
    placed: (hole) => boardView.putAt(container, hole),
    arrow: (action) => boardView.arrowOf(action),
    closed: (hole) => {
      update();
      if (hole) boardView.buttons.focus(hole);
    },
  });
}

export class ActionChoice {
  /** The pressed hole, if more than one action begins there. @type {string | null} */
  hole = null;
  /**
   * The question that is shown.
   * @type {{ position: PositionView, hole: string | null, buttons: HTMLButtonElement[] } | null}
   */
  _question = null;

  /**
   * @param {PageState} state @param {import("./previews").Previews} previews @param {HTMLElement} container
   * @param {ChoiceListener} listener
   */
  constructor(state, previews, container, listener) {
    this.state = state;
    this.previews = previews;
    this.container = container;
    this.listener = listener;
    container.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /**
   * Asks about a hole and moves the focus to the answers.
   * @param {string} hole @param {PositionView} position
   */
  open(hole, position) {
    this.hole = hole;
    this._show(position);
    this.container.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Stops asking about a hole. */
  close() {
    const { hole } = this;
    this.hole = null;
    this.listener.closed(hole);
  }

  /** Shows the question of the newest position, if there is one. */
  update() {
    this._show(this.state.choosingPosition);
  }

  /** @param {PositionView | null} position */
  _show(position) {
    const actions = position ? this._actionsIn(position) : [];
    if (!position || !actions.length) {
      this.hole = this._question = null;
      return replaceChildren(this.container);
    }
    // Buttons that are there already stay: one may have the focus, or be pressed just now.
    if (this._question?.position !== position || this._question.hole !== this.hole)
      this._fill(position, actions);
    this._labelButtons(position);
    const hole = this.hole ?? position.pending?.hole;
    this.container.classList.toggle("at-hole", hole !== undefined);
    if (hole) this.listener.placed(hole);
  }

  /** @param {PositionView} position @param {string[]} actions */
  _fill(position, actions) {
    const { hole } = this;
    const buttons = actions.map((action) => this._button(action));
    const isAtBoard = Boolean(document.activeElement?.closest("#board"));
    this._question = { position, hole, buttons };
    replaceChildren(
      this.container,
      element("p", { id: "question", class: "visually-hidden" }, this._questionText(position)),
      element("ul", { "aria-labelledby": "question" }, ...buttons.map((choice) => element("li", {}, choice))),
      hole ? this._cancelButton() : null,
    );
    // A screen reader reads the question, and the keyboard is at its answers.
    if (position.pending && isAtBoard) buttons[0].focus({ preventScroll: true });
  }

  _cancelButton() {
    const label = texts.translate("game.cancel");
    return button("×", () => this.close(), {
      class: "secondary",
      "data-cancel": true,
      "aria-label": label,
      title: label,
    });
  }

  /** @param {string} action */
  _button(action) {
    const pressed = (/** @type {Event} */ press) => isFirstPress(press) && this.listener.chosen(action);
    const created = button("", pressed, { "data-action": action });
    created.append(element("span", { class: "direction" }), element("span", { class: "effect" }));
    return created;
  }

  /** Names the choices, each with its preview once that is known. @param {PositionView} position */
  _labelButtons(position) {
    const previews = this.state.showsEffects ? this.previews.find(position) : null;
    for (const button of this._question?.buttons ?? []) {
      const action = button.dataset.action ?? "";
      const preview = previews?.get(action);
      const label = describeChoice(texts, action, position, preview);
      const [way, effect] = all(button, "span");
      setText(way, this._isBesideHole(position) ? this._wayOf(action, position) : label);
      setText(effect, this._isBesideHole(position) ? describeEffect(texts, action, position, preview) : "");
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }

  /** Whether the question stands beside a hole, where arrows are enough. @param {PositionView} position */
  _isBesideHole({ pending }) {
    return this.hole !== null || pending !== null;
  }

  /** Where an action goes, after its hole if that is another one. @param {string} action @param {PositionView} position */
  _wayOf(action, { pending }) {
    const isElsewhere = pending && pending.hole !== action[0];
    return (isElsewhere ? `${action[0]} ` : "") + this.listener.arrow(action);
  }

  /** @param {PositionView} position */
  _questionText(position) {
    if (this.hole === "*") return texts.translate("game.which-way-enter");
    if (this.hole) return texts.translate("game.which-way", { hole: this.hole });
    if (position.pending) return texts.translate("game.go-on", { ...position.pending });
    return texts.translate("game.or");
  }

  /** The actions to choose from. @param {PositionView} position */
  _actionsIn(position) {
    const legal = this.previews.legalIn(position);
    if (this.hole) return legal.filter((action) => action[0] === this.hole);
    // A finished game asks no question about a turn in progress.
    const { pending } = position;
    if (!this.state.canAct && !(this.state.asksWithinTurn && pending)) return [];
    return pending ? legal : legal.filter((action) => /^[*-]/.test(action));
  }
}

/**
 * Whether a press is not the second one of a double click, which would answer a question that is not read yet.
 * @param {Event} press
 */
function isFirstPress(press) {
  return !(press instanceof UIEvent && press.detail > 1);
}
