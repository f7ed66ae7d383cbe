// How to play: on the rules pages, and one press away on the pages of games and lessons.
//
// Parts: web/how-to-play.js, web/rules, web/examples, pages/src/rules

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { openAsPlayer } from "./player.mjs";
import { browser, server } from "./setup.mjs";

const GAMES = ["ikibuguzo", "kubuguza", "njombwa", "azigo"];
const BOX = "#how-to-play .stepper.live";

/** The counts on the example's board. */
const countsOf = (page) =>
  page.evaluate(
    (box) =>
      Object.fromEntries(
        [...document.querySelectorAll(`${box} .stage .hole`)].map((hole) => [
          hole.dataset.hole,
          hole.querySelector(".count").textContent,
        ]),
      ),
    BOX,
  );

/** The counts of the last step, as the server has worked them out. */
const lastCountsOf = (page) =>
  page.evaluate((box) => {
    const { holes } = JSON.parse(document.querySelector(`${box} .steps > li:last-child`).dataset.position);
    const letters = (first, counts) =>
      counts.map((count, index) => [String.fromCharCode(first.charCodeAt(0) + index), String(count)]);
    return Object.fromEntries([...letters("a", holes.north), ...letters("A", holes.south)]);
  }, BOX);

for (const game of GAMES) {
  test(`the example of ${game} moves counter by counter to its end`, { timeout: 300_000 }, async () => {
    const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference" });
    const { page } = visitor;
    await visitor.goto(`/rules/${game}`);
    await page.locator(BOX).waitFor();
    const before = await countsOf(page);
    await page.evaluate((box) => {
      window.seen = new Set();
      const note = () => window.seen.add(document.querySelector(`${box} .stage svg`).textContent);
      new MutationObserver(note).observe(document.querySelector(`${box} .stage svg`), {
        subtree: true,
        childList: true,
        characterData: true,
      });
    }, BOX);
    await page.locator(`${BOX} [data-play]`).click();
    await page.locator(`${BOX}[data-busy]`).waitFor();
    await page.locator(`${BOX}:not([data-busy])`).waitFor();
    const after = await countsOf(page);
    assert.notDeepEqual(after, before);
    assert.deepEqual(after, await lastCountsOf(page));
    assert.ok((await page.evaluate(() => window.seen.size)) > 5, "counters fall one by one");
    await page.locator(`${BOX} [data-to="first"]`).click();
    assert.deepEqual(await countsOf(page), before);
    visitor.assertNoErrors();
    await visitor.close();
  });
}

test("who prefers no motion steps through the example", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/rules/kubuguza");
  await page.locator(BOX).waitFor();
  assert.equal(await page.locator(`${BOX} [data-play]`).isVisible(), false);
  await page.locator(`${BOX} [data-to="on"]`).click();
  assert.deepEqual(await countsOf(page), await lastCountsOf(page));
  await visitor.close();
});

test(
  "how to play is one press away in a game, whose board it leaves alone",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza");
    const visitor = await openAsPlayer(table, "south");
    const { page } = visitor;
    const link = page.locator("a.how-to-play");
    await link.focus();
    await page.keyboard.press("Enter");
    await page.locator(`dialog[open] ${BOX}`).waitFor();
    assert.match(
      await page.locator("dialog p").first().innerText(),
      /first turn that you make nothing is captured/,
    );
    const ply = await page.locator("#game").getAttribute("data-ply");
    await page.locator(`${BOX} [data-to="on"]`).focus();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await countsOf(page), await lastCountsOf(page));
    assert.equal(await page.locator("#game").getAttribute("data-ply"), ply);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.ok(await link.evaluate((link) => link === document.activeElement), "the focus is back");
    visitor.assertNoErrors();
    await visitor.close();
  },
);

for (const game of GAMES) {
  test(`how to play ${game} is accessible`, { timeout: 300_000 }, async () => {
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    await visitor.goto(`/learn/${game}`);
    await page.locator("#game[data-lesson][data-ply]:not([data-busy])").waitFor();
    await page.locator("a.how-to-play").click();
    await page.locator(`dialog[open] ${BOX}`).waitFor();
    await assertLooks(visitor, `how-to-play-${game}`);
    visitor.assertNoErrors();
    await visitor.close();
  });
}
