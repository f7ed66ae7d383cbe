// A visitor who plays in a game.

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

/**
 * Opens a game as the player of a seat, when the page takes input and shows the newest event.
 * @param {{game, south, north}} table @param {"south" | "north"} seat
 * @param {object} settings settings of the game page @param {() => void} [script] runs before the page's own scripts
 */
export async function openAsPlayer(table, seat, settings = {}, script) {
  const visitor = await openVisitor(browser, server);
  await visitor.signIn(table[seat].token);
  if (script) await visitor.context.addInitScript(script);
  await visitor.context.addInitScript(
    (stored) => localStorage.setItem("ikibuguzo.game", stored),
    JSON.stringify(settings),
  );
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator("#game[data-live]").waitFor();
  await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
  return visitor;
}
