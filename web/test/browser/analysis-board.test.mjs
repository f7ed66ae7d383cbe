// The analysis board: both sides of any position are played, taken back, shared by a link, and set up.
//
// Parts: web/analysis, web/analysis.js, pages/src/analysis_board.rs, server/src/api/explored_positions.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, expectedCounts, openVisitor } from "./browser.mjs";
import { pick, seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const explore = (query) => server.api("GET", `/api/positions/actions?${new URLSearchParams(query)}`);
const hasRest = (visitor, ply) => visitor.page.locator(`#game[data-ply="${ply}"]:not([data-busy])`).waitFor();

async function openBoard(query, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(`/analysis?${new URLSearchParams(query)}`);
  await hasRest(visitor, 0);
  return visitor;
}

const startOf = (visitor) => visitor.page.locator("#game").getAttribute("data-position");

/** Plays a random action, and returns all that were played. */
async function playOne(visitor, position, played, random) {
  const { previews } = await explore({
    position,
    ...(played.length && { play: played.join(".") }),
  });
  const { action } = pick(previews, random);
  const { page } = visitor;
  if (action === "-") await page.locator("#pass").click();
  else await page.locator(`.holes button[data-hole="${action[0]}"][aria-disabled="false"]`).click();
  const ways = previews.filter((other) => other.action[0] === action[0]);
  if (ways.length > 1) await page.locator(`#action-choice button[data-action="${action}"]`).click();
  const actions = [...played, action];
  await hasRest(visitor, actions.length);
  return actions;
}

for (const rules of ["ikibuguzo:first", "kubuguza", "njombwa:10", "azigo"]) {
  test(
    `both sides of ${rules} are played, taken back, and shared by a link`,
    { timeout: 300_000 },
    async () => {
      const visitor = await openBoard({ rules }, rules === "azigo" ? { viewport: PHONE } : {});
      const position = await startOf(visitor);
      const random = seededRandom(8);
      let actions = [];
      while (actions.length < 6) actions = await playOne(visitor, position, actions, random);
      const { played } = await explore({ position, play: actions.join(".") });
      const address = new URL(visitor.page.url());
      const friend = await openVisitor(browser, server);
      await friend.goto(address.pathname + address.search);
      await hasRest(friend, 6);
      for (const one of [visitor, friend]) {
        const { south, north, ...holes } = await one.counts();
        assert.deepEqual(holes, expectedCounts(played[5].position));
        await one.page.locator('#steps [data-step="previous"]').click();
        await hasRest(one, 5);
        await one.page.locator('#line button[data-index="2"]').click();
        await hasRest(one, 2);
      }
      const other = await playOne(visitor, position, actions.slice(0, 2), seededRandom(1));
      assert.equal(
        await visitor.page.locator("#line button").count(),
        other.length,
        "another line replaces it",
      );
      assert.deepEqual(await visitor.axeViolations(), []);
      for (const one of [visitor, friend]) {
        one.assertNoErrors();
        await one.close();
      }
    },
  );
}

test("the computer says what it would play, and a press plays that", { timeout: 300_000 }, async () => {
  const visitor = await openBoard({ rules: "kubuguza" });
  const { page } = visitor;
  const { turns } = await server.api(
    "GET",
    `/api/positions/analysis?${new URLSearchParams({ position: await startOf(visitor) })}`,
  );
  await page.locator("#ask-computer").focus();
  await page.keyboard.press("Enter");
  const best = page.locator("#candidates li button").first();
  assert.equal(await best.innerText(), turns[0].line[0].join("."));
  await page.keyboard.press("Tab");
  assert.ok(await best.evaluate((button) => button === document.activeElement), "the focus is at the answer");
  await page.keyboard.press("Enter");
  await hasRest(visitor, turns[0].line[0].length);
  await page.locator("#ask-computer").waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("the computer can be asked again after a look at the end of a game", { timeout: 300_000 }, async () => {
  // After South's turn neither player has a hole with two counters.
  const position =
    "kubuguza 0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0 1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 - south -/- - 0 0 -";
  const visitor = await openVisitor(browser, server);
  await visitor.goto(`/analysis?${new URLSearchParams({ position, play: "B" })}`);
  await hasRest(visitor, 1);
  const { page } = visitor;
  const step = (name) => page.locator(`#steps [data-step="${name}"]`).click();
  await step("previous");
  await page.locator("#ask-computer").waitFor();
  await step("next");
  await page.locator("#ask-computer").waitFor({ state: "detached" });
  await step("previous");
  await page.locator("#ask-computer").waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("a position is set up with presses, and what cannot be is refused", { timeout: 300_000 }, async () => {
  const visitor = await openBoard({ rules: "kubuguza" });
  const { page } = visitor;
  await page.locator("#edit-position").click();
  await page.locator("#edit-empty").click();
  const press = (hole, times) =>
    page.locator(`.holes button[data-hole="${hole}"]`).click({ clickCount: times });
  await press("B", 3);
  await press("j", 2);
  await page.locator("#edit-seat").selectOption("north");
  const before = page.url();
  await page.locator("#edit-done").click();
  await page.waitForURL((url) => url.href !== before);
  await hasRest(visitor, 0);
  const { start } = await explore({ position: await startOf(visitor) });
  assert.deepEqual([start.holes.south[1], start.holes.north[9], start.to_move], [3, 2, "north"]);
  assert.deepEqual(await visitor.counts(), expectedCounts(start));
  assert.deepEqual(await visitor.axeViolations(), []);
  visitor.assertNoErrors();

  await page.locator("#edit-position").click();
  await page.evaluate(() => {
    const hole = document.querySelector('.holes button[data-hole="B"]');
    for (let times = 0; times < 260; times++) hole.click();
  });
  await page.locator("#edit-done").click();
  await page.locator("#edit-problem:not(:empty)").waitFor();
  await visitor.close();
});

test("a position that cannot be read is refused with a page", { timeout: 300_000 }, async () => {
  for (const query of ["position=kubuguza", "rules=bao"]) {
    const answer = await fetch(`${server.url}/analysis?${query}`, {
      headers: { accept: "text/html" },
    });
    assert.equal(answer.status, 400);
    assert.match(answer.headers.get("content-type"), /html/);
  }
});

test("an address with an action that is not legal shows the position", { timeout: 300_000 }, async () => {
  const visitor = await openBoard({ rules: "kubuguza", play: "A.A.A" });
  const position = await startOf(visitor);
  await visitor.page.locator("#refusal:not(:empty)").waitFor();
  await playOne(visitor, position, [], seededRandom(3));
  await visitor.close();
});
