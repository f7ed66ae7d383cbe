// @ts-check
/** The actions that were played on the analysis board, and the buttons that step through them. */

import { copyButton } from "../copy-button.js";
import { all, button, element, setEnabled, showControl } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {import("../game/page-state").PageState} PageState */
/** @typedef {import("../game/page-state").StepName} StepName */

/** @type {StepName[]} */
const STEPS = ["first", "previous", "next", "last"];

export class ActionList {
  /** The actions in the list. */
  _shown = "";

  /**
   * @param {PageState} state @param {HTMLElement} container @param {HTMLElement} steps
   * @param {{ goTo: (index: number) => void, pass: () => void }} listener
   */
  constructor(state, container, steps, { goTo, pass }) {
    this.state = state;
    this.container = container;
    this.list = /** @type {HTMLElement} */ (container.querySelector("ol"));
    this.goTo = goTo;
    this.steps = steps;
    const attributes = (/** @type {StepName} */ step) => ({ class: "step", "data-step": step });
    steps.append(
      ...STEPS.map((step) =>
        button(translate(`game.step.${step}`), () => this._step(step), attributes(step)),
      ),
    );
    // A browser without a clipboard has the link in its address bar.
    const share = copyButton(translate("analysis.share"), () => location.href, {
      class: "secondary",
      id: "share",
    });
    this.passButton = button(translate("game.do.pass"), pass, { class: "secondary", id: "pass" });
    steps.append(this.passButton, share ?? "");
  }

  update() {
    const { variation, shownPosition } = this.state;
    if (!variation) return;
    for (const step of all(this.steps, "[data-step]")) {
      const target = this.state.stepTarget(/** @type {StepName} */ (step.dataset.step));
      setEnabled(step, target !== null);
    }
    const canPass = shownPosition?.legal.includes("-") ?? false;
    showControl(this.passButton, canPass, all(this.steps, '[data-step="previous"]')[0]);
    this._fillList();
    for (const item of all(this.list, "button")) {
      const isShown = Number(item.dataset.index) === variation.index;
      if (isShown) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
    this.container.hidden = variation.scenes.length === 1;
  }

  _fillList() {
    const actions = this.state.variation?.allActions ?? [];
    if (actions.join() === this._shown) return;
    this._shown = actions.join();
    const items = actions.map((action, number) =>
      element(
        "li",
        {},
        button(action, () => this.goTo(number + 1), { class: "secondary", "data-index": number + 1 }),
      ),
    );
    this.list.replaceChildren(...items);
  }

  /** @param {StepName} step */
  _step(step) {
    const target = this.state.stepTarget(step);
    if (target !== null) this.goTo(target);
  }
}
