// A visitor who plays games in the browser, without a server.

import assert from "node:assert/strict";

import { openVisitor } from "./browser.mjs";
import { pick } from "./server.mjs";
import { browser, server } from "./setup.mjs";

/** Opens the page that begins games, when it can be used. */
export async function openOffline(options) {
  const visitor = await openVisitor(browser, server, options);
  await openList(visitor);
  return visitor;
}

/** Opens the page with the list of games. */
export async function openList(visitor) {
  await visitor.goto("/offline");
  await visitor.page.locator("#local-game-form fieldset:enabled").waitFor();
}

/** Begins a game from the list of games. @param {"computer" | "two"} way @returns {Promise<string>} its id */
export async function begin({ page }, rules, way, { level = "bot:1", starts = "me" } = {}) {
  const name = rules.split(":")[0];
  await page.locator(`#local-game-form input[name="game"][value="${name}"]`).check({ force: true });
  const variants = page.locator(`#local-game-form [name="rules-${name}"]`);
  if (await variants.isVisible()) await variants.selectOption(rules);
  await page.locator('#local-game-form [name="level"]').selectOption(level);
  await page.locator('#local-game-form [name="starts"]').selectOption(starts);
  await page.locator(`#local-game-form button[value="${way}"]`).click();
  await page.waitForURL(/\/offline\/[^?]+\?game=[0-9a-z]{12}$/);
  return new URL(page.url()).searchParams.get("game");
}

/** Waits until the page shows the game, or that the device is to be passed on. */
export async function isOpen({ page }) {
  await page.locator("#game[data-live], #game[data-passed]").first().waitFor({ state: "attached" });
}

/** What the visitor can do now, once nothing moves: `over`, `take` the device, or press one of some buttons. */
export async function findNext({ page }) {
  const found = await page.waitForFunction(() => {
    const game = document.querySelector("#game");
    if (!document.querySelector("#hand-over")?.hidden) return { take: true };
    if ("busy" in game.dataset || !("live" in game.dataset)) return null;
    if (game.dataset.state === "finished") return { over: true };
    const choices = [
      ...document.querySelectorAll("#action-choice button[data-action], #arrays button[data-array]"),
    ];
    const holes = [...document.querySelectorAll('#game .holes button[aria-disabled="false"]')];
    const buttons = choices.length ? choices : holes;
    const selectors = buttons.map((button) => {
      const [name] = ["action", "array", "hole"].filter((name) => name in button.dataset);
      return `#game button[data-${name}="${button.dataset[name]}"]`;
    });
    return selectors.length ? { selectors } : null;
  });
  return found.jsonValue();
}

/** Takes the device from the other player. */
export async function take({ page }) {
  await page.locator("#take-device").click();
  await page.locator("#hand-over").waitFor({ state: "hidden" });
}

/** Does what the game asks for: takes the device, picks an array, or plays a random action. False if the game is over. */
export async function playOn(visitor, random) {
  const next = await findNext(visitor);
  if (next.over) return false;
  if (next.take) await take(visitor);
  else await press(visitor, pick(next.selectors, random));
  return true;
}

/** Presses a button. Those of arrays go away when the array is picked. */
export async function press({ page }, selector) {
  await page.locator(selector).click();
  if (selector.includes("data-array")) await page.locator(selector).waitFor({ state: "detached" });
}

/** Plays to the end, or a number of steps. */
export async function play(visitor, random, steps = 2_000) {
  for (let step = 0; step < steps; step++) if (!(await playOn(visitor, random))) return;
  assert.ok(steps < 2_000, "the game has no end");
}

/** The entries that the browser keeps of a game. @returns {Promise<string[]>} */
export async function keptLog({ page }, game) {
  return page.evaluate(async (game) => {
    const opened = indexedDB.open("ikibuguzo");
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const entries = opened.result.transaction("entries").objectStore("entries");
    const all = entries.getAll(IDBKeyRange.bound([game, 0], [game, Infinity]));
    await new Promise((resolve) => (all.onsuccess = resolve));
    opened.result.close();
    return all.result;
  }, game);
}

/** The text of the file that a press saves. */
export async function savedText({ page }, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const stream = await download.createReadStream();
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
