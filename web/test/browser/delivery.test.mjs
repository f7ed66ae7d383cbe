// What the page of a game costs before the game can be played: requests and bytes, on the first visit and on the second.
//
// Parts: web/, pages/src/frame.rs, pages/src/game, server/src/web/assets, server/build.rs, bundler/

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { openLine } from "./shaped-line.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const MAX_FILES = 12;
const MAX_BYTES = 90_000;

/** How many actions have been played when the visitor comes. */
const ACTIONS = 16;

/** Opens the page as the player to move, and waits until a hole can be sown. */
async function openGame(visitor, line, game) {
  line.reset();
  await visitor.goto(`/game/${game}`);
  await visitor.page.locator("#game[data-live] .hole.playable").first().waitFor();
  return line.cost;
}

for (const rules of ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo"]) {
  test(`a game of ${rules} is playable after few files`, { timeout: 300_000 }, async () => {
    const table = await server.createGame(rules);
    await server.arrange(table);
    await server.playRandomly(table, ACTIONS, seededRandom(5));
    const { position } = await server.view(table.game);
    const line = await openLine(server);
    const visitor = await openVisitor(
      browser,
      { url: line.url },
      { viewport: PHONE, serviceWorkers: "allow" },
    );
    await visitor.signIn(table[position.to_move].token);

    const cold = await openGame(visitor, line, table.game);
    assert.ok(cold.requests.length <= MAX_FILES, cold.requests.join(", "));
    assert.ok(cold.bytes <= MAX_BYTES, `${cold.bytes} bytes`);
    // The rules in the browser are loaded after the page can be used, and kept.
    await visitor.page.locator('html[data-local-server="ready"]').waitFor({ state: "attached" });

    // A page of the site would open a socket of its own.
    await visitor.page.goto("about:blank");
    const warm = await openGame(visitor, line, table.game);
    await visitor.waitUntilLoaded();
    assert.deepEqual(warm.requests, [`GET /game/${table.game}`, "GET /ws"]);
    assert.deepEqual(line.requests, warm.requests, "nothing follows");

    await visitor.close();
    await line.close();
  });
}
