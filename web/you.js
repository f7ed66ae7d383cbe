// @ts-check
/** The page of the visitor's own account: claim a name with a passphrase, sign in, and end other sessions. */

import { ensureToken, explainRefusal, requestApi } from "./api.js";
import { all, byId, noteScript } from "./dom.js";
import { setUpOwnData } from "./own-data.js";
import { fetchOwnPage } from "./own-page.js";
import { endSubscription, renewSubscription, setUpPushSettings, showPushSettings } from "./push-settings.js";
import { localiseTimes } from "./times.js";
import { forgetToken, readToken, storeToken } from "./token.js";

/** @typedef {import("./protocol").Credentials} Credentials */
/** @typedef {import("./protocol").CurrentPlayer} Player */
/** @typedef {import("./protocol").Sanction} Sanction */
/** @typedef {import("./protocol").LeftGame} LeftGame */
/** @typedef {{ token: string, created_at: number, current: boolean }} Session */

const you = byId("you");
const claimForm = /** @type {HTMLFormElement} */ (byId("claim"));
const signInForm = /** @type {HTMLFormElement} */ (byId("sign-in"));
const sessionList = byId("tokens");
const push = byId("push");

onSubmit(claimForm, async (fields) => {
  await ensureToken();
  await requestApi("PUT", "/api/players/me", fields);
});

onSubmit(signInForm, async (fields) => changePlayer(await requestApi("POST", "/api/tokens", fields)));

noteScript();
setUpOwnData(byId("player-data"), showPlayer);
setUpPushSettings(push);
showPlayer().then(() => (you.hidden = false));

/**
 * Sends a form's fields when it is submitted, shows the result, and then who the visitor is.
 * @param {HTMLFormElement} form @param {(fields: Record<string, string>) => Promise<void>} send
 */
function onSubmit(form, send) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    runAndReport(form, async () => {
      await send(fields);
      form.reset();
      await showPlayer();
    });
  });
}

/**
 * Runs an action and writes its result to the container's `.answer`.
 * @param {HTMLElement} container @param {() => Promise<void>} action
 */
async function runAndReport(container, action) {
  const answer = /** @type {HTMLElement} */ (container.querySelector(".answer"));
  try {
    await action();
    answer.textContent = answer.dataset.done ?? "";
  } catch (error) {
    answer.textContent = explainRefusal(error, answer);
  }
}

/** Makes this browser the player who has signed in. @param {Credentials} credentials */
async function changePlayer({ name, token }) {
  const former = await fetchPlayer();
  const isSame = former?.name === name;
  if (!isSame) await endSubscription();
  storeToken(token);
  // A failure leaves the notices tied to the old token.
  if (isSame) await renewSubscription().catch(() => {});
}

/** Shows who the visitor is, and where else the player is signed in. */
async function showPlayer() {
  const player = await fetchPlayer();
  for (const part of all(you, "[data-guest]")) part.hidden = player !== null;
  for (const part of all(you, "[data-player]")) part.hidden = player === null;
  showName(player?.name ?? "");
  showSanctions(player?.sanctions ?? []);
  showLeftGames(player?.left_games ?? [], player?.pairing_banned_until);
  showPushSettings(push);
  await showGames(player !== null);
  const current = field("current");
  current.disabled = !player?.claimed;
  /** @type {HTMLElement} */ (current.parentElement).hidden = current.disabled;
  const passphrase = /** @type {HTMLInputElement} */ (byId("player-data").querySelector("input"));
  passphrase.disabled = !player?.claimed;
  /** @type {HTMLElement} */ (passphrase.parentElement).hidden = passphrase.disabled;
  sessionList.hidden = !player?.claimed;
  if (player?.claimed) showSessions((await requestApi("GET", "/api/tokens")).tokens);
}

/** Shows what the operator has decided about the player. @param {Sanction[]} sanctions */
function showSanctions(sanctions) {
  const section = byId("sanctions");
  section.hidden = sanctions.length === 0;
  section.querySelector("ul")?.replaceChildren(...sanctions.map((it) => sanctionItem(section, it)));
  localiseTimes(section);
}

