// @ts-check
/** The notice that says why something was refused. */

import { RefusedError } from "../api.js";
import { byId, element, setText } from "../dom.js";
import { translate } from "../texts.js";

export class RefusalNotice {
  constructor() {
    this.notice = element("p", { id: "refusal", role: "alert" });
    byId("ask").before(this.notice);
  }

  clear() {
    this.show("");
  }

  /** @param {string} text */
  show(text) {
    setText(this.notice, text);
  }

  /**
   * Shows why the rules allow something not, and where they are.
   * @param {string} text @param {string} rules
   */
  showRule(text, rules) {
    const link = element("a", { href: `/rules/${rules.split(":")[0]}` }, translate("game.cannot.rules"));
    this.notice.replaceChildren(`${text} `, link);
  }

  /** Shows why the server refused something. Any other error is thrown again. @param {unknown} error */
  explain(error) {
    if (!(error instanceof RefusedError)) throw error;
    const key = `game.refused.${error.code}`;
    const text = translate(key);
    this.show(text === key ? translate("game.refused", { why: error.detail || error.code }) : text);
  }
}
