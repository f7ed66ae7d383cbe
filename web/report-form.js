// @ts-check
/** The form that reports a player to the operator, on the player's page. */

import { explainRefusal, requestApi } from "./api.js";

/** @typedef {import("./protocol").NewReport} NewReport */

/** Shows the form, if the page is that of another player. @param {HTMLElement} container */
export async function setUpReportForm(container) {
  const player = container.dataset.report ?? "";
  const me = await requestApi("GET", "/api/players/me");
  if (me.name === player) return;
  const form = /** @type {HTMLFormElement} */ (container.querySelector("form"));
  const answer = /** @type {HTMLElement} */ (container.querySelector("[role=status]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    try {
      await requestApi(
        "POST",
        "/api/reports",
        /** @type {NewReport} */ ({
          player,
          reason: data.get("reason"),
          comment: data.get("comment"),
        }),
      );
      form.hidden = true;
      answer.textContent = answer.dataset.done ?? "";
    } catch (error) {
      answer.textContent = explainRefusal(error, answer);
    }
  });
  container.hidden = false;
}