/** @param {HTMLElement} section @param {Sanction} sanction */
function sanctionItem(section, { kind, reason, until }) {
  const item = copyTemplate(section);
  const name = /** @type {HTMLElement} */ (item.querySelector("strong"));
  name.textContent = name.dataset[kind] ?? kind;
  setTime(item, until);
  /** @type {HTMLElement} */ (item.querySelector("em")).textContent = reason;
  return item;
}

/**
 * Shows the games that the player has left, and until when it cannot play with strangers because of them.
 * @param {LeftGame[]} games @param {number | null} [until]
 */
function showLeftGames(games, until) {
  const section = byId("left-games");
  section.hidden = games.length === 0 && !until;
  const ban = /** @type {HTMLElement} */ (section.querySelector("p[data-ban]"));
  ban.hidden = !until;
  if (until) setTime(ban, until);
  section.querySelector("ul")?.replaceChildren(...games.map((it) => leftGameItem(section, it)));
  localiseTimes(section);
}

/** @param {HTMLElement} section @param {LeftGame} left */
function leftGameItem(section, { game, kind, at }) {
  const item = copyTemplate(section);
  const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
  link.href = `/game/${game}`;
  link.textContent = link.dataset[kind] ?? kind;
  setTime(item, at);
  return item;
}

/** @param {HTMLElement} section */
function copyTemplate(section) {
  const template = /** @type {HTMLTemplateElement} */ (section.querySelector("template"));
  return /** @type {DocumentFragment} */ (template.content.cloneNode(true));
}

/** @param {ParentNode} container @param {number} at milliseconds since 1970-01-01 UTC */
function setTime(container, at) {
  const time = /** @type {HTMLTimeElement} */ (container.querySelector("time"));
  time.dateTime = new Date(at).toISOString();
  time.textContent = time.dateTime;
}

/** Shows the player's games that are not over, as the first page does. @param {boolean} isPlayer */
async function showGames(isPlayer) {
  const page = isPlayer ? await fetchOwnPage("/").catch(() => null) : null;
  const games = [...(page?.querySelector('[data-part="yours"]')?.children ?? [])];
  const list = /** @type {HTMLElement} */ (you.querySelector('[data-part="yours"]'));
  list.replaceChildren(...games);
  /** @type {HTMLElement} */ (list.parentElement).hidden = games.length === 0;
  localiseTimes(list);
}

/** @param {string} name */
function showName(name) {
  for (const link of /** @type {HTMLAnchorElement[]} */ (all(you, "[data-name]"))) {
    link.textContent = name;
    link.href = `/players/${encodeURIComponent(name)}`;
  }
  field("name").value ||= name;
}

/** A field of the form that claims a name. @param {string} name */
function field(name) {
  return /** @type {HTMLInputElement} */ (claimForm.elements.namedItem(name));
}

/** The visitor's player; `null` if there is none on this server. @returns {Promise<Player | null>} */
async function fetchPlayer() {
  if (!readToken()) return null;
  return requestApi("GET", "/api/players/me").catch(() => null);
}

/** @param {Session[]} sessions */
function showSessions(sessions) {
  sessionList.querySelector("ul")?.replaceChildren(...sessions.map(sessionItem));
}

/** @param {Session} session */
function sessionItem(session) {
  const template = /** @type {HTMLTemplateElement} */ (sessionList.querySelector("template"));
  const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const time = /** @type {HTMLTimeElement} */ (item.querySelector("time"));
  time.dateTime = new Date(session.created_at).toISOString();
  /** @type {HTMLElement} */ (item.querySelector("[data-current]")).hidden = !session.current;
  const end = () => runAndReport(sessionList, () => endSession(session));
  item.querySelector("button")?.addEventListener("click", end);
  localiseTimes(item);
  return item;
}

/** @param {Session} session */
async function endSession(session) {
  const token = readToken();
  if (session.current) {
    // While the session lasts: the server asks for its token.
    await endSubscription();
    showPushSettings(push);
  }
  await requestApi("DELETE", `/api/tokens/${session.token}`);
  if (session.current) forgetToken(token);
  await showPlayer();
  // The button that had the focus is gone.
  const next = sessionList.hidden ? signInForm.querySelector("input") : sessionList.querySelector("button");
  next?.focus();
}
