// @ts-check
/**
 * Links that take the free seat of an open game with one click. Without this module, and in a browser that does not keep
 * who its player is, they only lead to the game.
 */

import { explainRefusal, joinGame } from "../api.js";
import { opensElsewhere } from "../dom.js";
import { keepsToken } from "../token.js";

/**
 * @param {HTMLElement} part holds the links @param {() => void} failed called when a game could not be joined
 */
export function joinOnClick(part, failed) {
  const problem = /** @type {HTMLElement} */ (document.querySelector("#create [role=alert]"));
  part.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-join]") : null;
    if (!(link instanceof HTMLAnchorElement) || opensElsewhere(event) || !keepsToken()) return;
    event.preventDefault();
    problem.textContent = "";
    try {
      await joinGame(link.dataset.join ?? "");
      location.assign(link.href);
    } catch (error) {
      problem.textContent = explainRefusal(error, problem);
      failed();
    }
  });
}
