// @ts-check
/** The notices at the edge of a page: what concerns the visitor in games that the page does not show. */

import { element } from "./dom.js";

/** Notices that are shown at once. Older ones make room. */
const MAX_NOTICES = 3;

const container = element("div", { id: "notices", role: "status" });
document.body.append(container);

/**
 * Shows a notice about a game, in place of another one about it.
 * @param {string} game @param {string} text @param {HTMLElement[]} actions links and buttons
 */
export function showNotice(game, text, ...actions) {
  removeNotice(game);
  container.append(
    element("div", { class: "notice", "data-game": game }, element("p", {}, text), ...actions),
  );
  while (container.children.length > MAX_NOTICES) container.firstElementChild?.remove();
}

/** Whether a notice about a game is shown. @param {string} game */
export function hasNotice(game) {
  return container.querySelector(`[data-game="${game}"]`) !== null;
}

/** @param {string} game */
export function removeNotice(game) {
  container.querySelector(`[data-game="${game}"]`)?.remove();
}
