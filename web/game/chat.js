// @ts-check
/** The chat of the two players, which spectators can read. */

import { button, element } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */

const PRESETS = ["hello", "good-luck", "well-played", "thanks"];
const MAX_MESSAGE_LENGTH = 200;

export class Chat {
  /** How many messages are on the page. */
  #shown = 0;

  /**
   * @param {PageState} state @param {HTMLElement} place
   * @param {(text: string) => Promise<boolean>} send whether the message was accepted
   */
  constructor(state, place, send) {
    this.state = state;
    this.place = place;
    this.send = send;
    this.messages = element("ol", {
      id: "said",
      tabindex: 0,
      "aria-labelledby": "talk-title",
    });
    this.form = this.#createForm();
    this.section = element(
      "section",
      { "aria-labelledby": "talk-title" },
      element("h2", { id: "talk-title" }, translate("game.talk")),
      this.messages,
      this.form,
    );
  }

  update() {
    const { game, ownSeat } = this.state;
    const news = game.said.slice(this.#shown);
    for (const { seat, text } of news) {
      const name = element("b", {}, game.players[seat] ?? translate(`game.${seat}`));
      this.messages.append(element("li", { "data-seat": seat }, name, ` ${text}`));
    }
    if (news.length) this.messages.scrollTop = this.messages.scrollHeight;
    this.#shown = game.said.length;
    this.form.hidden = ownSeat === null || game.state === "open";
    if (!this.section.isConnected && (this.#shown || !this.form.hidden)) this.place.append(this.section);
  }

  #createForm() {
    const input = element("input", {
      name: "text",
      maxlength: MAX_MESSAGE_LENGTH,
      required: true,
      autocomplete: "off",
      "aria-label": translate("game.say"),
    });
    const presets = PRESETS.map((preset) => {
      const text = translate(`game.preset.${preset}`);
      return button(text, (press) => this.#sendPreset(text, press, input), {
        class: "quiet",
      });
    });
    const form = element(
      "form",
      { id: "talk" },
      element("div", { class: "row" }, ...presets),
      element("div", { class: "row" }, input, element("button", {}, translate("game.send"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#sendInput(input);
    });
    return form;
  }

  /**
   * Sends a ready-made sentence. The focus moves on to the text field, so that the same key does not send it again.
   * @param {string} text @param {Event} press @param {HTMLInputElement} input
   */
  #sendPreset(text, press, input) {
    input.focus({ preventScroll: true });
    const isSecondClick = press instanceof UIEvent && press.detail > 1;
    if (!isSecondClick) this.send(text);
  }

  /** Sends what was typed. A refused message stays in the field. @param {HTMLInputElement} input */
  async #sendInput(input) {
    const text = input.value.trim();
    if (text && (await this.send(text))) input.value = "";
  }
}
