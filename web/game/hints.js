// @ts-check
/** Hints for beginners in a game against the computer: what the holes would do, in words, at each own turn. */

import { byId, element, setText } from "../dom.js";
import * as texts from "../texts.js";
import { describeHint } from "./descriptions.js";
import { settings } from "./settings.js";

export class Hints {
  /** @param {import("./page-state").PageState} state @param {import("./previews").Previews} previews */
  constructor(state, previews) {
    this.state = state;
    this.previews = previews;
    this.place = element("p", { id: "game-hint", role: "status" });
    byId("effects").before(this.place);
  }

  update() {
    const { game, showsEffects } = this.state;
    this.place.hidden = !(settings.hints && showsEffects && game.state === "playing");
    setText(this.place, this.place.hidden ? "" : this.#text);
  }

  get #text() {
    const { canAct, isAnimating, game } = this.state;
    if (!canAct || isAnimating || !game.position) return "";
    const known = this.previews.find(game.position);
    return known ? describeHint(texts, [...known.values()], game.position.pending !== null) : "";
  }
}
