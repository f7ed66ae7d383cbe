// A finger aims at small holes: it sees the hole under it magnified, slides to the right one, and lets go.
//
// Parts: web/game/hole-aim.js, web/game/board-view.js, web/game/settings.js, web/game.css, web/board.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

/** A phone on which a hole of Kubuguza is narrower than a finger. */
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Opens a game as South, who is to move; `finger` touches the middle of a hole, or a point. */
async function openGame(rules, { settings, ...options } = PHONE) {
  const table = await server.createGame(rules);
  const visitor = await openVisitor(browser, server, options);
  await visitor.signIn(table.south.token);
  await visitor.context.addInitScript(
    (settings) => settings && localStorage.setItem("ikibuguzo.game", JSON.stringify(settings)),
    settings,
  );
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator(".holes button[aria-disabled=false]").first().waitFor();
  const session = await visitor.context.newCDPSession(visitor.page);
  const finger = async (type, target) => {
    const touchPoints = target ? [typeof target === "string" ? await middleOf(visitor, target) : target] : [];
    await session.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  return { table, visitor, finger };
}

async function middleOf({ page }, hole) {
  const { x, y, width, height } = await page.locator(`.holes button[data-hole="${hole}"]`).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Two legal holes beside one another. */
async function neighbours({ game }) {
  const { legal } = (await server.view(game)).position;
  const letters = legal.filter((action) => /^[A-Z]$/.test(action));
  const first = letters.find((hole) => letters.includes(String.fromCharCode(hole.charCodeAt(0) + 1)));
  return [first, String.fromCharCode(first.charCodeAt(0) + 1)];
}

/** Waits for the first action, compares it, and closes the page. */
async function assertSown({ table, visitor }, hole) {
  await visitor.page.locator("#game[data-ply='1']").waitFor();
  const acted = (await server.events(table.game)).filter(({ kind }) => kind === "acted");
  assert.deepEqual(
    acted.map(({ action }) => action),
    [hole],
  );
  visitor.assertNoErrors();
  await visitor.close();
}

test("sliding to another hole sows that one, which is shown magnified", { timeout: 300_000 }, async () => {
  const { table, visitor, finger } = await openGame("kubuguza");
  const [wrong, right] = await neighbours(table);
  const magnified = visitor.page.locator("#magnifier .letter");
  await finger("touchStart", wrong);
  assert.equal(await magnified.textContent(), wrong);
  await finger("touchMove", right);
  assert.equal(await magnified.textContent(), right);
  const seen = await visitor.page.locator("#magnifier").boundingBox();
  assert.ok(seen.x >= 0 && seen.x + seen.width <= 360 && seen.y >= 0, "it is on the screen");
  assert.ok(seen.y + seen.height < (await middleOf(visitor, right)).y, "no finger covers it");
  await finger("touchEnd");
  assert.ok(await visitor.page.locator("#magnifier").isHidden());
  await assertSown({ table, visitor }, right);
});

test("a tap sows its hole", { timeout: 300_000 }, async () => {
  const { table, visitor, finger } = await openGame("kubuguza");
  const [hole] = await neighbours(table);
  await finger("touchStart", hole);
  await finger("touchEnd");
  await assertSown({ table, visitor }, hole);
});

test("letting go far from all legal holes sows none", { timeout: 300_000 }, async () => {
  const { table, visitor, finger } = await openGame("kubuguza");
  const [wrong, right] = await neighbours(table);
  await finger("touchStart", wrong);
  await finger("touchMove", { x: 180, y: 700 });
  assert.ok(await visitor.page.locator("#magnifier").isHidden());
  await finger("touchEnd");
  await finger("touchStart", wrong);
  await finger("touchMove", right);
  await finger("touchEnd");
  await assertSown({ table, visitor }, right);
});

for (const [name, options, isOn] of [
  ["holes narrower than a finger", PHONE, true],
  ["large holes", { ...PHONE, viewport: { width: 412, height: 823 } }, false],
  [
    "large holes of a visitor who wants it",
    { ...PHONE, viewport: { width: 412, height: 823 }, settings: { aim: true } },
    true,
  ],
  ["small holes of a visitor who does not want it", { ...PHONE, settings: { aim: false } }, false],
])
  test(`aiming is ${isOn ? "on" : "off"} for ${name}`, { timeout: 300_000 }, async () => {
    const { table, visitor, finger } = await openGame("kubuguza", options);
    const [hole] = await neighbours(table);
    await finger("touchStart", hole);
    assert.equal(await visitor.page.locator("#magnifier").isVisible(), isOn);
    await finger("touchCancel");
    assert.equal(await visitor.page.locator("#set-aim").isChecked(), isOn);
    visitor.assertNoErrors();
    await visitor.close();
  });
