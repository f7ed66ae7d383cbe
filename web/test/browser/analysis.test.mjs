// The analysis of finished games on the page, lines that leave a game, and what an action would do.
//
// Parts: web/game/analysis, web/game/game-analysis.js, web/game/best-turns.js, web/game/value, server/src/analysis, bot/src/analysis

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, expectedCounts, openVisitor } from "./browser.mjs";
import { openGamesWithEffects } from "./player.mjs";
import { pick, seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { tabTo } from "./table.mjs";

async function openGame(path, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(path);
  await visitor.page.locator("#game[data-live]").waitFor();
  return visitor;
}

const analysisOf = (game) => server.api("GET", `/api/games/${game}/analysis`);
const explore = (query) => server.api("GET", `/api/positions/actions?${new URLSearchParams(query)}`);
const hasRest = (visitor, ply) => visitor.page.locator(`#game[data-ply="${ply}"]:not([data-busy])`).waitFor();

test(
  "a finished game is analysed on request, and the best line is stepped through",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createFinishedGame("ikibuguzo:first");
    const visitor = await openGame(`/game/${game}`);
    const { page } = visitor;
    await page.locator("#analyse").click();
    await page.locator(".value-graph:visible").waitFor();
    await page.waitForFunction(() => document.querySelector("#analysis [role=status]").hidden);
    const { turns, accuracy } = await analysisOf(game);
    const marked = turns.filter(({ mark }) => mark);
    assert.ok(marked.length > 0, "random players make mistakes");
    assert.equal(await page.locator("#turns .mark").count(), marked.length);
    assert.match(
      await page.locator("#turns .mark").first().innerText(),
      new RegExp(`^\\?.* ${marked[0].mark}$`),
    );
    const accuracyText = await page.locator(".accuracy").innerText();
    for (const seat of ["south", "north"])
      assert.ok(accuracyText.includes(`${Math.round(accuracy[seat])} %`), accuracyText);

    const bad = marked.find(({ best, actions }) => best.length > 1 && best[0].join() !== actions.join());
    await page.locator(`#turns a[data-ply="${bad.ply + bad.actions.length}"]`).click();
    await page
      .locator("#verdict")
      .getByText(`Best was ${bad.best[0].join(".")}`)
      .waitFor();
    await page.locator("#show-best").click();
    const { played } = await explore({
      game,
      ply: bad.ply,
      play: bad.best.flat().join("."),
    });
    await hasRest(visitor, bad.ply + bad.best[0].length);
    for (const { position } of played.slice(bad.best[0].length)) {
      await page.locator('#steps [data-step="next"]').click();
      await hasRest(visitor, position.ply);
      assert.deepEqual(await visitor.counts(), expectedCounts(position));
    }
    assert.deepEqual(await visitor.axeViolations(), []);
    await page.locator("#leave-variation").click();
    await hasRest(visitor, bad.ply);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("an analysis that a server gives up is asked for again", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("kubuguza");
  const visitor = await openGame(`/game/${game}`);
  const { page } = visitor;
  const methods = [];
  const begun = { game, version: 1, nodes: 1, done: false, turn_count: 5, turns: [], accuracy: {} };
  const progressText = page.getByText("0 of 5");
  await page.route(`**/api/games/${game}/analysis`, async (route) => {
    methods.push(route.request().method());
    if (methods.length > 1) {
      await progressText.waitFor();
      return route.continue();
    }
    const body = `${JSON.stringify(begun)}\n\n{"type":"bye","reason":"restarting"}\n`;
    return route.fulfill({ status: 200, contentType: "application/x-ndjson", body });
  });
  await page.locator("#analyse").click();
  await progressText.waitFor();
  await page.waitForFunction(() => document.querySelector("#analysis [role=status]").hidden);
  await page.locator(".value-graph:visible").waitFor();
  assert.deepEqual(methods, ["POST", "POST"], "another server knows nothing of the work");
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "an analysis that exists is shown, and its graph is stepped through with keys",
  { timeout: 300_000 },
  async () => {
    const { game, north } = await server.createFinishedGame("njombwa:8");
    await server.api("POST", `/api/games/${game}/analysis`, undefined, north.token);
    const visitor = await openGame(`/game/${game}`, { viewport: PHONE });
    const { page } = visitor;
    await page.waitForFunction(
      () =>
        document.querySelector(".value-graph:not([hidden])") &&
        document.querySelector("#analysis [role=status]").hidden,
    );
    assert.equal(await page.locator("#analyse").isVisible(), false);
    const graph = page.locator(".value-graph");
    const turn = Number(await graph.getAttribute("aria-valuenow"));
    await tabTo(visitor, ".value-graph", "ArrowLeft");
    const links = page.locator("#turns a");
    await hasRest(visitor, await links.nth(turn - 2).getAttribute("data-ply"));
    assert.match(
      await graph.getAttribute("aria-valuetext"),
      new RegExp(`^turn ${turn - 1}, .*South wins \\d+ %$`),
    );
    await page.keyboard.press("Home");
    await hasRest(visitor, 0);
    for (let turn = 0; turn < 12; turn++) {
      await page.keyboard.press("ArrowRight");
      await hasRest(visitor, await links.nth(turn).getAttribute("data-ply"));
      assert.doesNotMatch(await page.locator("#verdict").textContent(), /[{}]/);
    }
    const box = await graph.boundingBox();
    await page.mouse.click(box.x + box.width - 1, box.y + 5);
    await hasRest(visitor, await links.last().getAttribute("data-ply"));
    await page.locator("#values summary").click();
    await page.locator("#values tbody tr").first().waitFor();
    assert.equal(await page.locator("#values tbody tr").count(), await links.count());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await visitor.axeViolations(), []);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

for (const rules of ["kubuguza", "azigo"]) {
  test(
    `anybody plays on from a finished game of ${rules}, and shares the line`,
    { timeout: 300_000 },
    async () => {
      const { game } = await server.createFinishedGame(rules, 6);
      const visitor = await openGame(`/game/${game}`);
      const { page } = visitor;
      const random = seededRandom(2);
      const played = [];
      while (played.length < 3) {
        const { previews } = await explore({
          game,
          ...(played.length && { play: played.join(".") }),
        });
        const action = pick(
          previews.filter(({ action }) => /[A-Za-z]/.test(action)),
          random,
        ).action;
        const button = page.locator(`.holes button[data-hole="${action[0]}"]`);
        await button.and(page.locator('[aria-disabled="false"]')).click();
        if (previews.filter((other) => other.action[0] === action[0]).length > 1)
          await page.locator(`#action-choice button[data-action="${action}"]`).click();
        played.push(action);
        await hasRest(visitor, 6 + played.length);
      }
      const { position } = (await explore({ game, play: played.join(".") })).played.at(-1);
      const friend = await openGame(new URL(page.url()).pathname + new URL(page.url()).search);
      await hasRest(friend, position.ply);
      for (const one of [visitor, friend]) {
        const { south, north, ...holes } = await one.counts();
        assert.deepEqual(holes, expectedCounts(position));
        if (position.stores) assert.deepEqual([south, north], Object.values(position.stores).map(String));
        await one.page.keyboard.press("Escape");
        await hasRest(one, 6);
        one.assertNoErrors();
        await one.close();
      }
    },
  );
}

/** The first hole that can be sown, and what the page says of it while it has the focus. */
async function focusFirstHole({ page }) {
  const button = page.locator('.holes button[aria-disabled="false"]').first();
  await button.focus();
  return {
    hole: await button.getAttribute("data-hole"),
    effects: page.locator("#effects"),
  };
}

test(
  "what a hole would do is shown after a game and against the computer",
  { timeout: 300_000 },
  async () => {
    for await (const visitor of openGamesWithEffects("kubuguza")) {
      const { hole, effects } = await focusFirstHole(visitor);
      await effects.getByText(/ends in|then a choice/).waitFor();
      assert.ok((await effects.innerText()).startsWith(`${hole}`));
      assert.equal(await visitor.page.locator(".board .ends").count(), 1);
    }
  },
);

test("nobody is shown what a hole would do in a game between people", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const south = await openVisitor(browser, server);
  await south.signIn(table.south.token);
  await south.goto(`/game/${table.game}`);
  await south.page.locator("#game[data-live]").waitFor();
  const { effects } = await focusFirstHole(south);
  await south.page.locator('.holes button[aria-disabled="false"]').last().hover();
  assert.equal(await effects.isVisible(), false);
  assert.equal(await south.page.locator(".board :is(.ends, .takes)").count(), 0);
  assert.deepEqual(
    south.requests.filter((url) => url.includes("/plies/") || url.includes("/positions/")),
    [],
    "not even asked for",
  );
  south.assertNoErrors();
  await south.close();
});

test("two people who agree are both shown what a hole would do", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const [south, north] = await Promise.all([openVisitor(browser, server), openVisitor(browser, server)]);
  for (const [visitor, { token }] of [
    [south, table.south],
    [north, table.north],
  ]) {
    await visitor.signIn(token);
    await visitor.goto(`/game/${table.game}`);
    await visitor.page.locator("#game[data-live]").waitFor();
  }
  await south.page.locator("#offer-a-previews").click();
  await south.page.getByText("You have offered that both").waitFor();
  assert.equal(await south.page.locator("#offer-a-previews").count(), 0);
  await north.page.locator('#offers [data-do="accept"]').click();
  await south.page.getByText("You have offered that both").waitFor({ state: "detached" });
  const { hole, effects } = await focusFirstHole(south);
  await effects.getByText(/ends in|then a choice/).waitFor();
  assert.ok((await effects.innerText()).startsWith(`${hole}`));
  assert.equal(await north.page.locator("#offer-a-previews").count(), 0, "there is nothing more to ask");
  assert.deepEqual(await north.axeViolations(), []);
  for (const visitor of [south, north]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});
