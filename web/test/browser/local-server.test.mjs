// The local server: previews, lines and best turns without requests, and with the server where there is no module.
//
// Parts: web/local-server, web/game/explorer.js, web/game/exploration.js, web/game/best-turns.js, browser

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { openGamesWithEffects } from "./player.mjs";
import { browser, server } from "./setup.mjs";

/** Requests that the local server makes needless. */
const isQuestion = (url) => /\/api\/(positions\/|games\/[^/]+\/plies\/)/.test(url);
const questionsOf = (visitor) => visitor.requests.filter(isQuestion);

const hasLocalServer = (visitor, state) =>
  visitor.page.locator(`html[data-local-server="${state}"]`).waitFor({ state: "attached" });

const hasRest = (visitor, ply) => visitor.page.locator(`#game[data-ply="${ply}"]:not([data-busy])`).waitFor();

/** Opens the analysis board, and forgets what was asked before the local server was there. */
async function openBoard(rules) {
  const visitor = await openVisitor(browser, server);
  const response = await visitor.goto(`/analysis?${new URLSearchParams({ rules })}`);
  await hasRest(visitor, 0);
  await hasLocalServer(visitor, "ready");
  return { visitor, response };
}

/** Sows the first hole that can be sown. */
async function sowFirst({ page }) {
  await page.locator('.holes button[aria-disabled="false"]').first().click();
}

test("the module is loaded once, after the board is at rest, and the policy stays strict", async () => {
  const { visitor, response } = await openBoard("kubuguza");
  const policy = response.headers()["content-security-policy"];
  assert.match(policy, /default-src 'self'/);
  assert.doesNotMatch(policy, /unsafe-eval/);
  const modules = visitor.requests.filter((url) => url.includes(".wasm"));
  assert.equal(modules.length, 1);
  const firstQuestion = visitor.requests.findIndex(isQuestion);
  assert.ok(
    firstQuestion >= 0 && firstQuestion < visitor.requests.indexOf(modules[0]),
    "the server answers first",
  );
  visitor.assertNoErrors();
  await visitor.close();
});

test("lines and best turns on the analysis board need no request", { timeout: 300_000 }, async () => {
  const { visitor } = await openBoard("kubuguza");
  const { page } = visitor;
  const asked = questionsOf(visitor).length;
  await sowFirst(visitor);
  await hasRest(visitor, 1);
  await page.locator("#ask-computer").click();
  const best = await page.locator("#candidates li button").first().innerText();
  assert.equal(questionsOf(visitor).length, asked);
  const play = new URL(page.url()).searchParams.get("play");
  const position = await page.locator("#game").getAttribute("data-position");
  const explored = await server.api(
    "GET",
    `/api/positions/actions?${new URLSearchParams({ position, play })}`,
  );
  const query = new URLSearchParams({ position: explored.position });
  const { turns } = await server.api("GET", `/api/positions/analysis?${query}`);
  assert.equal(best, turns[0].line[0].join("."), "the server says the same");
  visitor.assertNoErrors();
  await visitor.close();
});

test("a position that no game can have is refused without a request", { timeout: 300_000 }, async () => {
  const { visitor } = await openBoard("azigo");
  const { page } = visitor;
  await page.locator("#edit-position").click();
  await page.locator('#editor input[type="number"]').first().fill("255");
  const asked = questionsOf(visitor).length;
  await page.locator("#edit-done").click();
  await page.locator("#edit-problem").getByText(/255/).waitFor();
  assert.equal(questionsOf(visitor).length, asked);
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "effects in a finished game and against the computer need no request",
  { timeout: 300_000 },
  async () => {
    for await (const visitor of openGamesWithEffects("azigo")) {
      const { page } = visitor;
      await hasLocalServer(visitor, "ready");
      const asked = questionsOf(visitor).length;
      await page.locator('.holes button[aria-disabled="false"]').last().hover();
      await page
        .locator("#effects")
        .getByText(/ends in|then a choice/)
        .waitFor();
      assert.equal(questionsOf(visitor).length, asked);
    }
  },
);

test("without the module the page asks the server", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  await visitor.context.route("**/*.wasm", (route) => route.abort());
  await visitor.goto(`/analysis?${new URLSearchParams({ rules: "kubuguza" })}`);
  await hasRest(visitor, 0);
  await hasLocalServer(visitor, "none");
  const asked = questionsOf(visitor).length;
  await sowFirst(visitor);
  await hasRest(visitor, 1);
  assert.ok(questionsOf(visitor).length > asked);
  await visitor.close();
});
