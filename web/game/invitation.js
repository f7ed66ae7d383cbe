// @ts-check
/** How somebody sits down at a game with a free seat, and how its player sends the link to somebody. */

import { button, byId, element } from "../dom.js";
import { api, token } from "../player.js";
import { say } from "../texts.js";

export class Invitation {
  /** @param {string} id @param {() => void} seated @param {(why: unknown) => void} refused what was refused; `null` before each try */
  constructor(id, seated, refused) {
    this.id = id;
    this.seated = seated;
    this.refused = refused;
    this.section = document.getElementById("invitation");
    if (this.section) this.#fill(byId("sit"), /** @type {HTMLAnchorElement} */ (byId("link")));
  }

  /** @param {boolean} isOpen @param {boolean} isPlayer */
  show(isOpen, isPlayer) {
    if (!this.section) return;
    this.section.hidden = !isOpen;
    if (!isPlayer) return;
    document.getElementById("sit-down")?.remove();
    byId("invite").textContent = say("game.yours-open");
  }

  /** @param {HTMLElement} place @param {HTMLAnchorElement} link */
  #fill(place, link) {
    place.append(button(say("game.sit"), () => this.#sit(), { id: "sit-down" }));
    if (!navigator.clipboard) return;
    const copied = element("span", { role: "status" });
    const copy = async () => {
      await navigator.clipboard.writeText(link.href);
      copied.textContent = say("game.copied");
    };
    place.append(button(say("game.copy"), copy, { class: "quiet" }), copied);
  }

  async #sit() {
    this.refused(null);
    try {
      await token(true);
      await api("POST", `/api/games/${this.id}/join`);
      this.seated();
    } catch (error) {
      this.refused(error);
    }
  }
}
