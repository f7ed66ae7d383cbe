// @ts-check
/**
 * Tells the visitor on every page who invites them to a game, and in how many other games it is their turn.
 */

import { newCommandId } from "./api.js";
import { button, element } from "./dom.js";
import { hasNotice, removeNotice, showNotice } from "./notices.js";
import { pageSocket } from "./page-socket.js";
import { readJson, writeJson } from "./storage.js";
import { translate, translateCount } from "./texts.js";

/** @typedef {import("./protocol").ServerMessage} ServerMessage */
/** @typedef {import("./protocol").Seat} Seat */

/** The games whose invitations the visitor has put aside. */
const ASIDE_KEY = "ikibuguzo.invitations-aside";
const MAX_ASIDE = 100;

/** Invitations that are shown at once: other notices need room too. */
const MAX_SHOWN = 2;

const shownGame = document.getElementById("game")?.dataset.game ?? "";
const youLink = /** @type {HTMLElement} */ (document.querySelector('header.site a[href="/you"]'));
const youText = youLink.textContent ?? "";

/** The other games in which it is the visitor's turn. @type {Set<string>} */
const waiting = new Set();
/** The games to which the visitor is invited. @type {Set<string>} */
const invited = new Set();

/** Begins to tell this browser's player. */
export function followOwnGames() {
  pageSocket.add({ received: receive });
  pageSocket.sendIfWelcome({ type: "subscribe" });
  // What the visitor has played in another tab is no notice.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") pageSocket.sendIfWelcome({ type: "subscribe" });
  });
}

/** @param {ServerMessage} message */
function receive(message) {
  if (message.type === "welcome" && message.player) pageSocket.sendIfWelcome({ type: "subscribe" });
  if (message.type === "subscribed") showAll(message);
  if (message.type === "notice") receiveNotice(message);
}

/** @param {Extract<ServerMessage, { type: "subscribed" }>} all */
function showAll({ games, invitations = [] }) {
  pageSocket.resetRetryDelay();
  waiting.clear();
  for (const { game } of games.filter(({ my_turn }) => my_turn)) noteTurn(game, true);
  showCount();
  const open = new Set(invitations.map(({ game }) => game));
  for (const game of invited) if (!open.has(game)) forgetInvitation(game);
  for (const { game, players } of invitations) showInvitation(game, players.south ?? players.north ?? "?");
}

/** @param {Extract<ServerMessage, { type: "notice" }>} notice */
function receiveNotice({ kind, game, opponent }) {
  if (kind === "invited") showInvitation(game, opponent ?? "?");
  if (kind === "started" || kind === "ended") forgetInvitation(game);
  if (kind === "my_turn") noteTurn(game, true);
  if (kind === "ended") noteTurn(game, false);
  showCount();
}

/** @param {string} game @param {boolean} isMine */
function noteTurn(game, isMine) {
  if (isMine && game !== shownGame) waiting.add(game);
  else waiting.delete(game);
}

/** Shows the number of games behind the link to the visitor's own page. */
function showCount() {
  const count = waiting.size;
  const badge = element("span", { class: "count", "aria-hidden": "true" }, String(count));
  const spoken = element("span", { class: "visually-hidden" }, ` ${translateCount("site.my-turn", count)}`);
  youLink.replaceChildren(youText, ...(count ? [badge, spoken] : []));
}

/** @param {string} game @param {string} player */
function showInvitation(game, player) {
  if (game === shownGame || invited.has(game) || readAside().includes(game)) return;
  if ([...invited].filter(hasNotice).length >= MAX_SHOWN) return;
  invited.add(game);
  showNotice(
    game,
    translate("site.invited", { player }),
    element("a", { class: "primary", href: `/game/${game}` }, translate("site.invited.look")),
    button(translate("site.invited.decline"), () => decline(game)),
    button(translate("site.invited.later"), () => putAside(game)),
  );
}

/** @returns {string[]} */
function readAside() {
  return readJson(ASIDE_KEY) ?? [];
}

/** @param {string} game */
function putAside(game) {
  writeJson(ASIDE_KEY, [...readAside(), game].slice(-MAX_ASIDE));
  removeNotice(game);
}

/** @param {string} game */
function decline(game) {
  pageSocket.sendIfWelcome({ type: "decline", game, id: newCommandId() });
  forgetInvitation(game);
}

/** @param {string} game */
function forgetInvitation(game) {
  if (invited.delete(game)) removeNotice(game);
}
