// @ts-check
/** The clocks, counted down by the server's clock. */

import { element } from "../dom.js";
import { timeLeft } from "./game-state.js";
import { other, seats } from "./sowing.js";
import { many, say } from "../texts.js";

/** @typedef {import("./game-state").Game} Game */
/** @typedef {import("../protocol").Seat} Seat */

/** Below so many milliseconds there is little time. */
const LOW = 20_000;

/** A time as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 d 3:00:00`. @param {number} milliseconds */
export function time(milliseconds) {
  const seconds = Math.floor(milliseconds / 1_000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const ofDay = `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (days) return say("game.days", { days, time: ofDay });
  return hours ? ofDay : `${minutes}:${two(seconds % 60)}`;
}

export class Clocks {
  /** Whose little time has been announced. @type {Seat | null} */
  #warned = null;

  /** @param {HTMLElement} root @param {Game} game @param {() => number} now @param {(text: string) => void} announce */
  constructor(root, game, now, announce) {
    this.root = root;
    this.game = game;
    this.now = now;
    this.announce = announce;
    setInterval(() => this.show(), 250);
  }

  /** Shows the clocks as they are now. @param {Seat | null} [own] */
  show(own = this.own) {
    this.own = own;
    const { clocks, arrangeBy } = this.game;
    const by = document.getElementById("arrange-by");
    const told = arrangeBy ? say("game.arrange-by", { time: time(Math.max(0, arrangeBy - this.now())) }) : "";
    if (by && by.textContent !== told) by.textContent = told;
    for (const seat of seats) {
      const rest = timeLeft(clocks, seat, this.now());
      const place = this.#place(seat);
      if (rest === null || !place) continue;
      const runs = clocks?.running === seat;
      const low = runs && rest < LOW;
      const text = (low ? "⚠ " : "") + time(rest);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("low", low);
      place.classList.toggle("runs", runs);
      if (low && seat === own && this.#warned !== seat)
        this.announce(many("game.low", Math.ceil(rest / 1_000)));
      if (seat === own) this.#warned = low ? seat : null;
    }
  }

  /** @type {Seat | null} */
  own = null;

  /** @param {Seat} seat */
  #place(seat) {
    const player = this.root.querySelector(`.player[data-seat="${seat}"]`);
    const found = player?.querySelector(".clock");
    if (found || !this.game.clocks || !player) return found ?? null;
    const made = element("span", { class: "clock", role: "timer", "aria-live": "off" });
    player.append(made);
    return made;
  }
}

/** What an action has cost, in words. @param {import("./game-state").Scene | undefined} scene */
export function receipt(scene) {
  const cost = scene?.act?.receipt;
  if (!cost || !scene?.act) return "";
  return say("game.receipt", {
    charge: (cost.charge / 1_000).toFixed(1),
    left: time(cost.balance),
    seat: say(`game.${scene.act.seat}`),
  });
}

/** Who can claim the game now, because the other one is gone. @param {import("../protocol").Presence | null} presence @param {Seat} own @param {number} now */
export function mayClaim(presence, own, now) {
  const at = presence?.claim_at[other(own)];
  return typeof at === "number" && at <= now;
}
