// Visitors in games.

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

/** Opens the first page as a new player with a claimed name, whose token is `secret`. */
export async function openAsClaimed(name) {
  const { token } = await server.createClaimed(name);
  const visitor = await openVisitor(browser, server);
  await visitor.signIn(token);
  return Object.assign(visitor, { name, secret: token });
}

/**
 * Opens a game as the player of a seat, when the page takes input and shows the newest event.
 * @param {{game, south, north}} table @param {"south" | "north"} seat
 * @param {object} settings settings of the game page @param {() => void} [script] runs before the page's own scripts
 * @param {object} [options] of the browser profile
 */
export async function openAsPlayer(table, seat, settings = {}, script, options) {
  const visitor = await openVisitor(browser, server, options);
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

/**
 * Opens a finished game of Kubuguza, and then a new game against the computer: pages that show what an action would do.
 * @param {string} rules of the game against the computer
 */
export async function* openGamesWithEffects(rules) {
  const finished = await server.createFinishedGame("kubuguza", 8);
  const guest = await server.createGuest();
  const request = { id: "create", rules, starts: "me", public: false, opponent: "bot:1" };
  const { game } = await server.api("POST", "/api/games", request, guest.token);
  for (const [path, token] of [
    [`/game/${finished.game}?ply=7`, null],
    [`/game/${game}`, guest.token],
  ]) {
    const visitor = await openVisitor(browser, server);
    if (token) await visitor.signIn(token);
    await visitor.goto(path);
    await visitor.page.locator("#game[data-live]").waitFor();
    yield visitor;
    visitor.assertNoErrors();
    await visitor.close();
  }
}
