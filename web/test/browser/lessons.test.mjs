// The lessons: each is solved on the page as its data says, a wrong turn is explained, and a first game has hints.
//
// Parts: web/lesson, web/learn, pages/lessons, pages/src/learn

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { SCREENS, assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";
import { tabTo } from "./table.mjs";

const GAMES = ["ikibuguzo", "kubuguza", "njombwa", "azigo"];

const readLessons = (game) =>
  JSON.parse(readFileSync(new URL(`../../../pages/lessons/${game}.json`, import.meta.url), "utf8"));

const hasVerdict = (visitor, verdict) =>
  visitor.page.locator(`#game[data-verdict="${verdict}"]:not([data-busy])`).waitFor();

async function openLesson(game, name, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(`/learn/${game}${name ? `#${name}` : ""}`);
  await visitor.page.locator("#game[data-lesson][data-ply]:not([data-busy])").waitFor();
  return visitor;
}

/** Presses what an action needs, and waits until it is played. */
async function playAction({ page }, action, ply) {
  const answer = page.locator(`#action-choice button[data-action="${action}"]`);
  const isPlayed = () =>
    page.waitForFunction((ply) => Number(document.querySelector("#game")?.dataset.ply) >= ply, ply);
  if (!(await answer.isVisible())) {
    await page.locator(`.holes button[data-hole="${action[0]}"][aria-disabled="false"]`).click();
    await Promise.race([isPlayed(), answer.waitFor()]);
  }
  if (await answer.isVisible()) await answer.click();
  await isPlayed();
}

/** Plays the learner's turns of a solution; the page plays the opponent's. */
async function playSolution(visitor, { solution, goal }) {
  if (goal.array) return visitor.page.locator(`button[data-array="${goal.array}"]`).click();
  let ply = 0;
  for (const [number, turn] of solution.split(" ").entries()) {
    const actions = turn.split(".");
    if (number % 2 === 0)
      for (const [index, action] of actions.entries()) await playAction(visitor, action, ply + index + 1);
    ply += actions.length;
    if (number % 2 === 1) await visitor.page.locator(`#game[data-ply="${ply}"]:not([data-busy])`).waitFor();
  }
}

for (const game of GAMES) {
  test(
    `every lesson of ${game} is solved on the page, and the next one follows`,
    { timeout: 300_000 },
    async () => {
      const lessons = readLessons(game);
      const visitor = await openLesson(game);
      const { page } = visitor;
      for (const [number, lesson] of lessons.entries()) {
        await page.locator(`#game[data-lesson="${lesson.name}"]:not([data-busy])`).waitFor();
        await playSolution(visitor, lesson);
        await hasVerdict(visitor, "solved");
        const isLast = number === lessons.length - 1;
        assert.equal(await page.locator("#next").isVisible(), !isLast, lesson.name);
        if (!isLast) await page.locator("#next").click();
      }
      assert.equal(await page.locator("#lessons .done").count(), lessons.length);
      assert.ok(await page.locator("#play-now").isVisible());
      await visitor.goto("/learn");
      const progress = page.locator(`[data-game="${game}"] .progress`);
      await page.waitForFunction((game) => {
        const text = document.querySelector(`[data-game="${game}"] .progress`)?.textContent;
        return /done/.test(text ?? "");
      }, game);
      assert.match(await progress.innerText(), new RegExp(`${lessons.length} of ${lessons.length}`));
      visitor.assertNoErrors();
      await visitor.close();
    },
  );
}

test(
  "a wrong turn says why it misses the goal, and the lesson begins again",
  { timeout: 300_000 },
  async () => {
    const wrong = [
      ["kubuguza", "sow", "E", /H, not in G/],
      ["kubuguza", "relay", "C", /2 laps, not 3/],
      ["kubuguza", "capture", "E", /captured nothing/],
      ["kubuguza", "sow-on", "H", /captured 6 counters, not 11/],
      ["kubuguza", "protect", "I", /North can now capture 5 counters: with h/],
      ["kubuguza", "win", "C", /The game goes on/],
      ["azigo", "enter", "B", /did not enter the store/],
    ];
    for (const [game, lesson, hole, reason] of wrong) {
      const visitor = await openLesson(game, lesson);
      const { page } = visitor;
      const before = await visitor.counts();
      await page.locator(`.holes button[data-hole="${hole}"]`).click();
      await hasVerdict(visitor, "missed");
      assert.match(await page.locator("#verdict").innerText(), reason);
      assert.equal(await page.evaluate(() => document.activeElement?.id), "try-again");
      assert.equal(
        await page.locator('.holes button[aria-disabled="false"]').count(),
        0,
        "nothing more is played",
      );
      await page.keyboard.press("Enter");
      await page.locator('#game[data-ply="0"]:not([data-verdict])').waitFor();
      assert.deepEqual(await visitor.counts(), before);
      assert.equal(await page.locator("#lessons .done").count(), 0);
      visitor.assertNoErrors();
      await visitor.close();
    }
  },
);

test("a hint shows what holes would do, and the answer can be shown", { timeout: 300_000 }, async () => {
  const visitor = await openLesson("kubuguza", "choice");
  const { page } = visitor;
  await page.locator('.holes button[data-hole="E"]').hover();
  assert.equal(await page.locator("#effects").isVisible(), false);
  await page.locator("#hint").click();
  assert.match(await page.locator("#hint-text").innerText(), /O/);
  await page.locator('.holes button[data-hole="E"]').hover();
  await page.locator("#effects:not(:empty)").waitFor();
  await page.locator("#show-answer").focus();
  await page.keyboard.press("Enter");
  await page.locator('#game[data-verdict="shown"][data-ply="2"]:not([data-busy])').waitFor();
  assert.equal(await page.locator("#lessons .done").count(), 0, "it is not done by that");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "try-again");
  await page.keyboard.press("Enter");
  await page.locator('#game[data-ply="0"]:not([data-verdict])').waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("#board"));
  visitor.assertNoErrors();
  await visitor.close();
});

