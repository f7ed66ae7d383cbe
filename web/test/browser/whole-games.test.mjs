// A whole random game of each of the four games in two browsers. South uses only the keyboard, North loses the connection
// and comes back, and a spectator joins later. After every ply every board shows the position of the log.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { startProxy } from "./proxy.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { GameTable } from "./table.mjs";

// Numbers of actions.
const SPECTATOR_JOINS = 6;
const CONNECTION_CUT = 12;
const CONNECTION_RESTORED = 14;

for (const [seed, rules] of ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"].entries()) {
  test(`a whole game of ${rules}`, { timeout: 300_000 }, async () => {
    const random = seededRandom(seed + 1);
    const proxy = await startProxy(server);
    const table = new GameTable(server, await server.createGame(rules), {
      inputs: { south: "keyboard", north: "pointer" },
    });
    await table.join("south", await openVisitor(browser, server));
    await table.join("north", await openVisitor(browser, server, { baseURL: proxy.url, viewport: PHONE }));
    if (rules === "ikibuguzo:choice") await table.arrange(random);
    let away;
    for (let played = 0; ; played++) {
      if (played === SPECTATOR_JOINS) await table.join("watcher", await openVisitor(browser, server));
      if (played === CONNECTION_CUT) away = await cutConnection(proxy, table);
      if (played === CONNECTION_RESTORED) await restoreConnection(proxy, table, away);
      // A player without a connection plays over HTTP.
      if (away && !table.visitors.north && (await server.view(table.game)).position.to_move === "north") {
        await server.playRandomly(table, 1, random);
        // A key that is pressed before its page has received that action would play nothing.
        await table.assertBoards();
      } else if (!(await table.playTurn(random))) break;
    }
    if (away) await restoreConnection(proxy, table, away);
    await table.assertBoards();
    assert.equal((await server.view(table.game)).state, "finished");
    for (const visitor of Object.values(table.visitors)) {
      assert.equal(await visitor.page.locator("#game").getAttribute("data-state"), "finished");
      await visitor.close();
    }
    await proxy.close();
  });
}

/** Cuts North's connection, and waits until the page says that it is not live. */
async function cutConnection(proxy, table) {
  const away = table.visitors.north;
  delete table.visitors.north;
  proxy.cut();
  await away.page.locator("#game .not-live").waitFor({ state: "visible" });
  return away;
}

/** Restores North's connection, and waits until the page has caught up. */
async function restoreConnection(proxy, table, away) {
  if (table.visitors.north) return;
  proxy.restore();
  table.visitors.north = away;
  await away.page.locator("#game .not-live").waitFor({ state: "hidden" });
  await table.assertBoards();
}
