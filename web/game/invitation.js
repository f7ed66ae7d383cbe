// @ts-check
/**
 * The invitation to an open game: a visitor takes the free seat. The waiting player copies the link, and after some
 * seconds may play the computer meanwhile.
 */

import { joinGame, newCommandId } from "../api.js";
import { button, byId, element } from "../dom.js";
import { chosenLevel, createGame } from "../new-game.js";
import { translate } from "../texts.js";
import { noteWaitingGame } from "../waiting-games.js";

/** @typedef {import("./page-state").PageState} PageState */

/**
 * @typedef {object} InvitationListener
 * @property {() => void} trying called before each try to sit down
 * @property {() => void} seated
 * @property {(error: unknown) => void} failed
 */

/** How long a player waits before the page offers the computer, in milliseconds. */
const COMPUTER_OFFER_DELAY = 10_000;

export class Invitation {
  /** @type {number | undefined} */
  #offerTimer = undefined;
  /** The same id for every press: a second one creates no second game. */
  #computerGameId = newCommandId();

  /** @param {PageState} state @param {string} game @param {InvitationListener} listener */
  constructor(state, game, listener) {
    this.state = state;
    this.game = game;
    this.listener = listener;
    this.section = document.getElementById("invitation");
    if (this.section) this.#addButtons(byId("sit"), /** @type {HTMLAnchorElement} */ (byId("link")));
  }

  update() {
    const isOpen = this.state.game.state === "open";
    if (this.state.ownSeat !== null) noteWaitingGame(this.game, isOpen);
    if (!this.section) return;
    this.section.hidden = !isOpen;
    if (this.state.ownSeat === null) return;
    this.#offerTimer ??= setTimeout(() => this.#offerComputer(), COMPUTER_OFFER_DELAY);
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

  /** Offers a game against the computer. The invitation stays open. */
  #offerComputer() {
    const level = chosenLevel();
    const text = translate("game.meanwhile.play", {
      level: level.replace("bot:", ""),
    });
    byId("sit").after(
      element(
        "div",
        { id: "meanwhile", role: "status" },
        element("p", {}, translate("game.meanwhile")),
        button(text, () => this.#playComputer(level)),
      ),
    );
  }

  /** @param {import("../new-game.js").ComputerLevel} opponent */
  async #playComputer(opponent) {
    const { rules, clock } = this.state.game;
    this.listener.trying();
    const options = {
      rules,
      clock: clock ?? "none",
      starts: "random",
      public: false,
      opponent,
    };
    const game = /** @type {import("../protocol").NewGame} */ ({
      id: this.#computerGameId,
      ...options,
    });
    try {
      location.assign(`/game/${await createGame(game)}`);
    } catch (error) {
      this.listener.failed(error);
    }
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