test("a lesson is done by keyboard alone, and its words are read out", { timeout: 300_000 }, async () => {
  const visitor = await openLesson("kubuguza", "relay");
  const { page } = visitor;
  await page.keyboard.press("Tab");
  await tabTo(visitor, ".holes button", "Tab");
  await page.locator('.holes button[data-hole="F"]').focus();
  await page.keyboard.press("Enter");
  await hasVerdict(visitor, "solved");
  const described = await page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-describedby");
    return [document.activeElement?.id, document.getElementById(id)?.textContent];
  });
  assert.deepEqual(described, ["next", "Goal reached."]);
  const live = page.locator('[role="status"]');
  assert.match((await live.allInnerTexts()).join(" "), /South sows F.*relay from H and L/);
  await page.keyboard.press("Enter");
  await page.locator('#game[data-lesson="capture"]:not([data-busy])').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "lesson-title");
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "letter keys play in a lesson, and a choice within the turn takes the focus",
  { timeout: 300_000 },
  async () => {
    const visitor = await openLesson("kubuguza", "choice");
    const { page } = visitor;
    const focus = (wanted) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), `${wanted}:not([hidden])`);
    await page.locator("#hint").focus();
    await page.keyboard.press("Enter");
    await focus("#show-answer");
    await page.locator('.holes button[data-hole="E"]').focus();
    await page.keyboard.press("o");
    await focus('#action-choice button[data-action="A"]');
    const list = page.locator("#action-choice ul");
    assert.equal(await list.getAttribute("aria-labelledby"), "question");
    assert.match(await page.locator("#question").innerText(), /3 counters in hand at A/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await hasVerdict(visitor, "solved");
    await focus("#next");
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("the lessons end in a first game with hints", { timeout: 300_000 }, async () => {
  const visitor = await openLesson("kubuguza");
  const { page } = visitor;
  await page.locator("#play-first-game").dblclick();
  await page.waitForURL(/\/game\//);
  const token = await visitor.token();
  const { name } = await server.api("GET", "/api/players/me", undefined, token);
  const own = await server.api("GET", `/api/games?state=live&player=${name}`, undefined, token);
  assert.equal(own.games.length, 1, "a double press makes one game");
  await page.locator("#game-hint:not(:empty)").waitFor();
  assert.match(await page.locator("#game-hint").innerText(), /no hole captures anything now/);
  assert.match(await page.locator("#game .player .name").allInnerTexts().then(String), /computer|level/i);
  await page.locator("#settings summary").click();
  await page.locator("#set-hints").uncheck();
  assert.equal(await page.locator("#game-hint").isVisible(), false);
  visitor.assertNoErrors();
  await visitor.close();
});

for (const starts of ["me", "opponent"]) {
  test(
    `hints are on the screen with the board if ${starts === "me" ? "I begin" : "the computer begins"}`,
    { timeout: 300_000 },
    async () => {
      const guest = await server.createGuest();
      const hints = JSON.stringify({ hints: true });
      for (const rules of ["kubuguza", "njombwa:8", "azigo"]) {
        const request = {
          id: `hints-${rules.replace(":", "-")}`,
          rules,
          starts,
          public: false,
          opponent: "bot:1",
        };
        const { game } = await server.api("POST", "/api/games", request, guest.token);
        const visitor = await openVisitor(browser, server);
        const { page } = visitor;
        await visitor.signIn(guest.token);
        await visitor.context.addInitScript((hints) => localStorage.setItem("ikibuguzo.game", hints), hints);
        await visitor.goto(`/game/${game}`);
        const hint = page.locator("#game-hint:not(:empty)");
        await hint.waitFor();
        for (const [width, height] of SCREENS) {
          await visitor.resize([width, height]);
          for (const part of [
            "#game-hint",
            ".player[data-seat=south]",
            ".player[data-seat=north]",
            "#board svg",
          ]) {
            const box = await page.locator(part).boundingBox();
            const where = `${rules}, ${part} of ${width} × ${height}: ${box.y} + ${box.height}`;
            assert.ok(box.y >= 0 && box.y + box.height <= height, where);
          }
        }
        const edge = await page.locator("#game-hint").evaluate((hint) => {
          hint.textContent = "";
          return getComputedStyle(hint).borderInlineStartColor;
        });
        assert.equal(edge, "rgba(0, 0, 0, 0)", "without a hint its box is not seen");
        visitor.assertNoErrors();
        await visitor.close();
      }
    },
  );
}

test("a lesson with a verdict and a hint is accessible", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/learn/azigo");
  await page.locator("#game[data-lesson][data-ply]:not([data-busy])").waitFor();
  await page.locator('.holes button[data-hole="F"]').click();
  await hasVerdict(visitor, "missed");
  await page.locator("#hint").click();
  await assertLooks(visitor, "lesson-missed");
  await visitor.close();
});
