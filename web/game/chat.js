// @ts-check
/** The chat of the two players, which spectators can read. */

import { setUpBlockButtonInGame } from "../block-button.js";
import { all, button, element, replaceIfChanged } from "../dom.js";
import { SEATS, otherSeat } from "../notation.js";
import { translate } from "../texts.js";
import { isMuted, toggleMuted } from "./muted-players.js";
import { UnreadBadge } from "./unread-badge.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {PageState["game"]["said"][number]} Said */

/** On a smaller screen the talk is folded: `game.css` puts it below the board there. */
const wideScreen = matchMedia("(min-width: 60rem)");

const PRESETS = ["hello", "good-luck", "well-played", "thanks"];
const MAX_MESSAGE_LENGTH = 200;

export class Chat {
  /** How many messages are on the page. */
  _shown = 0;

  /**
   * @param {PageState} state @param {HTMLElement} container
   * @param {(text: string) => Promise<boolean>} send whether the message was accepted
   */
  constructor(state, container, send) {
    this.state = state;
    this.container = container;
    this.send = send;
    this.messages = element("ol", {
      id: "chat-messages",
      tabindex: 0,
      "aria-labelledby": "chat-title",
    });
    this.form = this._createForm();
    this.mutes = element("div", { class: "row", id: "mutes" });
    this.block = element("div", { class: "row", id: "block" });
    this.details = element(
      "details",
      { open: wideScreen.matches },
      element("summary", {}, element("h2", { id: "chat-title" }, translate("game.talk"))),
      this.messages,
      this.form,
      this.mutes,
      this.block,
    );
    this.section = element("section", { "aria-labelledby": "chat-title" }, this.details);
    this.badge = new UnreadBadge(this.section, this.details, container);
    addEventListener("storage", () => this.update());
  }

  update() {
    const { game, ownSeat } = this.state;
    this._append(game.said.slice(this._shown));
    this._shown = game.said.length;
    this.form.hidden = ownSeat === null || game.state === "open";
    this._updateMutes();
    if (!this.section.isConnected && (this._shown || !this.form.hidden)) this.container.prepend(this.section);
    this.container.hidden = !this.section.isConnected;
  }

  /** @param {Said[]} news */
  _append(news) {
    const { game, ownSeat, pastHead } = this.state;
    for (const { seat, text } of news) {
      const name = element("b", {}, game.players[seat] ?? translate(`game.${seat}`));
      this.messages.append(element("li", { "data-seat": seat }, name, ` ${text}`));
    }
    if (news.length) this.messages.scrollTop = this.messages.scrollHeight;
    const unread = news.filter(
      ({ seq, seat }) => seat !== ownSeat && seq > (pastHead ?? 0) && !isMuted(game.players[seat]),
    );
    this.badge.add(unread.length);
  }

  /** Hides the lines of muted players, and offers to mute each player but the visitor. */
  _updateMutes() {
    const { game, ownSeat } = this.state;
    const buttons = SEATS.map((seat) => {
      const name = game.players[seat];
      const muted = isMuted(name);
      for (const line of all(this.messages, `[data-seat="${seat}"]`)) line.hidden = muted && seat !== ownSeat;
      if (!name || seat === ownSeat || game.bots[seat]) return null;
      const pressed = () => this._toggleMuted(name);
      const key = muted ? "game.talk.unmute" : "game.talk.mute";
      return button(translate(key, { name }), pressed, { class: "secondary", id: `mute-${seat}` });
    });
    replaceIfChanged(this.mutes, ...buttons);
    this._offerBlock();
  }

  /** Offers a player to block the opponent, once that is known to be a person. */
  async _offerBlock() {
    const { game, ownSeat } = this.state;
    const opponent = ownSeat && otherSeat(ownSeat);
    const name = opponent && !game.bots[opponent] && game.players[opponent];
    if (!name || this.block.dataset.block === name) return;
    Object.assign(this.block.dataset, {
      block: name,
      blockLabel: translate("site.block", { player: name }),
      unblockLabel: translate("site.unblock", { player: name }),
    });
    // Without an answer of the server there is no button.
    await setUpBlockButtonInGame(this.block, () => this.update()).catch(() => {});
  }

  /** @param {string} name */
  _toggleMuted(name) {
    toggleMuted(name);
    this.update();
  }

  _createForm() {
    const input = element("input", {
      name: "text",
      maxlength: MAX_MESSAGE_LENGTH,
      required: true,
      autocomplete: "off",
      "aria-label": translate("game.say"),
    });
    const presets = PRESETS.map((preset) => {
      const text = translate(`game.preset.${preset}`);
      return button(text, (press) => this._sendPreset(text, press, input), {
        class: "secondary",
      });
    });
    const form = element(
      "form",
      { id: "chat" },
      element("div", { class: "row" }, ...presets),
      element("div", { class: "row" }, input, element("button", {}, translate("game.send"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._sendInput(input);
    });
    return form;
  }

  /**
   * Sends a ready-made sentence. The focus moves on to the text field, so that the same key does not send it again.
   * @param {string} text @param {Event} press @param {HTMLInputElement} input
   */
  _sendPreset(text, press, input) {
    input.focus({ preventScroll: true });
    const isSecondClick = press instanceof UIEvent && press.detail > 1;
    if (!isSecondClick) this.send(text);
  }

  /**
   * Sends what was typed. The field is free for the next message at once; a refused one comes back, unless something
   * else was typed meanwhile.
   * @param {HTMLInputElement} input
   */
  async _sendInput(input) {
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    if (!(await this.send(text)) && !input.value) input.value = text;
  }
}
