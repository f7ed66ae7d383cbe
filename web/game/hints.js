// @ts-check
/** Hints for beginners in a game against the computer: what the holes would do, in words, at each own turn. */

import { byId, element, setText } from "../dom.js";
import { SEATS } from "../notation.js";
import * as texts from "../texts.js";
import { describeHint } from "./descriptions.js";
import { settings } from "./settings.js";

export class Hints {
  /** @param {import("./page-state").PageState} state @param {import("./previews").Previews} previews */
  constructor(state, previews) {
    this.state = state;
    this.previews = previews;
    this.hint = element("p", { id: "game-hint", role: "status", hidden: true });
    byId("action-choice").after(this.hint);
  }

  update() {
    const { game, ownSeat } = this.state;
    // At the end its space stays, so that nothing moves.
    const isPlayed = game.state === "playing" || game.state === "finished";
    const isAgainstComputer = SEATS.some((seat) => game.bots[seat]);
    this.hint.hidden = !(settings.hints && ownSeat && isPlayed && isAgainstComputer);
    byId("game").toggleAttribute("data-hints", !this.hint.hidden);
    setText(this.hint, this.hint.hidden ? "" : this._text);
  }

  get _text() {
    const { canAct, isAnimating, game } = this.state;
    if (!canAct || isAnimating || !game.position) return "";
    const known = this.previews.find(game.position);
    return known ? describeHint(texts, [...known.values()], game.position.pending !== null) : "";
  }
}
