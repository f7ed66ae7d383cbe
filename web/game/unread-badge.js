// @ts-check
/** Counts the lines that were said while the talk was out of sight, and leads there. */

import { button, setText } from "../dom.js";
import { translateCount } from "../texts.js";

export class UnreadBadge {
  #count = 0;
  #isInSight = false;

  /**
   * @param {HTMLElement} section the section with the talk @param {HTMLDetailsElement} details those that fold it
   * @param {HTMLElement} place where the badge stands
   */
  constructor(section, details, place) {
    this.details = details;
    this.badge = button("", () => this.#lead(), { id: "unread", hidden: true });
    place.append(this.badge);
    new IntersectionObserver((entries) => {
      this.#isInSight = entries.at(-1)?.isIntersecting ?? false;
      this.#read();
    }).observe(section);
    details.addEventListener("toggle", () => this.#read());
    document.addEventListener("visibilitychange", () => this.#read());
  }

  /** Notes lines that somebody else has said. @param {number} count */
  add(count) {
    this.#count += count;
    this.#read();
  }

  /** Lines in sight are read. */
  #read() {
    if (this.details.open && this.#isInSight && !document.hidden) this.#count = 0;
    setText(this.badge, translateCount("game.talk.unread", this.#count));
    this.badge.hidden = this.#count === 0;
  }

  /** Opens the talk. */
  #lead() {
    this.details.open = true;
    const summary = this.details.querySelector("summary");
    summary?.scrollIntoView({ block: "start" });
    summary?.focus({ preventScroll: true });
  }
}
