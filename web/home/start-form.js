// @ts-check
/** The form that creates a game. It remembers its last values and goes to the new game. */

import { explainRefusal, newCommandId } from "../api.js";
import { all, noteScript, setText } from "../dom.js";
import { createGame, readChoices, writeChoices } from "../new-game.js";
import { findOrCreateGame } from "../pairing.js";
import { fillIn } from "../placeholders.js";
import { restoreValues, showVariants } from "../variant-fields.js";

/** @typedef {import("../protocol").NewGame} NewGame */

/** @param {HTMLFormElement} form */
export function setUpStartForm(form) {
  const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  // The same id until there is an answer: a second try creates no second game.
  let id = newCommandId();
  const idFor = (/** @type {string} */ way) => `${id}-${way}`;

  noteScript();
  fields.disabled = false;
  offerChallenge(form);
  restoreValues(form, readChoices());
  showChoices(form);
  form.addEventListener("change", () => {
    id = newCommandId();
    showChoices(form);
  });
  /** The button that sends the form. @type {HTMLButtonElement | null} */
  let pressed = null;
  for (const button of /** @type {HTMLButtonElement[]} */ (all(form, "button[name=way]")))
    button.addEventListener("click", () => (pressed = button));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const way = pressed?.value ?? "friend";
    const wish = wishOf(form, { ...gameOptions(form, way), id: idFor(way) });
    const renewId = () => {
      id = newCommandId();
      return idFor(way);
    };
    problem.textContent = "";
    writeChoices(new FormData(form));
    fields.disabled = true;
    try {
      location.assign(
        `/game/${await (way === "anybody" ? findOrCreateGame(wish, renewId) : createGame(wish.game))}`,
      );
    } catch (error) {
      fields.disabled = false;
      pressed?.focus();
      problem.textContent = explainRefusal(error, problem);
    }
  });
  // A visitor who comes back to this page creates another game.
  addEventListener("pageshow", () => {
    fields.disabled = false;
    id = newCommandId();
  });
}

/**
 * What the form asks for.
 * @param {HTMLFormElement} form @param {string} way how to find an opponent: the value of the pressed button
 * @returns {Omit<NewGame, "id">}
 */
function gameOptions(form, way) {
  const data = new FormData(form);
  const value = (/** @type {string} */ name) => String(data.get(name) ?? "");
  return {
    rules: /** @type {NewGame["rules"]} */ (value(`rules-${value("game")}`)),
    clock: value("clock") === "custom" ? customClock(value) : value("clock"),
    starts: /** @type {NewGame["starts"]} */ (value("starts")),
    public: way === "anybody" || way === "challenge",
    rated: way !== "computer" && value("clock") !== "none" && data.has("rated"),
    opponent: opponentOf(way, value),
    open_for: way === "challenge" ? Number(value("open-for")) || null : null,
  };
}

/**
 * What is accepted from anybody: the chosen game, and what is marked beside it.
 * @param {HTMLFormElement} form @param {NewGame} game @returns {import("../wish").Wish}
 */
function wishOf(form, game) {
  const data = new FormData(form);
  const also = (/** @type {string} */ name) => data.getAll(name).map(String);
  const range = Number(data.get("range"));
  return {
    game,
    rules: [...new Set([game.rules, ...also("also-rules")])],
    clocks: [...new Set([game.clock ?? "none", ...also("also-clock")])],
    range: range || null,
  };
}

/**
 * Who shall play: a computer player, or the player whom the address names.
 * @param {string} way @param {(name: string) => string} value @returns {NewGame["opponent"]}
 */
function opponentOf(way, value) {
  if (way === "computer") return /** @type {NewGame["opponent"]} */ (value("level"));
  return way === "challenge" ? readChallenged() : null;
}

/** The player whom the address names: `/?opponent=NAME`. */
function readChallenged() {
  return new URLSearchParams(location.search).get("opponent");
}

/** Shows the button that challenges the player whom the address names. @param {HTMLFormElement} form */
function offerChallenge(form) {
  const player = readChallenged();
  const challenge = /** @type {HTMLButtonElement} */ (form.querySelector('button[value="challenge"]'));
  if (!player) return;
  setText(challenge.querySelector(".name"), fillIn(challenge.dataset.text ?? "", { player }));
  challenge.hidden = false;
  for (const label of all(form, ".term")) label.hidden = false;
  form.scrollIntoView();
}

/** @param {(name: string) => string} value */
function customClock(value) {
  if (value("kind") === "days") return `days:${value("days")}`;
  const seconds = Math.round(Number(value("minutes")) * 60);
  return `${value("kind")}:${seconds}+${value("more")}`;
}

/** Shows what is chosen: the fields that belong to it, and what the buttons will start. @param {HTMLFormElement} form */
function showChoices(form) {
  showRelevantFields(form);
  const rules = selectedOption(form, `rules-${new FormData(form).get("game")}`)?.text ?? "";
  const text = fillIn(form.dataset.gameText ?? "", { rules, clock: shortClock(form) });
  for (const label of all(form, ".buttons .description")) label.textContent = text;
}

/** The chosen clock as a button names it, such as `3+2`. @param {HTMLFormElement} form */
function shortClock(form) {
  const clock = selectedOption(form, "clock");
  if (clock?.value !== "custom") return clock?.dataset.short ?? "";
  const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
  return fillIn(selectedOption(form, "kind")?.dataset.short ?? "", values);
}

/** @param {HTMLFormElement} form @param {string} name the name of a list */
function selectedOption(form, name) {
  const list = form.elements.namedItem(name);
  return list instanceof HTMLSelectElement ? list.selectedOptions[0] : undefined;
}

/** Shows the fields that the chosen game and clock need. @param {HTMLFormElement} form */
function showRelevantFields(form) {
  const data = new FormData(form);
  const isDays = data.get("kind") === "days";
  showVariants(form);
  for (const clock of all(form, "[data-clock]")) clock.hidden = data.get("clock") !== clock.dataset.clock;
  // Only games with a clock are rated.
  for (const rated of all(form, ".rated")) rated.hidden = data.get("clock") === "none";
  for (const number of all(form, "[data-kind]")) number.hidden = isDays !== (number.dataset.kind === "days");
  // A hidden field must not stop the form from being sent.
  for (const input of /** @type {HTMLInputElement[]} */ (all(form, "[data-kind] input"))) {
    input.disabled = input.closest("[hidden]") !== null;
  }
}
