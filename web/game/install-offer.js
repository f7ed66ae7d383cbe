// @ts-check
/** Offers once to put the site on the home screen: at the end of the visitor's second game. */

import { button } from "../dom.js";
import { removeNotice, showNotice } from "../notices.js";
import { readJson, writeJson } from "../storage.js";
import { translate } from "../texts.js";

/** @typedef {import("./page-state").PageState} PageState */

/**
 * What is kept: the games that the visitor has played to their end, until the offer is made.
 * @typedef {{ games: string[], isMade: boolean }} KeptOffer
 */

const KEY = "ikibuguzo.install-offer";

/** The number of games after which the offer is made. */
const GAMES_BEFORE = 2;

/** The notice of the offer has this name in place of a game's. */
const NOTICE = "install";

/** The browser's own offer; none if it cannot install the site, or has done so. @type {any} */
let browserOffer = null;

addEventListener("beforeinstallprompt", (event) => {
  // The browser would show a bar of its own, at a time of its own.
  event.preventDefault();
  browserOffer = event;
});

export class InstallOffer {
  /** @param {PageState} state @param {string} game */
  constructor(state, game) {
    this.state = state;
    this.game = game;
  }

  update() {
    const { game, ownSeat, isAnimating, hasEndedHere } = this.state;
    if (hasEndedHere && ownSeat && game.plies && !isAnimating) this._noteEnd();
  }

  /** The visitor has played this game to its end. */
  _noteEnd() {
    /** @type {KeptOffer} */
    const kept = readJson(KEY) ?? { games: [], isMade: false };
    if (kept.isMade || !this._count(kept)) return;
    if (browserOffer) this._show(translate("game.install"), button(translate("game.install.yes"), install));
    else if (isInSafari()) this._show(translate("game.install.safari"));
  }

  /** Counts this game. @param {KeptOffer} kept @returns {boolean} whether there are enough games */
  _count(kept) {
    if (kept.games.length < GAMES_BEFORE && !kept.games.includes(this.game)) {
      kept.games.push(this.game);
      writeJson(KEY, kept);
    }
    return kept.games.length >= GAMES_BEFORE;
  }

  /** @param {string} text @param {HTMLElement[]} actions */
  _show(text, ...actions) {
    writeJson(KEY, { games: [], isMade: true });
    showNotice(
      NOTICE,
      text,
      ...actions,
      button(translate("game.install.no"), () => removeNotice(NOTICE)),
    );
  }
}

function install() {
  removeNotice(NOTICE);
  browserOffer.prompt();
}

/** Whether this is Safari on a phone or a tablet, in which only its menu installs a site, and the site is not installed. */
function isInSafari() {
  return /** @type {any} */ (navigator).standalone === false;
}
