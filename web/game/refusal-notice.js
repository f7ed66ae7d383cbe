// @ts-check
/** The notice that says why something was refused. */

import { RefusedError } from "../api.js";
import { byId, element, setText } from "../dom.js";
import { translate } from "../texts.js";

export class RefusalNotice {
  constructor() {
    this.notice = element("p", { id: "refusal", role: "alert" });
    byId("action-choice").before(this.notice);
  }

  clear() {
    this.show("");
  }

  /** @param {string} text */
  show(text) {
    setText(this.notice, text);
  }

  /**
   * Shows why the rules forbid something, with a link to them.
   * @param {string} text @param {string} rules
   */
  showRule(text, rules) {
    const link = element("a", { href: `/rules/${rules.split(":")[0]}` }, translate("game.cannot.rules"));
    this.notice.replaceChildren(`${text} `, link);
  }

  /** Shows why the server refused something. Any other error is thrown again. @param {unknown} error */
  explain(error) {
    if (!(error instanceof RefusedError)) throw error;
    this.show(refusalText(error));
  }
}

/**
 * Says that the game was withdrawn for another one that could not be joined. The notice stays: the game is over.
 * @param {RefusedError} error
 */
export function showUnmatched(error) {
  const text = translate("game.unmatched", { why: refusalText(error) });
  const link = element("a", { href: "/" }, translate("game.unmatched.again"));
  byId("action-choice").before(element("p", { id: "unmatched", role: "alert" }, `${text} `, link));
}

/** Why the server refused something. @param {RefusedError} error */
export function refusalText(error) {
  const key = `game.refused.${error.code}`;
  const text = translate(key);
  return text === key ? translate("game.refused", { why: error.detail || error.code }) : text;
}
