// A game in a frame of another site: the board is live there, and no other page can be framed.
//
// Parts: web/embed, pages/src/game/embed.rs

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

/** Another site: every path is a page with a frame, whose address and sandbox are in the query. */
const otherSite = createServer((request, response) => {
  const query = new URL(request.url, "http://localhost").searchParams;
  const sandbox = query.has("sandbox") ? `sandbox="${query.get("sandbox")}"` : "";
  response.setHeader("content-type", "text/html");
  response.end(`<!doctype html><title>Elsewhere</title><iframe ${sandbox} width="560" height="450" src="${query.get("src")}">
    </iframe>`);
});

before(() => new Promise((resolve) => otherSite.listen(0, "127.0.0.1", resolve)));
after(() => new Promise((resolve) => otherSite.close(resolve)));

/** Opens a page of the other site with a frame. */
async function openFrame(path, more = {}, options = {}) {
  const visitor = await openVisitor(browser, server, options);
  const query = new URLSearchParams({ src: server.url + path, ...more });
  // By another name than the server's: another origin, and another site.
  await visitor.page.goto(`http://localhost:${otherSite.address().port}/?${query}`);
  return { visitor, frame: visitor.page.frameLocator("iframe") };
}

/** The counts on the framed board. */
const countsIn = (frame) =>
  frame
    .locator("#game .board .hole")
    .evaluateAll((holes) =>
      Object.fromEntries(holes.map((hole) => [hole.dataset.hole, hole.querySelector(".count").textContent])),
    );

test(
  "a frame shows the end of a game that ends while its last action moves",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza");
    const { visitor, frame } = await openFrame(
      `/game/${table.game}/embed`,
      {},
      { reducedMotion: "no-preference" },
    );
    await frame.locator("#game[data-live]").waitFor();
    await server.playRandomly(table, 1, seededRandom(4));
    await server.resign(table);
    await frame.locator('#game[data-state="finished"]:not([data-busy])').waitFor();
    await frame
      .locator("#state")
      .getByText(/wins, \d+ to \d+/)
      .waitFor();
    assert.deepEqual(visitor.errors, []);
    await visitor.close();
  },
);

for (const sandbox of [undefined, "allow-scripts"]) {
  test(`a move arrives in a frame of another site, sandbox: ${sandbox}`, { timeout: 300_000 }, async () => {
    const table = await server.createGame("kubuguza");
    await server.playRandomly(table, 3, seededRandom(3));
    const { visitor, frame } = await openFrame(`/game/${table.game}/embed`, sandbox && { sandbox });
    await frame.locator('#game[data-live][data-ply="3"]').waitFor();
    assert.equal(await frame.locator("button, input, nav").count(), 0, "no controls");
    await server.playRandomly(table, 1, seededRandom(4));
    await frame.locator('#game[data-ply="4"]:not([data-busy])').waitFor();
    const { position } = await server.view(table.game);
    assert.deepEqual(await countsIn(frame), expectedCounts(position));
    await server.api(
      "POST",
      "/api/commands",
      { type: "resign", game: table.game, id: "resign" },
      table.south.token,
    );
    await frame.locator('#game[data-state="finished"]').waitFor();
    assert.match(await frame.locator("#state").textContent(), /wins, \d+ to \d+: the other side gave up/);
    const fits = await frame.locator("html").evaluate((page) => page.scrollHeight <= page.clientHeight);
    assert.ok(fits, "nothing scrolls");
    assert.deepEqual(visitor.errors, []);
    await visitor.close();
  });
}

test("the page of a game cannot be framed", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const { visitor } = await openFrame(`/game/${table.game}`);
  assert.ok(
    visitor.errors.some((error) => error.includes("frame-ancestors")),
    String(visitor.errors),
  );
  await visitor.close();
});
