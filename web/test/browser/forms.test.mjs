// The pages without scripts, in a browser that runs none: a whole game, controls large enough for a finger, and how the
// pages look.
//
// Parts: web/forms.css, pages/src/forms, server/src/web/forms

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";

const OLD_PHONE = { width: 320, height: 480 };

/** The smallest width and height of a control in CSS pixels. */
const MIN_CONTROL = 44;

/** The smallest width of a hole of each game on a screen that is 320 pixels wide. */
const MIN_HOLE = { "ikibuguzo:choice": 40, kubuguza: 40, "njombwa:10": 32, azigo: MIN_CONTROL };

/** The game that is played to its end; `server/tests/it/forms/games.rs` does it for each game. A turn takes 3 seconds. */
const WHOLE_GAME = "kubuguza";

/** Number of presses after which the visitor resigns: in that game, and in the others. */
const MAX_PRESSES = { whole: 60, others: 4 };

const openWithoutScripts = () =>
  openVisitor(browser, server, { viewport: OLD_PHONE, javaScriptEnabled: false });

/** Begins a game with the form of the first page. */
async function begin({ page }, way, { rules, starts = "me", level = "bot:1" }) {
  await page.selectOption("select[name=rules]", rules);
  await page.selectOption("select[name=starts]", starts);
  await page.selectOption("select[name=level]", level);
  await page.click(`button[name=way][value=${way}]`);
}

/** The buttons of the visitor's turn. */
const turn = ({ page }) => page.locator("button[name=action], button[name=array]");

/** Waits until it is the visitor's turn, or the game is over: the page loads itself again. */
const waitForTurn = ({ page }) =>
  page.locator("button[name=action], button[name=array], button[value=offer_rematch]").first().waitFor();

/** The controls that are smaller than a finger needs, each with its size. Holes have a smaller width. */
const smallControls = ({ page }, minHole) =>
  page.evaluate(
    ([minControl, minHole]) => {
      const controls = [...document.querySelectorAll("button, a, select, summary, input:not([type=hidden])")];
      const sizes = controls.map((control) => {
        const { width, height } = control.getBoundingClientRect();
        return { control, width, height, least: control.closest(".holes") ? minHole : minControl };
      });
      const isSmall = ({ width, height, least }) => width > 0 && (width < least || height < minControl);
      return sizes
        .filter(isSmall)
        .map(({ control, width, height }) => `${control.outerHTML.slice(0, 80)}: ${width} × ${height}`);
    },
    [MIN_CONTROL, minHole],
  );

async function assertFits(visitor, rules) {
  // A click does not wait for the style of the page that it leads to.
  await visitor.page.waitForLoadState("load");
  assert.deepEqual(await smallControls(visitor, MIN_HOLE[rules]), []);
  assert.equal(
    await visitor.page.evaluate(() => document.documentElement.scrollWidth),
    OLD_PHONE.width,
    "the page does not scroll sideways",
  );
}

for (const rules of Object.keys(MIN_HOLE)) {
  test(`a game against the computer without scripts: ${rules}`, { timeout: 300_000 }, async () => {
    const visitor = await openWithoutScripts();
    await visitor.goto("/forms");
    await assertFits(visitor, rules);
    await begin(visitor, "computer", { rules });
    const presses = rules === WHOLE_GAME ? MAX_PRESSES.whole : MAX_PRESSES.others;
    for (let press = 0; press < presses; press++) {
      await waitForTurn(visitor);
      const count = await turn(visitor).count();
      if (!count) break;
      if (press < 3) await assertFits(visitor, rules);
      await turn(visitor)
        .nth((7 * press) % count)
        .click();
    }
    await waitForTurn(visitor);
    if (await turn(visitor).count()) {
      await visitor.page.click("summary");
      await visitor.page.click("button[value=resign]");
    }
    await visitor.page.locator("button[value=offer_rematch]").waitFor();
    assert.match(await visitor.page.locator("#state").textContent(), /You (won|lost)|A draw/);
    await assertFits(visitor, rules);
    visitor.assertNoErrors();
    await visitor.close();
  });
}

test("a visitor without scripts comes from the first page, and from an invitation", async () => {
  const maker = await openWithoutScripts();
  await maker.goto("/");
  await maker.page.locator(".more a[href='/forms']").click();
  await begin(maker, "friend", { rules: "kubuguza" });
  const invitation = await maker.page.locator(".card a").first().getAttribute("href");
  await assertFits(maker, "kubuguza");
  const guest = await openWithoutScripts();
  await guest.goto(new URL(invitation).pathname);
  await guest.page.locator("#invitation a[href^='/forms/']").click();
  await assertFits(guest, "kubuguza");
  await guest.page.click("button[value=sit]");
  await turn(maker).first().waitFor();
  await turn(maker).first().click();
  await turn(guest).first().waitFor();
  for (const visitor of [maker, guest]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

test("what a player says stands on the page of the other, who waits", async () => {
  const table = await server.createGame("kubuguza");
  const visitor = await openWithoutScripts();
  await visitor.goto("/forms");
  await begin(visitor, "friend", { rules: "kubuguza" });
  const game = new URL(visitor.page.url()).pathname.split("/").pop();
  await server.api("POST", `/api/games/${game}/join`, undefined, table.north.token);
  const say = { type: "say", game, id: "hello", text: "Muraho!" };
  await server.api("POST", "/api/commands", say, table.north.token);
  await visitor.page.getByText("North says: Muraho!").waitFor();
  await visitor.close();
});

test("the pages without scripts look well on each screen", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  await visitor.goto("/forms");
  await assertLooks(visitor, "forms");
  await begin(visitor, "computer", { rules: "azigo" });
  await turn(visitor).first().waitFor();
  await assertLooks(visitor, "forms-azigo");
  await visitor.goto("/forms");
  await begin(visitor, "computer", { rules: "kubuguza" });
  await turn(visitor).first().click();
  await waitForTurn(visitor);
  await assertLooks(visitor, "forms-kubuguza");
  visitor.assertNoErrors();
  await visitor.close();
});
