// @ts-check
/** The list of tournaments, and the form that makes one. */

import { explainRefusal, newCommandId, requestApi } from "./api.js";
import { all, byId, noteScript } from "./dom.js";
import { localiseTimes } from "./times.js";
import { readToken } from "./token.js";

/** @typedef {import("./protocol").CurrentPlayer} CurrentPlayer */
/** @typedef {import("./protocol").NewTournament} NewTournament */
/** @typedef {import("./protocol").TournamentSummary} TournamentSummary */

const form = /** @type {HTMLFormElement} */ (byId("tournament-form"));
const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));
const format = /** @type {HTMLSelectElement} */ (form.elements.namedItem("format"));
const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
// The same id until there is an answer: a second try makes no second tournament.
let id = newCommandId();

localiseTimes(document.body);
noteScript();
fields.disabled = false;
form.addEventListener("change", () => (id = newCommandId()));
format.addEventListener("change", showFields);
showFields();
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = readForm();
  problem.textContent = "";
  fields.disabled = true;
  try {
    /** @type {TournamentSummary} */
    const made = await requestApi("POST", "/api/tournaments", wanted);
    location.assign(`/tournaments/${made.tournament}`);
  } catch (error) {
    fields.disabled = false;
    problem.textContent = explainRefusal(error, problem);
  }
});
hasClaimedName().then((hasClaimed) => (byId("name-needed").hidden = hasClaimed));

/** Whether the visitor has a name with a passphrase. */
async function hasClaimedName() {
  if (!readToken()) return false;
  /** @type {CurrentPlayer | null} */
  const player = await requestApi("GET", "/api/players/me").catch(() => null);
  return player?.claimed ?? false;
}

/** Shows the fields of the chosen format, and proposes its number of places. */
function showFields() {
  const { most, places } = format.selectedOptions[0].dataset;
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("places"));
  field.max = most ?? "";
  field.value = places ?? "";
  for (const label of all(form, "[data-format]")) {
    const isShown = label.dataset.format === format.value;
    label.hidden = !isShown;
    /** @type {HTMLInputElement} */ (label.querySelector("input")).disabled = !isShown;
  }
}

/** @returns {NewTournament} */
function readForm() {
  const data = new FormData(form);
  const value = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const starts = value("starts");
  return {
    id,
    rules: /** @type {NewTournament["rules"]} */ (value("rules")),
    clock: value("clock"),
    rated: data.has("rated"),
    format: /** @type {NewTournament["format"]} */ (value("format")),
    places: Number(value("places")),
    // A field of another format is disabled, and not in the form's data.
    minutes: data.has("minutes") ? Number(value("minutes")) : null,
    round_count: data.has("rounds") ? Number(value("rounds")) : null,
    // The browser reads a time without a zone as local time.
    starts_at: starts ? new Date(starts).getTime() : null,
  };
}
