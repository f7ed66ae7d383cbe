// @ts-check
/**
 * What a player can do apart from playing actions: halving its clock, offers and their answers, resigning, claims, withdrawing,
 * a rematch.
 */

import { button, element, replaceIfChanged } from "../dom.js";
import { otherSeat } from "../notation.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").Offer} Offer */
/** @typedef {import("../protocol").OfferKind} OfferKind */

/** Turns from which on a claim wins the game; before, it ends the game without a result. */
const MIN_TURNS_TO_WIN = 2;

export class PlayerActions {
  /** Whether the visitor is asked to confirm that they resign. */
  _isConfirming = false;

  /**
   * @param {PageState} state @param {HTMLElement} container @param {HTMLElement} offers where questions to the visitor stand
   * @param {() => number} now
   * @param {(type: string, fields?: Record<string, unknown>) => Promise<unknown>} command
   * @param {(game: string) => string} addressOf the address of a game's page
   */
  constructor(state, container, offers, now, command, addressOf) {
    this.state = state;
    this.container = container;
    this.offers = offers;
    this.now = now;
    this.command = command;
    this.addressOf = addressOf;
  }

  update() {
    const { game, ownSeat } = this.state;
    const actions = ownSeat ? this._actions(ownSeat) : [];
    const next = game.rematch ? rematchLink(this.addressOf(game.rematch)) : null;
    replaceIfChanged(this.container, next, ...actions);
    replaceIfChanged(this.offers, ...(ownSeat ? this._questions(ownSeat) : []));
  }

  /** What the opponent offers, and what the visitor can claim. @param {Seat} ownSeat @returns {(HTMLElement | null)[]} */
  _questions(ownSeat) {
    const { game } = this.state;
    if (game.state === "open") return [];
    if (game.state === "finished")
      return [game.rematch ? null : this._question("rematch", game.rematchOffer, ownSeat)];
    return [
      this._claim(ownSeat),
      this._question("draw", game.drawOffer, ownSeat),
      this._question("takeback", game.takebackOffer, ownSeat),
      this._question("previews", game.previewsOffer, ownSeat),
    ];
  }

  /** @param {Seat} ownSeat @returns {(HTMLElement | null)[]} */
  _actions(ownSeat) {
    const { game } = this.state;
    if (game.state === "open") return [this._withdrawButton()];
    if (game.state === "finished") return [this._rematch(ownSeat)];
    return [
      ownOffer("draw", game.drawOffer, ownSeat),
      ownOffer("takeback", game.takebackOffer, ownSeat),
      ownOffer("previews", game.previewsOffer, ownSeat),
      this._isConfirming ? this._resignQuestion() : this._buttonRow(ownSeat),
    ];
  }

  /** The buttons that offer something or resign. @param {Seat} ownSeat */
  _buttonRow(ownSeat) {
    const { game } = this.state;
    const hasOffered = game.drawOffer?.seat === ownSeat || game.takebackOffer?.seat === ownSeat;
    const canOffer = game.state === "playing" && !hasOffered;
    const hasActed = game.line.some(({ act }) => act?.seat === ownSeat);
    return element(
      "div",
      { class: "row" },
      game.state === "playing" && game.mayBerserk[ownSeat] ? this._berserkButton() : null,
      canOffer && !game.drawOffer ? this._offerButton("draw") : null,
      canOffer && hasActed && !game.takebackOffer ? this._offerButton("takeback") : null,
      this._canOfferPreviews(ownSeat) ? this._offerButton("previews") : null,
      button(translate("game.resign"), () => this._confirm(true), {
        class: "secondary",
        id: "resign",
      }),
    );
  }

  /** @param {Seat} ownSeat */
  _canOfferPreviews(ownSeat) {
    const { showsEffects, game } = this.state;
    const isDecided = game.previewsOffer !== null || game.previewsDeclined[otherSeat(ownSeat)];
    return game.state === "playing" && !showsEffects && !isDecided;
  }

  _berserkButton() {
    return button(translate("game.berserk"), () => this.command("berserk"), {
      class: "secondary",
      id: "go-berserk",
      title: translate("game.berserk.what"),
    });
  }

