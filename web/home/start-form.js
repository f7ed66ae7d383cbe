// @ts-check
/** The form that starts a game: remembers how the last one was started, and goes to the new one. */

import { api, commandId, token, Refused } from "../player.js";

/** @typedef {import("../protocol").NewGame} NewGame */
/** @typedef {import("../protocol").Seated} Seated */

const KEY = "ikibuguzo.create";

/** @param {HTMLFormElement} form */
export function startForm(form) {
  const fields = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  // The id stays until there is an answer: a second try makes no second game.
  let id = commandId();

  fields.disabled = false;
  recall(form);
  show(form);
  form.addEventListener("change", () => {
    id = commandId();
    show(form);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = wish(form, event.submitter);
    problem.textContent = "";
    keep(form);
    fields.disabled = true;
    try {
      location.assign(`/game/${await create({ ...wanted, id: `${id}-${wanted.public}` })}`);
    } catch (reason) {
      fields.disabled = false;
      if (event.submitter instanceof HTMLElement) event.submitter.focus();
      problem.textContent = explain(reason, problem);
    }
  });
  // Whoever comes back to this page starts another game.
  addEventListener("pageshow", () => {
    fields.disabled = false;
    id = commandId();
  });
}

/** What to tell the visitor. @param {unknown} reason @param {HTMLElement} place */
export function explain(reason, place) {
  if (!(reason instanceof Refused)) throw reason;
  return reason.detail || (place.dataset.unreachable ?? "");
}

/** @param {NewGame} game @returns {Promise<string>} */
async function create(game) {
  const once = async () => {
    await token(true);
    /** @type {Seated} */
    const seated = await api("POST", "/api/games", game);
    return seated.game;
  };
  return once().catch((reason) => {
    // The player was of another server: a new guest begins.
    if (reason instanceof Refused && reason.code === "bad_token") return once();
    throw reason;
  });
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button @returns {Omit<NewGame, "id">} */
function wish(form, button) {
  const asked = new FormData(form, button);
  const text = (/** @type {string} */ name) => String(asked.get(name) ?? "");
  const custom =
    text("kind") === "days"
      ? `days:${text("days")}`
      : `${text("kind")}:${seconds(text("minutes"))}+${text("more")}`;
  return {
    rules: /** @type {NewGame["rules"]} */ (text(`rules-${text("game")}`)),
    clock: text("clock") === "custom" ? custom : text("clock"),
    starts: /** @type {NewGame["starts"]} */ (text("starts")),
    public: text("public") === "true",
  };
}

/** @param {string} minutes */
function seconds(minutes) {
  return Math.round(Number(minutes) * 60);
}

/** Shows the options that matter. @param {HTMLFormElement} form */
function show(form) {
  const asked = new FormData(form);
  const days = asked.get("kind") === "days";
  for (const label of all(form, "[data-of]")) {
    label.hidden = label.dataset.of !== asked.get("game") || label.querySelectorAll("option").length < 2;
  }
  for (const clock of all(form, "[data-clock]")) clock.hidden = asked.get("clock") !== clock.dataset.clock;
  for (const number of all(form, "[data-kind]")) number.hidden = days !== (number.dataset.kind === "days");
  // What is not shown is not asked for.
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    form.querySelectorAll("[data-kind] input")
  )) {
    input.disabled = input.closest("[hidden]") !== null;
  }
}

/** @param {HTMLFormElement} form */
function keep(form) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new FormData(form)]));
  } catch {
    // A browser that stores nothing.
  }
}

/** Fills in what was asked last time, as far as it can still be asked. @param {HTMLFormElement} form */
function recall(form) {
  /** @type {[string, string][]} */
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    // Nothing that can be read.
  }
  for (const [name, value] of kept) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
    if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value))
      field.value = value;
  }
}

/** @param {HTMLElement} part @param {string} what */
function all(part, what) {
  return /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(what));
}
