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
  #isConfirming = false;

  /**
   * @param {PageState} state @param {HTMLElement} place @param {() => number} now
   * @param {(type: string, fields?: Record<string, unknown>) => Promise<unknown>} command
   */
  constructor(state, place, now, command) {
    this.state = state;
    this.place = place;
    this.now = now;
    this.command = command;
  }

  update() {
    const { game, ownSeat } = this.state;
    const actions = ownSeat ? this.#actions(ownSeat) : [];
    replaceIfChanged(this.place, game.rematch ? rematchLink(game.rematch) : null, ...actions);
  }

  /** @param {Seat} ownSeat @returns {(HTMLElement | null)[]} */
  #actions(ownSeat) {
    const { game } = this.state;
    if (game.state === "open") return [this.#withdrawButton()];
    if (game.state === "finished") return [this.#rematch(ownSeat)];
    return [
      this.#claim(ownSeat),
      this.#offer("draw", game.drawOffer, ownSeat),
      this.#offer("takeback", game.takebackOffer, ownSeat),
      this.#offer("previews", game.previewsOffer, ownSeat),
      this.#isConfirming ? this.#resignQuestion() : this.#buttonRow(ownSeat),
    ];
  }

  /** The buttons that offer something or resign. @param {Seat} ownSeat */
  #buttonRow(ownSeat) {
    const { game } = this.state;
    const hasOffered = game.drawOffer?.seat === ownSeat || game.takebackOffer?.seat === ownSeat;
    const canOffer = game.state === "playing" && !hasOffered;
    const hasActed = game.line.some(({ act }) => act?.seat === ownSeat);
    return element(
      "div",
      { class: "row" },
      game.state === "playing" && game.mayBerserk[ownSeat] ? this.#berserkButton() : null,
      canOffer && !game.drawOffer ? this.#offerButton("draw") : null,
      canOffer && hasActed && !game.takebackOffer ? this.#offerButton("takeback") : null,
      this.#canOfferPreviews(ownSeat) ? this.#offerButton("previews") : null,
      button(translate("game.resign"), () => this.#confirm(true), {
        class: "quiet",
        id: "resign",
      }),
    );
  }

  /** @param {Seat} ownSeat */
  #canOfferPreviews(ownSeat) {
    const { showsEffects, game } = this.state;
    const isDecided = game.previewsOffer !== null || game.previewsDeclined[otherSeat(ownSeat)];
    return game.state === "playing" && !showsEffects && !isDecided;
  }

  #berserkButton() {
    return button(translate("game.berserk"), () => this.command("berserk"), {
      class: "quiet",
      id: "go-berserk",
      title: translate("game.berserk.what"),
    });
  }

  /** The server refuses to withdraw a game that an opponent has just joined. */
  #withdrawButton() {
    const withdraw = () => this.command("claim", { claim: "abort" });
    return button(translate("game.withdraw"), withdraw, {
      class: "quiet",
      id: "withdraw",
    });
  }

  #resignQuestion() {
    return question("sure", translate("game.resign.sure"), [
      button(translate("game.resign.yes"), () => this.#resign(), {
        "data-do": "resign",
        id: "resign-yes",
      }),
      button(translate("game.cancel"), () => this.#confirm(false), {
        class: "quiet",
      }),
    ]);
  }

  #resign() {
    this.#confirm(false);
    return this.command("resign");
  }

  /** @param {boolean} isConfirming */
  #confirm(isConfirming) {
    this.#isConfirming = isConfirming;
    this.update();
    document.getElementById(isConfirming ? "resign-yes" : "resign")?.focus({ preventScroll: true });
  }

  /** An offer that is open. @param {OfferKind} kind @param {Offer | null} offer @param {Seat} ownSeat */
  #offer(kind, offer, ownSeat) {
    if (!offer) return null;
    if (offer.seat === ownSeat) return note(translate(`game.${kind}.waiting`));
    const text = translate(`game.${kind}.offered`, {
      seat: translate(`game.${offer.seat}`),
    });
    const answers = [this.#answerButton(kind, offer, true), this.#answerButton(kind, offer, false)];
    return question(`offer-${kind}`, text, answers);
  }

  /** @param {OfferKind} kind @param {Offer} offer @param {boolean} accept */
  #answerButton(kind, { offer }, accept) {
    const answer = accept ? "accept" : "decline";
    const send = () => this.command(`answer_${kind}`, { offer, accept });
    return button(translate(`game.${kind}.${answer}`), send, {
      "data-do": answer,
      // A later offer has the same words: its number makes the page replace the buttons.
      "data-offer": offer,
      class: accept ? null : "quiet",
    });
  }

  /** @param {Seat} ownSeat */
  #rematch(ownSeat) {
    const { game } = this.state;
    const opponent = otherSeat(ownSeat);
    if (game.rematch || !game.players[opponent]) return null;
    if (game.rematchOffer) return this.#offer("rematch", game.rematchOffer, ownSeat);
    if (game.rematchDeclined[opponent]) return note(translate("game.rematch.declined"));
    return this.#offerButton("rematch", null);
  }

  /** @param {Seat} ownSeat */
  #claim(ownSeat) {
    if (!this.state.canClaim(this.now())) return null;
    const opponent = translate(`game.${otherSeat(ownSeat)}`);
    const canWin = (this.state.game.position?.turns ?? 0) >= MIN_TURNS_TO_WIN;
    return question("claim", translate("game.gone", { seat: opponent }), [
      this.#claimButton(canWin ? "win" : "abort"),
    ]);
  }

  /** @param {"win" | "abort"} claim */
  #claimButton(claim) {
    const send = () => this.command("claim", { claim });
    return button(translate(`game.claim.${claim}`), send, {
      "data-do": `claim-${claim}`,
    });
  }

  /** @param {OfferKind} kind @param {string | null} [className] */
  #offerButton(kind, className = "quiet") {
    const send = () => this.command(`offer_${kind}`);
    return button(translate(`game.${kind}.offer`), send, {
      class: className,
      id: `offer-a-${kind}`,
    });
  }
}

/** @param {string} rematch */
function rematchLink(rematch) {
  return element(
    "p",
    {},
    element("a", { href: `/game/${rematch}`, id: "next-game" }, translate("game.rematch.go")),
  );
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
    { class: "ask", role: "group", "aria-labelledby": id },
    element("p", { id }, text),
    ...answers,
  );
}
