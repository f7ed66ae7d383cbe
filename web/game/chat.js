// @ts-check
/** What the players say to each other. */

import { button, element } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("./game-state").Game} Game */

const PRESETS = ["hello", "good-luck", "well-played", "thanks"];

export class Talk {
  #shown = 0;

  /** @param {HTMLElement} place @param {(text: string) => Promise<unknown>} speak */
  constructor(place, speak) {
    this.place = place;
    this.speak = speak;
    this.said = element("ol", { id: "said", tabindex: 0, "aria-labelledby": "talk-title" });
    this.form = this.#form();
    this.section = element(
      "section",
      { "aria-labelledby": "talk-title" },
      element("h2", { id: "talk-title" }, say("game.talk")),
      this.said,
      this.form,
    );
  }

  /** Shows what was said; players may answer. @param {Game} game @param {boolean} isPlayer */
  show(game, isPlayer) {
    for (const { seat, text } of game.said.slice(this.#shown)) {
      this.said.append(
        element(
          "li",
          { "data-seat": seat },
          element("b", {}, game.players[seat] ?? say(`game.${seat}`)),
          ` ${text}`,
        ),
      );
    }
    if (this.#shown < game.said.length) this.said.scrollTop = this.said.scrollHeight;
    this.#shown = game.said.length;
    this.form.hidden = !isPlayer || game.state === "open";
    if (!this.section.isConnected && (this.#shown || !this.form.hidden)) this.place.append(this.section);
  }

  #form() {
    const input = element("input", {
      name: "text",
      maxlength: 200,
      required: true,
      autocomplete: "off",
      "aria-label": say("game.say"),
    });
    const presets = PRESETS.map((preset) => {
      const text = say(`game.preset.${preset}`);
      return button(text, () => this.speak(text), { class: "quiet" });
    });
    const form = element(
      "form",
      { id: "talk" },
      element("div", { class: "row" }, ...presets),
      element("div", { class: "row" }, input, element("button", {}, say("game.send"))),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      // What was refused stays to be changed.
      if (await this.speak(text)) input.value = "";
    });
    return form;
  }
}
