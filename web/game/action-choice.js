// @ts-check
/** What a player is asked: which way to sow, how to go on in the middle of a turn, a store, a pass. */

import { button, element, replace } from "../dom.js";
import { api } from "../player.js";
import { offer } from "./descriptions.js";
import * as words from "../texts.js";

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Preview} Preview */

/** Whether a press is not the second half of a double one, which would answer a question that nobody has read yet. @param {Event} press */
const isFirst = (press) => !(press instanceof UIEvent && press.detail > 1);

export class Choice {
  /** The hole that was pressed, where that does not say it all. @type {string | null} */
  hole = null;
  /** The previews of a position: after a takeback another one may have the same ply. @type {{ position: PositionView, previews: Map<string, Preview> } | null} */
  #known = null;
  /** What is being asked. @type {{ position: PositionView, hole: string | null, buttons: HTMLButtonElement[] } | null} */
  #asked = null;

  /** @param {string} game @param {HTMLElement} place @param {(action: string) => void} chosen @param {(hole: string | null) => void} left */
  constructor(game, place, chosen, left) {
    this.game = game;
    this.place = place;
    this.chosen = chosen;
    this.left = left;
    place.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /** Asks about a hole, and goes there. @param {string} hole @param {PositionView} position */
  ask(hole, position) {
    this.hole = hole;
    this.show(position);
    this.place.querySelector("button")?.focus({ preventScroll: true });
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** Asks no longer about a hole. */
  close() {
    const { hole } = this;
    this.hole = null;
    this.left(hole);
  }

  /** Shows what there is to choose in a position; nothing without one. @param {PositionView | null} position */
  show(position) {
    const actions = position ? this.#actions(position) : [];
    if (!position || !actions.length) {
      this.hole = this.#asked = null;
      return replace(this.place);
    }
    this.#learn(position);
    // What has the focus, or is just being pressed, stays while more is learned of it.
    if (this.#asked?.position !== position || this.#asked.hole !== this.hole) this.#fill(position, actions);
    this.#label(position);
  }

  /** @param {PositionView} position @param {string[]} actions */
  #fill(position, actions) {
    const { hole } = this;
    const buttons = actions.map((action) =>
      button("", (event) => isFirst(event) && this.chosen(action), { "data-action": action }),
    );
    this.#asked = { position, hole, buttons };
    const cancel = hole
      ? button(words.say("game.cancel"), () => this.close(), { class: "quiet", "data-cancel": true })
      : null;
    const list = element(
      "ul",
      { "aria-labelledby": "question" },
      ...buttons.map((choice) => element("li", {}, choice)),
    );
    replace(this.place, element("p", { id: "question" }, this.#question(position)), list, cancel);
  }

  /** Says of each choice what it would do, as far as it is known. @param {PositionView} position */
  #label(position) {
    const previews = this.#known?.position === position ? this.#known.previews : null;
    for (const choice of this.#asked?.buttons ?? []) {
      const action = choice.dataset.action ?? "";
      const label = offer(words, action, position, previews?.get(action));
      if (choice.textContent !== label) choice.textContent = label;
    }
  }

  /** @param {PositionView} position */
  #question(position) {
    if (this.hole) return words.say("game.which-way", { hole: this.hole });
    if (position.pending) return words.say("game.go-on", { ...position.pending });
    return words.say("game.or");
  }

  /** @param {PositionView} position @returns {string[]} */
  #actions({ legal, pending }) {
    if (this.hole) return legal.filter((action) => action[0] === this.hole);
    return pending ? legal : legal.filter((action) => /^[*-]/.test(action));
  }

  /** Asks the server what each action would do. @param {PositionView} position */
  async #learn(position) {
    if (this.#known?.position === position) return;
    const known = { position, previews: new Map() };
    this.#known = known;
    try {
      /** @type {import("../protocol").PlyView} */
      const view = await api("GET", `/api/games/${this.game}/plies/${position.ply}`);
      for (const preview of view.previews) known.previews.set(preview.action, preview);
      this.learned?.();
    } catch {
      // The question can be answered without it.
    }
  }

  /** Called when more is known of what can be chosen. @type {(() => void) | null} */
  learned = null;
}
