// The board looks the same in the oldest stated browsers: the browser of this test gets styles without newer features, and
// scripts find no newer objects and methods.
//
// Parts: web/style.css, web/board.css, web/game.css, web/sowing.css, web/learn.css, web/game, pages/src/board

import assert from "node:assert/strict";
import { test } from "node:test";

import { lackingMembers } from "../support/browser-support.mjs";
import { olderStyle } from "../support/style-check.mjs";
import { DESK, PHONE, openVisitor } from "./browser.mjs";
import { begin, isOpen, openList, play } from "./local-game.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const SCREENS = [
  { viewport: PHONE, colorScheme: "light" },
  { viewport: PHONE, colorScheme: "dark" },
  { viewport: DESK, colorScheme: "light" },
];

/** A board that has moved while the page loaded is drawn with its edges at other fractions of a pixel. */
const MAX_DIFFERENCE = 40;

/** What Playwright and these tests need in the page. */
const KEPT = ["BigInt64Array", "BigUint64Array", "scheduler"];

/** Removes objects and members: `[name]` or `[name, member]`. Runs in the page. */
function remove(members) {
  for (const [name, member] of members) {
    if (!member) delete globalThis[name];
    else for (const owner of [globalThis[name], globalThis[name]?.prototype]) if (owner) delete owner[member];
  }
}

/** Opens a visitor whose browser lacks what a stated browser lacks. */
async function openOldVisitor(options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.context.addInitScript(
    remove,
    lackingMembers().filter(([name]) => !KEPT.includes(name)),
  );
  await visitor.context.route("**/*.css*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: olderStyle(await response.text()) });
  });
  return visitor;
}

/** The pixels of a page that has come to rest, without the head, which counts spectators. */
async function picture(visitor, path) {
  await visitor.goto(path);
  await visitor.page.locator("#game[data-ply]:not([data-busy])").waitFor();
  await visitor.waitUntilLoaded();
  return visitor.page.screenshot({ mask: [visitor.page.locator(".game-header")] });
}

/** The largest difference of two pictures, in levels of a colour, of which there are 256, and the pixel that has it. */
async function largestDifference(pictures) {
  const page = await browser.newPage();
  const found = await page.evaluate(
    async (pictures) => {
      const pixels = await Promise.all(
        pictures.map(async (base64) => {
          const image = Object.assign(new Image(), { src: `data:image/png;base64,${base64}` });
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      const [{ data, width }, { data: other }] = pixels;
      const differences = data.map((level, index) => Math.abs(level - other[index]));
      const most = differences.reduce((most, difference) => Math.max(most, difference), 0);
      const pixel = Math.floor(differences.indexOf(most) / 4);
      return { most, x: pixel % width, y: Math.floor(pixel / width) };
    },
    pictures.map((picture) => picture.toString("base64")),
  );
  await page.close();
  return found;
}

/** The paths of the pages with a board. */
async function boardPages() {
  const tables = await Promise.all(["kubuguza", "azigo"].map((rules) => server.createGame(rules)));
  for (const table of tables) await server.playRandomly(table, 9, seededRandom(3));
  return [...tables.map(({ game }) => `/game/${game}`), "/learn/njombwa", "/puzzles/ikibuguzo"];
}

test(
  "a browser without newer features draws every board as a present one does",
  { timeout: 300_000 },
  async () => {
    const paths = await boardPages();
    for (const { viewport, colorScheme } of SCREENS) {
      const present = await openVisitor(browser, server, { viewport, colorScheme });
      const old = await openOldVisitor({ viewport, colorScheme });
      for (const path of paths) {
        const pictures = [await picture(present, path), await picture(old, path)];
        const { most, x, y } = await largestDifference(pictures);
        const where = `${path}, ${colorScheme}, ${viewport.width} pixels`;
        assert.ok(most <= MAX_DIFFERENCE, `${where}: ${most} levels at ${x}, ${y}`);
      }
      for (const visitor of [present, old]) {
        visitor.assertNoErrors();
        await visitor.close();
      }
    }
  },
);

test("a browser without newer features plays", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const visitor = await openOldVisitor({ viewport: PHONE });
  await visitor.signIn(table.south.token);
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator(".holes button[aria-disabled=false]").first().click();
  await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
  await visitor.page.locator("#game[data-ply='1']").waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("a browser without newer features plays without a server", { timeout: 300_000 }, async () => {
  const visitor = await openOldVisitor({ viewport: PHONE });
  await openList(visitor);
  await begin(visitor, "azigo", "computer");
  await isOpen(visitor);
  await play(visitor, seededRandom(1));
  assert.equal(await visitor.page.locator("#game").getAttribute("data-state"), "finished");
  visitor.assertNoErrors();
  await visitor.close();
});
