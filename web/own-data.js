// @ts-check
/** What the server keeps of the visitor: to download, and to delete. */

import { explainRefusal, requestApi } from "./api.js";
import { saveFile } from "./save-file.js";
import { forgetToken, readToken } from "./token.js";

/** @param {HTMLElement} part @param {() => Promise<void>} deleted called when the account is deleted */
export function setUpOwnData(part, deleted) {
  const answer = /** @type {HTMLElement} */ (part.querySelector(".answer"));
  const report = (/** @type {() => Promise<void>} */ action) =>
    action().catch((error) => (answer.textContent = explainRefusal(error, answer)));
  part.querySelector("#download")?.addEventListener("click", () => report(download));
  const form = /** @type {HTMLFormElement} */ (part.querySelector("form"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    report(async () => {
      const current = String(new FormData(form).get("current") ?? "");
      await requestApi("DELETE", "/api/players/me", current ? { current } : {});
      form.reset();
      forgetToken(readToken());
      answer.textContent = answer.dataset.done ?? "";
      await deleted();
    });
  });
}

/** Saves two files: what is kept of the player, and the player's finished games with all their events. */
async function download() {
  /** @type {import("./protocol").PlayerData} */
  const data = await requestApi("GET", "/api/players/me/data");
  saveFile(`${data.name}.json`, new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  const headers = { accept: "application/x-ndjson", authorization: `Bearer ${readToken()}` };
  const games = await fetch(data.finished_games, { headers });
  if (games.ok) saveFile(`${data.name}-games.ndjson`, await games.blob());
}
