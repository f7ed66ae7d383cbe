// @ts-check
/** Takes the free seat of an open game with one tap, and goes there. Without this the link only leads there. */

import { explain } from "./start-form.js";
import { api, token } from "../player.js";

/**
 * @param {HTMLElement} part where the links are
 * @param {() => void} failed what to do when a game could not be joined
 */
export function joinBy(part, failed) {
  const problem = /** @type {HTMLElement} */ (document.querySelector("#create [role=alert]"));
  part.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-join]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    problem.textContent = "";
    try {
      await token(true);
      await api("POST", `/api/games/${link.dataset.join}/join`);
      location.assign(link.href);
    } catch (reason) {
      problem.textContent = explain(reason, problem);
      failed();
    }
  });
}
