// @ts-check
/** The invitation to an open game: a visitor takes the free seat, and the waiting player copies the link. */

import { joinGame } from "../api.js";
import { button, byId, element } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */

/**
 * @typedef {object} InvitationListener
 * @property {() => void} trying called before each try to sit down
 * @property {() => void} seated
 * @property {(error: unknown) => void} failed
 */

export class Invitation {
  /** @param {PageState} state @param {string} game @param {InvitationListener} listener */
  constructor(state, game, listener) {
    this.state = state;
    this.game = game;
    this.listener = listener;
    this.section = document.getElementById("invitation");
    if (this.section) this.#addButtons(byId("sit"), /** @type {HTMLAnchorElement} */ (byId("link")));
  }

  update() {
    if (!this.section) return;
    this.section.hidden = this.state.game.state !== "open";
    if (this.state.ownSeat === null) return;
    document.getElementById("sit-down")?.remove();
    byId("invite").textContent = translate("game.yours-open");
  }

  /** @param {HTMLElement} place @param {HTMLAnchorElement} link */
  #addButtons(place, link) {
    place.append(button(translate("game.sit"), () => this.#sitDown(), { id: "sit-down" }));
    if (!navigator.clipboard) return;
    const answer = element("span", { role: "status" });
    const copy = async () => {
      await navigator.clipboard.writeText(link.href);
      answer.textContent = translate("game.copied");
    };
    place.append(button(translate("game.copy"), copy, { class: "quiet" }), answer);
  }

  async #sitDown() {
    this.listener.trying();
    try {
      await joinGame(this.game);
      this.listener.seated();
    } catch (error) {
      this.listener.failed(error);
    }
  }
}