  /** The server refuses to withdraw a game that an opponent has just joined. */
  _withdrawButton() {
    const withdraw = () => this.command("claim", { claim: "abort" });
    return button(translate("game.withdraw"), withdraw, {
      class: "secondary",
      id: "withdraw",
    });
  }

  _resignQuestion() {
    return question("sure", translate("game.resign.sure"), [
      button(translate("game.resign.yes"), () => this._resign(), {
        "data-do": "resign",
        id: "resign-yes",
      }),
      button(translate("game.cancel"), () => this._confirm(false), {
        class: "secondary",
      }),
    ]);
  }

  _resign() {
    this._confirm(false);
    return this.command("resign");
  }

  /** @param {boolean} isConfirming */
  _confirm(isConfirming) {
    this._isConfirming = isConfirming;
    this.update();
    document.getElementById(isConfirming ? "resign-yes" : "resign")?.focus({ preventScroll: true });
  }

  /** An open offer of the opponent. @param {OfferKind} kind @param {Offer | null} offer @param {Seat} ownSeat */
  _question(kind, offer, ownSeat) {
    if (!offer || offer.seat === ownSeat) return null;
    const text = translate(`game.${kind}.offered`, {
      seat: translate(`game.${offer.seat}`),
    });
    const answers = [this._answerButton(kind, offer, true), this._answerButton(kind, offer, false)];
    return question(`offer-${kind}`, text, answers);
  }

  /** @param {OfferKind} kind @param {Offer} offer @param {boolean} accept */
  _answerButton(kind, { offer }, accept) {
    const answer = accept ? "accept" : "decline";
    const send = () => this.command(`answer_${kind}`, { offer, accept });
    return button(translate(`game.${kind}.${answer}`), send, {
      "data-do": answer,
      // A later offer has the same words: its number makes the page replace the buttons.
      "data-offer": offer,
      class: accept ? null : "secondary",
    });
  }

  /** @param {Seat} ownSeat */
  _rematch(ownSeat) {
    const { game } = this.state;
    const opponent = otherSeat(ownSeat);
    if (game.rematch || !game.players[opponent]) return null;
    if (game.rematchOffer) return ownOffer("rematch", game.rematchOffer, ownSeat);
    if (game.rematchDeclined[opponent]) return note(translate("game.rematch.declined"));
    return this._offerButton("rematch", null);
  }

  /** @param {Seat} ownSeat */
  _claim(ownSeat) {
    if (!this.state.canClaim(this.now())) return null;
    const opponent = translate(`game.${otherSeat(ownSeat)}`);
    const canWin = (this.state.game.position?.turns ?? 0) >= MIN_TURNS_TO_WIN;
    return question("claim", translate("game.gone", { seat: opponent }), [
      this._claimButton(canWin ? "win" : "abort"),
    ]);
  }

  /** @param {"win" | "abort"} claim */
  _claimButton(claim) {
    const send = () => this.command("claim", { claim });
    return button(translate(`game.claim.${claim}`), send, {
      "data-do": `claim-${claim}`,
    });
  }

  /** @param {OfferKind} kind @param {string | null} [className] */
  _offerButton(kind, className = "secondary") {
    const send = () => this.command(`offer_${kind}`);
    return button(translate(`game.${kind}.offer`), send, {
      class: className,
      id: `offer-a-${kind}`,
    });
  }
}

/** @param {string} href the address of the rematch */
function rematchLink(href) {
  return element("p", {}, element("a", { href, id: "next-game" }, translate("game.rematch.go")));
}

/** An open offer of the visitor. @param {OfferKind} kind @param {Offer | null} offer @param {Seat} ownSeat */
function ownOffer(kind, offer, ownSeat) {
  return offer?.seat === ownSeat ? note(translate(`game.${kind}.waiting`)) : null;
}

/** @param {string} text */
function note(text) {
  return element("p", { class: "offer" }, text);
}

/**
 * A question with its answers.
 * @param {string} id @param {string} text @param {(HTMLElement | null)[]} answers
 */
function question(id, text, answers) {
  return element(
    "div",
    { class: "question", role: "group", "aria-labelledby": id },
    element("p", { id }, text),
    ...answers,
  );
}
