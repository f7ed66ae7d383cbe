// @ts-check
/** What a visitor can take away from a game: a link to the shown position, pictures, and the code for another site. */

import { copyButton } from "../copy-button.js";
import { button, element, setText } from "../dom.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */

/** How many actions up to the shown one a moving picture can have. */
const LENGTHS = [1, 4, 12];

export class Sharing {
  /** @param {PageState} state @param {string} game @param {HTMLElement} container with `details` that the server has drawn */
  constructor(state, game, container) {
    this.state = state;
    this.path = `/game/${game}`;
    const code = /** @type {HTMLTextAreaElement} */ (container.querySelector("textarea"));
    code.addEventListener("focus", () => code.select());
    code.after(copyButton(translate("game.share.copy-code"), () => code.value) ?? "");
    this.still = element("a", { target: "_blank" }, translate("game.share.still"));
    this.moving = this._createMovingPart();
    const link = copyButton(translate("game.share.link"), () => this._link, {
      class: "secondary",
      id: "copy-link",
    });
    container
      .querySelector("summary")
      ?.after(element("p", {}, link), element("p", {}, this.still), this.moving);
  }

  update() {
    const { shownPly, canReplay } = this.state;
    this.still.href = `${this.path}/board.png?ply=${shownPly}`;
    this.moving.hidden = !canReplay || shownPly === 0;
    if (!this.moving.hidden) this._updateMovingPart();
  }

  /** The address of the shown position, or of the line beside the game. */
  get _link() {
    const { variation, followsGame, shownPly, canReplay } = this.state;
    if (variation) return location.href;
    return location.origin + this.path + (followsGame && !canReplay ? "" : `?ply=${shownPly}`);
  }

  _createMovingPart() {
    const options = LENGTHS.map((length) =>
      element("option", { value: length, selected: length === LENGTHS[1] }, String(length)),
    );
    this.length = element("select", { id: "picture-length" }, ...options);
    this.length.addEventListener("change", () => this.update());
    this.picture = element("img", { alt: "", hidden: true });
    this.show = button(translate("game.share.show"), () => this._togglePicture(), {
      class: "secondary",
      id: "show-picture",
      "aria-expanded": "false",
    });
    this.open = element("a", { target: "_blank", id: "picture" }, translate("game.share.moving"));
    const copy = copyButton(translate("game.copy"), () => this.open?.href ?? "");
    return element(
      "div",
      { class: "moving-picture" },
      element("p", {}, this.open),
      element("label", {}, `${translate("game.share.length")} `, this.length),
      element("div", { class: "row" }, this.show, copy),
      this.picture,
    );
  }

  _updateMovingPart() {
    const { shownPly } = this.state;
    const from = Math.max(0, shownPly - Number(this.length?.value));
    const address = new URL(`${this.path}/replay.svg?from=${from}&to=${shownPly}`, location.href).href;
    if (this.open) this.open.href = address;
    if (!this.picture) return;
    this.picture.alt = translate("game.share.shows", { first: from + 1, last: shownPly });
    // The address is set only while the picture is shown: it is not loaded otherwise.
    if (this.picture.hidden) this.picture.removeAttribute("src");
    else if (this.picture.src !== address) this.picture.src = address;
  }

  _togglePicture() {
    if (!this.picture || !this.show) return;
    this.picture.hidden = !this.picture.hidden;
    this.show.setAttribute("aria-expanded", String(!this.picture.hidden));
    setText(this.show, translate(this.picture.hidden ? "game.share.show" : "game.share.hide"));
    this.update();
  }
}
