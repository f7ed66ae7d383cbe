// @ts-check
/** The button that blocks a player, or unblocks it: on the player's page, and beside the talk. */

import { requestApi } from "./api.js";
import { button } from "./dom.js";
import { isMuted, toggleMuted } from "./game/muted-players.js";

/**
 * Shows the button on the page of another player, after asking whether the player is blocked.
 * @param {HTMLElement} container where the button belongs; it has the name of the player and the labels
 */
export async function setUpBlockButton(container) {
  const name = container.dataset.block ?? "";
  const [me, isBlocked] = await Promise.all([requestApi("GET", "/api/players/me"), readIsBlocked(name)]);
  if (me.name !== name) showBlockButton(container, isBlocked);
}

/**
 * Shows the button in a game with the player. Whom this browser does not mute counts as not blocked, without asking:
 * who blocks a player mutes it too, and to block a player again changes nothing.
 * @param {HTMLElement} container @param {() => void} changed the player was blocked and muted, or neither any more
 */
export async function setUpBlockButtonInGame(container, changed) {
  const name = container.dataset.block ?? "";
  showBlockButton(container, isMuted(name) && (await readIsBlocked(name)), changed);
}

/** @param {string} name @returns {Promise<boolean>} */
async function readIsBlocked(name) {
  const { players } = await requestApi("GET", "/api/blocks");
  return players.includes(name);
}

/** @param {HTMLElement} container @param {boolean} isBlocked @param {() => void} [changed] */
function showBlockButton(container, isBlocked, changed = () => {}) {
  const name = container.dataset.block ?? "";
  const label = () => (isBlocked ? container.dataset.unblockLabel : container.dataset.blockLabel) ?? "";
  const press = button(
    label(),
    async () => {
      await requestApi(isBlocked ? "DELETE" : "PUT", `/api/blocks/${encodeURIComponent(name)}`);
      isBlocked = !isBlocked;
      if (isMuted(name) !== isBlocked) toggleMuted(name);
      press.textContent = label();
      changed();
    },
    { class: "secondary" },
  );
  container.replaceChildren(press);
}
