// @ts-check
/** What players can do beside sowing: offers and answers, to withdraw or give up, to claim a game, to play again. */

import { mayClaim } from "./clocks.js";
import { button, element, refill } from "../dom.js";
import { other } from "./sowing.js";
import { say } from "../texts.js";

/** @typedef {import("./game-state").Game} Game */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").Presence} Presence */

export class Doing {
  /** Whether it is being asked if the game is to be given up. */
  #resigning = false;

  /** @param {HTMLElement} place @param {(type: string, fields?: Record<string, unknown>) => Promise<unknown>} command */
  constructor(place, command) {
    this.place = place;
    this.command = command;
    /** Shows it all again. */
    this.again = () => {};
  }

  /** @param {Game} game @param {Seat | null} own @param {Presence | null} presence @param {number} now */
  show(game, own, presence, now) {
    this.again = () => this.show(game, own, presence, now);
    const next = game.rematch
      ? element(
          "p",
          {},
          element("a", { href: `/game/${game.rematch}`, id: "next-game" }, say("game.rematch.go")),
        )
      : null;
    const parts = own ? this.#parts(game, own, presence, now) : [];
    refill(this.place, next, ...parts.filter((part) => part !== null));
  }

  /** @param {Game} game @param {Seat} own @param {Presence | null} presence @param {number} now @returns {(HTMLElement | null)[]} */
  #parts(game, own, presence, now) {
    if (game.state === "open") return [this.#withdrawal()];
    if (game.state === "finished") return [this.#rematch(game, own)];
    return [
      this.#claim(game, own, presence, now),
      this.#offer("draw", game.drawOffer, own),
      this.#offer("takeback", game.takebackOffer, own),
      this.#resigning ? this.#sure() : this.#row(game, own),
    ];
  }

  /** @param {Game} game @param {Seat} own */
  #row(game, own) {
    const open = game.drawOffer?.seat === own || game.takebackOffer?.seat === own;
    const plays = game.state === "playing" && !open;
    const acted = game.line.some(({ act }) => act?.seat === own);
    return element(
      "div",
      { class: "row" },
      plays && !game.drawOffer ? this.#button("draw", "offer_draw") : null,
      plays && acted && !game.takebackOffer ? this.#button("takeback", "offer_takeback") : null,
      button(say("game.resign"), () => this.#ask(true), { class: "quiet", id: "resign" }),
    );
  }

  /** If somebody comes at that very moment, it is refused. */
  #withdrawal() {
    return button(say("game.withdraw"), () => this.command("claim", { claim: "abort" }), {
      class: "quiet",
      id: "withdraw",
    });
  }

  #sure() {
    return element(
      "div",
      { class: "ask", role: "group", "aria-labelledby": "sure" },
      element("p", { id: "sure" }, say("game.resign.sure")),
      button(say("game.resign.yes"), () => this.#resign(), { "data-do": "resign", id: "resign-yes" }),
      button(say("game.cancel"), () => this.#ask(false), { class: "quiet" }),
    );
  }

  #resign() {
    this.#ask(false);
    return this.command("resign");
  }

  /** @param {boolean} asks */
  #ask(asks) {
    this.#resigning = asks;
    this.again();
    document.getElementById(asks ? "resign-yes" : "resign")?.focus({ preventScroll: true });
  }

  /** An offer that stands. @param {"draw" | "takeback" | "rematch"} what @param {import("../protocol").Offer | null} offer @param {Seat} own */
  #offer(what, offer, own) {
    if (!offer) return null;
    if (offer.seat === own) return element("p", { class: "offer" }, say(`game.${what}.waiting`));
    /** @param {boolean} accept */
    const answer = (accept) =>
      button(
        say(`game.${what}.${accept ? "accept" : "decline"}`),
        () => this.command(`answer_${what}`, { offer: offer.offer, accept }),
        {
          "data-do": accept ? "accept" : "decline",
          class: accept ? null : "quiet",
        },
      );
    return element(
      "div",
      { class: "ask", role: "group", "aria-labelledby": `offer-${what}` },
      element("p", { id: `offer-${what}` }, say(`game.${what}.offered`, { seat: say(`game.${offer.seat}`) })),
      answer(true),
      answer(false),
    );
  }

  /** @param {Game} game @param {Seat} own */
  #rematch(game, own) {
    if (game.rematch || !game.players[other(own)]) return null;
    if (game.rematchOffer) return this.#offer("rematch", game.rematchOffer, own);
    if (game.rematchDeclined === other(own))
      return element("p", { class: "offer" }, say("game.rematch.declined"));
    return this.#button("rematch", "offer_rematch", "");
  }

  /** @param {Game} game @param {Seat} own @param {Presence | null} presence @param {number} now */
  #claim(game, own, presence, now) {
    if (!mayClaim(presence, own, now)) return null;
    const early = (game.position?.turns ?? 0) < 2;
    return element(
      "div",
      { class: "ask", role: "group", "aria-labelledby": "claim" },
      element("p", { id: "claim" }, say("game.gone", { seat: say(`game.${other(own)}`) })),
      button(say("game.claim.win"), () => this.command("claim", { claim: "win" }), {
        "data-do": "claim-win",
      }),
      early
        ? button(say("game.claim.abort"), () => this.command("claim", { claim: "abort" }), {
            "data-do": "claim-abort",
            class: "quiet",
          })
        : null,
    );
  }

  /** @param {string} what @param {string} type @param {string} [look] */
  #button(what, type, look = "quiet") {
    return button(say(`game.${what}.offer`), () => this.command(type), {
      class: look || null,
      id: `offer-a-${what}`,
    });
  }
}
