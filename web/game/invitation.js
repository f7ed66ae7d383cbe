// @ts-check
/**
 * The invitation to an open game: a visitor takes the free seat. The waiting player copies the link, and after some
 * seconds may play the computer meanwhile.
 */

import { RefusedError, joinGame, newCommandId, requestApi } from "../api.js";
import { copyButton } from "../copy-button.js";
import { button, byId, element, setText } from "../dom.js";
import { chosenLevel, createGame } from "../new-game.js";
import { translate } from "../texts.js";
import { formatTime } from "../times.js";
import { noteWaitingGame } from "../waiting-games.js";

/** @typedef {import("./page-state").PageState} PageState */

/**
 * @typedef {object} InvitationListener
 * @property {() => void} trying called before each try to sit down
 * @property {() => void} seated
 * @property {(reason: string) => void} decline declines the invitation, with a reason or an empty text
 * @property {(error: unknown) => void} failed
 */

/** How long a player waits before the page offers the computer, in milliseconds. */
const COMPUTER_OFFER_DELAY = 10_000;

const DECLINE_REASONS = ["later", "too_fast", "too_slow", "other_game", "rated", "casual"];

export class Invitation {
  /** @type {number | undefined} */
  _offerTimer = undefined;
  /** The same id for every press: a second one creates no second game. */
  _computerGameId = newCommandId();
  /** The name that the invited player has now, once it is known. @type {string | null} */
  _presentName = null;
  _hasAskedName = false;

  /** @param {PageState} state @param {string} game @param {InvitationListener} listener */
  constructor(state, game, listener) {
    this.state = state;
    this.game = game;
    this.listener = listener;
    this.section = document.getElementById("invitation");
    if (this.section) this._addButtons(byId("seat-buttons"), /** @type {HTMLAnchorElement} */ (byId("link")));
  }

  update() {
    const isOpen = this.state.game.state === "open";
    if (this.state.ownSeat !== null) noteWaitingGame(this.game, isOpen);
    if (!this.section) return;
    if (!isOpen) this._keepFocus(this.section);
    this.section.hidden = !isOpen;
    const { invited } = this.state.game;
    if (isOpen && invited !== null) this._askName(invited);
    const isForVisitor = invited === null || this._isInvited(invited);
    this._showSitDown(this.state.ownSeat === null && isForVisitor);
    if (invited !== null) this._showInvited(invited, isForVisitor);
    if (this.state.ownSeat === null) return;
    this._offerTimer ??= setTimeout(() => this._offerComputer(), COMPUTER_OFFER_DELAY);
    if (invited === null) setText(byId("invite"), translate("game.yours-open"));
  }

  /** Whether the visitor is the invited player, who may have another name since. @param {string} invited */
  _isInvited(invited) {
    const { ownName, ownSeat } = this.state;
    return ownName !== null && ownSeat === null && ownName === (this._presentName ?? invited);
  }

  /** Asks once for the present name, if the visitor may be the invited player. @param {string} invited */
  async _askName(invited) {
    const { ownName, ownSeat } = this.state;
    if (ownName === null || ownName === invited || ownSeat !== null || this._hasAskedName) return;
    this._hasAskedName = true;
    try {
      const { name } = await requestApi("GET", `/api/players/${encodeURIComponent(invited)}`);
      this._presentName = name;
      this.update();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this._hasAskedName = error.code !== "unreachable";
    }
  }

  /** Shows for whom the free seat is kept. @param {string} name @param {boolean} isVisitor */
  _showInvited(name, isVisitor) {
    const { game, ownSeat } = this.state;
    const maker = game.players.south ?? game.players.north ?? "?";
    const invited = this._presentName ?? name;
    const key = isVisitor ? "game.invited.you" : ownSeat ? "game.invited.yours" : "game.invited";
    const until = game.openUntil && translate("game.open-until", { time: formatTime(game.openUntil) });
    setText(byId("invite"), [translate(key, { maker, invited }), until ?? ""].join(" ").trim());
    if (isVisitor) this._showDecline();
  }

  _showDecline() {
    if (document.getElementById("decline")) return;
    const reasons = element("select", { "aria-label": translate("game.decline.reason") });
    for (const reason of ["", ...DECLINE_REASONS])
      reasons.append(element("option", { value: reason }, translate(`game.decline.${reason || "none"}`)));
    const decline = () => this.listener.decline(reasons.value);
    byId("take-seat").after(
      button(translate("game.decline"), decline, { id: "decline", class: "secondary" }),
      reasons,
    );
  }

  /** The invitation is about to disappear: its focus moves to the line that says how the game stands. @param {HTMLElement} section */
  _keepFocus(section) {
    if (!section.contains(document.activeElement)) return;
    const state = byId("state");
    state.tabIndex = -1;
    state.focus({ preventScroll: true });
  }

  /** @param {boolean} isShown */
  _showSitDown(isShown) {
    const shown = document.getElementById("take-seat");
    if (!isShown) shown?.remove();
    else if (!shown)
      byId("seat-buttons").prepend(button(translate("game.sit"), () => this._sitDown(), { id: "take-seat" }));
  }

  /** @param {HTMLElement} container @param {HTMLAnchorElement} link */
  _addButtons(container, link) {
    this._showSitDown(true);
    container.append(copyButton(translate("game.copy"), () => link.href) ?? "");
  }

  /** Offers a game against the computer. The invitation stays open. */
  _offerComputer() {
    const level = chosenLevel();
    const text = translate("game.meanwhile.play", {
      level: level.replace("bot:", ""),
    });
    byId("seat-buttons").after(
      element(
        "div",
        { id: "computer-offer", role: "status" },
        element("p", {}, translate("game.meanwhile")),
        button(text, () => this._playComputer(level)),
      ),
    );
  }

  /** @param {import("../new-game.js").ComputerLevel} opponent */
  async _playComputer(opponent) {
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
      id: this._computerGameId,
      ...options,
    });
    try {
      location.assign(`/game/${await createGame(game)}`);
    } catch (error) {
      this.listener.failed(error);
    }
  }

  async _sitDown() {
    this.listener.trying();
    try {
      await joinGame(this.game);
      this.listener.seated();
    } catch (error) {
      this.listener.failed(error);
    }
  }
}
