// @ts-check
/** The visitor's own name: keeps it with a passphrase, signs in elsewhere, and ends its use in other browsers. */

import { api, forget, remember, Refused, token } from "./player.js";
import { localise } from "./times.js";

/** @typedef {{ name: string, claimed?: boolean }} Me */
/** @typedef {{ token: string, created_at: number, current: boolean }} TokenLine */

const you = /** @type {HTMLElement} */ (document.getElementById("you"));
const claim = /** @type {HTMLFormElement} */ (document.getElementById("claim"));
const signIn = /** @type {HTMLFormElement} */ (document.getElementById("sign-in"));
const tokens = /** @type {HTMLElement} */ (document.getElementById("tokens"));

onSubmit(claim, async (fields) => {
  await token(true);
  await api("PUT", "/api/players/me", fields);
});

onSubmit(signIn, async (fields) => remember((await api("POST", "/api/tokens", fields)).token));

await show();
you.hidden = false;

/**
 * Sends what a form holds, says what came of it, and shows who the visitor is then.
 * @param {HTMLFormElement} form @param {(fields: Record<string, string>) => Promise<void>} send
 */
function onSubmit(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    tell(form, async () => {
      await send(fields);
      form.reset();
      await show();
    });
  });
}

/** @param {HTMLElement} place @param {() => Promise<void>} act */
async function tell(place, act) {
  const answer = /** @type {HTMLElement} */ (place.querySelector(".answer"));
  try {
    await act();
    answer.textContent = answer.dataset.done ?? "";
  } catch (reason) {
    if (!(reason instanceof Refused)) throw reason;
    answer.textContent = reason.detail || (answer.dataset.unreachable ?? "");
  }
}

/** Shows who the visitor is, and where else. */
async function show() {
  const me = await whoever();
  for (const part of all("[data-guest]")) part.hidden = me !== null;
  for (const part of all("[data-player]")) part.hidden = me === null;
  for (const name of /** @type {NodeListOf<HTMLAnchorElement>} */ (you.querySelectorAll("[data-name]"))) {
    name.textContent = me?.name ?? "";
    name.href = `/players/${encodeURIComponent(me?.name ?? "")}`;
  }
  const name = /** @type {HTMLInputElement} */ (claim.elements.namedItem("name"));
  name.value ||= me?.name ?? "";
  const current = /** @type {HTMLInputElement} */ (claim.elements.namedItem("current"));
  current.disabled = !me?.claimed;
  /** @type {HTMLElement} */ (current.parentElement).hidden = current.disabled;
  tokens.hidden = !me?.claimed;
  if (me?.claimed) list((await api("GET", "/api/tokens")).tokens);
}

/** Who the visitor is; nobody where there is no player, or one of another server. @returns {Promise<Me | null>} */
async function whoever() {
  if (!(await token(false))) return null;
  return api("GET", "/api/players/me").catch(() => null);
}

/** @param {TokenLine[]} lines */
function list(lines) {
  const template = /** @type {HTMLTemplateElement} */ (tokens.querySelector("template"));
  const line = (/** @type {TokenLine} */ one) => {
    const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const time = /** @type {HTMLTimeElement} */ (item.querySelector("time"));
    time.dateTime = new Date(one.created_at).toISOString();
    /** @type {HTMLElement} */ (item.querySelector("[data-current]")).hidden = !one.current;
    item.querySelector("button")?.addEventListener("click", () => tell(tokens, () => end(one)));
    localise(item);
    return item;
  };
  tokens.querySelector("ul")?.replaceChildren(...lines.map(line));
}

/** @param {TokenLine} one */
async function end(one) {
  const own = await token(false);
  await api("DELETE", `/api/tokens/${one.token}`);
  if (one.current) forget(own);
  await show();
  // The button that had the focus is gone.
  /** @type {HTMLElement | null} */ (
    tokens.hidden ? signIn.querySelector("input") : tokens.querySelector("button")
  )?.focus();
}

/** @param {string} what */
function all(what) {
  return /** @type {NodeListOf<HTMLElement>} */ (you.querySelectorAll(what));
}
