// @ts-check
/** Counts the lines that were said while the talk was out of sight, and leads there. */

import { button, setText } from "../dom.js";
import { lastOf } from "../last.js";
import { translateCount } from "../texts.js";

export class UnreadBadge {
  _count = 0;
  _isInSight = false;

  /**
   * @param {HTMLElement} section the section with the talk @param {HTMLDetailsElement} details those that fold it
   * @param {HTMLElement} container where the badge stands
   */
  constructor(section, details, container) {
    this.details = details;
    this.badge = button("", () => this._lead(), { id: "unread-badge", hidden: true });
    container.append(this.badge);
    new IntersectionObserver((entries) => {
      this._isInSight = lastOf(entries)?.isIntersecting ?? false;
      this._read();
    }).observe(section);
    details.addEventListener("toggle", () => this._read());
    document.addEventListener("visibilitychange", () => this._read());
  }

  /** Notes lines that somebody else has said. @param {number} count */
  add(count) {
    this._count += count;
    this._read();
  }

  /** Lines in sight are read. */
  _read() {
    if (this.details.open && this._isInSight && !document.hidden) this._count = 0;
    setText(this.badge, translateCount("game.talk.unread", this._count));
    this.badge.hidden = this._count === 0;
  }

  /** Opens the talk. */
  _lead() {
    this.details.open = true;
    const summary = this.details.querySelector("summary");
    summary?.scrollIntoView({ block: "start" });
    summary?.focus({ preventScroll: true });
  }
}
