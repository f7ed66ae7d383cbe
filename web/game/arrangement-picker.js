// @ts-check
/** The arrangement of Ikibuguzo: both arrays as boards, one of which a player picks; sealed until both have. */

import { Board } from "../board.js";
import { button, element } from "../dom.js";
import { api } from "../player.js";
import { letter, other } from "./sowing.js";
import { say } from "../texts.js";

/** @typedef {import("./game-state").Game} Game */
/** @typedef {import("../protocol").Seat} Seat */

export class Arrange {
  /** What the player itself has arranged, as far as this page knows. @type {string | null} */
  sealed = null;
  #asked = false;
  /** Called when more is known. @type {(() => void) | null} */
  learned = null;
  /** Whose side the arrays are drawn from. @type {Seat | null} */
  #below = null;

  /** @param {string} id @param {(array: string) => Promise<unknown>} pick @param {() => void} left takes the focus when all this is over */
  constructor(id, pick, left) {
    this.id = id;
    this.left = left;
    this.section = document.getElementById("arrays");
    this.pick = pick;
    this.note = element("p", { id: "sealed", role: "status" });
    this.section?.append(element("p", { id: "arrange-by", role: "timer" }), this.note);
  }

  /** @param {Game} game @param {Seat | null} own */
  show(game, own) {
    if (!this.section) return;
    if (game.state !== "open" && game.state !== "arranging") return this.#end();
    this.#draw(own ?? "south");
    const mine = own !== null && game.arranged[own];
    const free = own !== null && game.state === "arranging" && !mine;
    for (const figure of /** @type {NodeListOf<HTMLElement>} */ (this.section.querySelectorAll(".array")))
      this.#figure(figure, free);
    const told = mine && own ? this.#told(game, own) : "";
    if (this.note.textContent !== told) this.note.textContent = told;
    this.note.toggleAttribute("data-sealed", mine);
    if (mine && !this.sealed) this.#ask();
  }

  /** Both arrays are revealed on the board. */
  #end() {
    const had = this.section?.contains(document.activeElement);
    this.section?.remove();
    this.section = null;
    if (had) this.left();
  }

  /** @param {HTMLElement} figure @param {boolean} free */
  #figure(figure, free) {
    const array = figure.dataset.array ?? "";
    figure.classList.toggle("sealed", this.sealed === array);
    const there = figure.querySelector("button");
    if (!free) {
      // The focus goes to what is said instead.
      if (there?.contains(document.activeElement))
        ((this.note.tabIndex = -1), this.note.focus({ preventScroll: true }));
      there?.remove();
    } else if (!there) {
      figure.append(button(say(`game.pick.${array}`), () => this.#choose(array), { "data-array": array }));
    }
  }

  /** @param {string} array */
  async #choose(array) {
    this.sealed = array;
    if (!(await this.pick(array))) this.sealed = null;
  }

  /** @param {Game} game @param {Seat} own */
  #told(game, own) {
    const array = this.sealed ? say(`game.array.${this.sealed}`) : say("game.your-array");
    return say(game.arranged[other(own)] ? "game.sealed.both" : "game.sealed.waiting", { array });
  }

  /** What was arranged on another page, or before this one was loaded. */
  async #ask() {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { view } = await api("GET", `/api/games/${this.id}`);
      this.sealed = view.sealed ?? null;
      this.learned?.();
    } catch {
      // It stays unnamed.
    }
  }

  /** Draws the arrays from a seat's side: each on a board like that of the game. @param {Seat} own */
  #draw(own) {
    if (own === this.#below) return;
    this.#below = own;
    for (const figure of /** @type {NodeListOf<HTMLElement>} */ (this.section?.querySelectorAll(".array"))) {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector("#board svg")).cloneNode(true);
      const board = new Board(/** @type {SVGSVGElement} */ (svg));
      (figure.dataset.holes ?? "").split(",").forEach((held, index) => {
        board.fill(letter(own, index), Number(held));
        board.fill(letter(other(own), index), 0);
      });
      board.turn(own, false);
      figure.querySelector(".half")?.replaceChildren(svg);
    }
  }
}
