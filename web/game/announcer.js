// @ts-check
/** The live region that tells screen readers what happens. */

import { byId, element } from "../dom.js";
import * as texts from "../texts.js";
import { isMuted } from "./muted-players.js";
import { describeEvent, describeLap, describeOutcome } from "./descriptions.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").Event} Event */

/** Older announcements are removed. */
const MAX_ANNOUNCEMENTS = 3;

/** How long the visitor rests at a position before it is announced, in milliseconds. */
const STEP_DELAY = 250;

const { translate } = texts;

export class Announcer {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _timer;

  /** @param {PageState} state @param {HTMLElement} region */
  constructor(state, region) {
    this.state = state;
    this.region = region;
  }

  /** Adds an announcement after those that may not have been read out yet. @param {string} text */
  announce(text) {
    if (!text) return;
    this.region.append(element("p", {}, text));
    while (this.region.childElementCount > MAX_ANNOUNCEMENTS) this.region.firstElementChild?.remove();
  }

  /**
   * Announces an event and whose turn it is.
   * @param {Event} event @param {import("../protocol").PositionView | null} before
   */
  announceEvent(event, before) {
    if (event.kind === "said" && isMuted(this.state.game.players[event.seat])) return;
    this.announce([describeEvent(texts, event, before), this._turnText(event)].filter(Boolean).join(" "));
  }

  /** Announces the lap that the board shows. */
  announceLap() {
    const { laps, shownLap } = this.state;
    if (shownLap !== null) this.announce(describeLap(texts, laps, shownLap));
  }

  /**
   * Announces what the page says of the shown position: what the last action did, and who is to move. Of several steps
   * in quick succession, only the last one is announced.
   */
  announceShown() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      const lines = ["last-action", "state"].map((id) => byId(id).textContent);
      this.announce(lines.filter(Boolean).join(" "));
    }, STEP_DELAY);
  }

  /** @param {Event} event */
  _turnText(event) {
    const { game, addressedSeat: ownSeat } = this.state;
    if (event.kind === "ended" && game.outcome)
      return describeOutcome(texts, game.outcome, game.players, {
        ownSeat,
        position: game.position,
      });
    const mover = game.position?.to_move;
    if (!("position" in event) || game.outcome || !mover) return "";
    if (mover === ownSeat)
      return translate(event.kind === "acted" && event.seat === ownSeat ? "game.yours-still" : "game.yours");
    return ownSeat ? "" : translate("game.to-move", { seat: translate(`game.${mover}`) });
  }
}
