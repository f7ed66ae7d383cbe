// @ts-check
/** The button that blocks a player, or unblocks it: on the player's page, and beside the talk. */

import { requestApi } from "./api.js";
import { button } from "./dom.js";
import { isMuted, toggleMuted } from "./game/muted-players.js";

/**
 * @param {HTMLElement} place where the button belongs; it has the name of the player and the labels
 * @param {() => void} [changed] the player was blocked, and muted with that, or neither any more
 */
export async function setUpBlockButton(place, changed = () => {}) {
  const name = place.dataset.block ?? "";
  const [me, blocks] = await Promise.all(
    ["/api/players/me", "/api/blocks"].map((path) => requestApi("GET", path)),
  );
  if (me.name === name) return;
  let isBlocked = blocks.players.includes(name);
  const label = () => (isBlocked ? place.dataset.unblockLabel : place.dataset.blockLabel) ?? "";
  const press = button(
    label(),
    async () => {
      await requestApi(isBlocked ? "DELETE" : "PUT", `/api/blocks/${encodeURIComponent(name)}`);
      isBlocked = !isBlocked;
      if (isMuted(name) !== isBlocked) toggleMuted(name);
      press.textContent = label();
      changed();
    },
    { class: "quiet" },
  );
  place.replaceChildren(press);
}
