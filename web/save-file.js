// @ts-check
/** Saves what the page has made as a file of the visitor. */

import { element } from "./dom.js";

/** How long the content stays readable for the browser's download, in milliseconds. */
const RELEASE_DELAY = 60_000;

/** @param {string} name of the file @param {Blob} content */
export function saveFile(name, content) {
  const href = URL.createObjectURL(content);
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), RELEASE_DELAY);
}
