// @ts-check
/** A button that copies a text, and says so. */

import { button, element, setText } from "./dom.js";
import { translate } from "./texts.js";

/** How long the button says that the text is copied, in milliseconds. */
const COPIED_DURATION = 2_000;

/**
 * A button with a text beside it which says that the text is copied; `null` in a browser without a clipboard.
 * @param {string} label @param {() => string} text @param {import("./dom").Attributes} [attributes] of the button
 */
export function copyButton(label, text, attributes = { class: "secondary" }) {
  if (!navigator.clipboard) return null;
  const status = element("span", { class: "copied", role: "status" });
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    setText(status, translate(isCopied ? "site.copied" : "site.not-copied"));
    setTimeout(() => setText(status, ""), COPIED_DURATION);
  };
  return element("span", { class: "copy" }, button(label, copy, attributes), status);
}
