// What a player needs is on the screen together, without scrolling: the board, both names with their clocks, and the
// choice to be made.
//
// Parts: web/style.css, web/game.css, web/board.css, pages/src/board

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { SCREENS, assertLooks, hiddenWidth } from "./looks.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { MIN_TARGET, SMALL_SCREENS, cutParts, smallTargets } from "./small-screens.mjs";

/** 1280 × 720 at a zoom of 200 %, in CSS pixels. */
const ZOOMED = [640, 360];

/** A game of Kubuguza in which South can sow a hole both ways: `hole`. */
async function createTwoWayGame() {
  const table = await server.createGame("kubuguza", { clock: "fischer:300+5" });
  const random = seededRandom(1);
  for (;;) {
    const { to_move, legal } = (await server.view(table.game)).position;
    const clockwise = to_move === "south" && legal.find((action) => action.endsWith("<"));
    if (clockwise) return { table, token: table.south.token, hole: clockwise[0] };
    await server.playRandomly(table, 1, random);
  }
}

/** A game of Azigo in which South may also enter its store. */
async function createAzigoGame() {
  const table = await server.createGame("azigo", { clock: "fischer:300+5" });
  await server.playRandomly(table, 8, seededRandom(3));
  return { table, token: table.south.token };
}

async function createGameWithChoice() {
  const { table, seat } = await server.createGameWithTwoChoices();
  return { table, token: table[seat].token };
}

for (const [name, create] of Object.entries({
  "a hole that can be sown both ways": createTwoWayGame,
  "a store that can be entered": createAzigoGame,
  "a choice in the middle of a turn": createGameWithChoice,
})) {
  test(`board, players and question are on one screen: ${name}`, { timeout: 300_000 }, async () => {
    const { table, token, hole } = await create();
    const visitor = await openVisitor(browser, server);
    await visitor.signIn(token);
    await visitor.goto(`/game/${table.game}`);
    const { page } = visitor;
    await page.locator("#game[data-live]").waitFor();
    if (hole) await page.locator(`.holes button[data-hole="${hole}"]`).click();
    await page.locator("#action-choice button[data-action]").first().waitFor();
    for (const [width, height] of [...SCREENS, ZOOMED]) {
      await visitor.resize([width, height]);
      const parts = ["#board svg", ".player[data-seat=south]", ".player[data-seat=north]", "#action-choice"];
      for (const part of [...parts, ...(await clocksOf(page))]) {
        const { x, y, width: partWidth, height: partHeight } = await page.locator(part).boundingBox();
        const box = `${part} of ${width} × ${height}: ${[x, y, x + partWidth, y + partHeight].map(Math.round)}`;
        assert.ok(x >= 0 && y >= 0 && x + partWidth <= width && y + partHeight <= height, box);
      }
    }
    await assertLooks(visitor, name.replaceAll(" ", "-"));
    visitor.assertNoErrors();
    await visitor.close();
  });
}

/** The smallest width and height of a hole in CSS pixels. */
const MIN_HOLE = { kubuguza: 32, "njombwa:9": 32, "njombwa:10": 32, azigo: 28 };

/** The smallest width and height of a hole of any game on a phone that is 360 pixels wide. */
const MIN_HOLE_ON_PHONE = { kubuguza: 36, "njombwa:9": 32, "njombwa:10": 32, azigo: 36 };

for (const rules of Object.keys(MIN_HOLE)) {
  test(`holes are large enough for a finger on small screens: ${rules}`, { timeout: 300_000 }, async () => {
    const table = await server.createGame(rules, { clock: "fischer:300+5" });
    await server.arrange(table);
    const offer = { type: "offer_draw", game: table.game, id: "draw" };
    await server.api("POST", "/api/commands", offer, table.north.token);
    const visitor = await openVisitor(browser, server);
    await visitor.signIn(table.south.token);
    await visitor.goto(`/game/${table.game}`);
    const { page } = visitor;
    await page.locator("#game[data-live]").waitFor();
    for (const [width, height, text] of SMALL_SCREENS) {
      await visitor.setTextSize(text);
      await visitor.resize([width, height]);
      const where = `${width} × ${height}, text of ${text} pixels`;
      const smallest = await smallestHole(page);
      const least = width === 360 && text === 16 ? MIN_HOLE_ON_PHONE[rules] : MIN_HOLE[rules];
      assert.ok(smallest >= least, `a hole of ${smallest} pixels: ${where}`);
      assert.deepEqual(await cutParts(page), [], `cut: ${where}`);
      assert.deepEqual(
        ...(await sizesOfDrawing(page)),
        `the style and the script have different sizes: ${where}`,
      );
      for (const part of [".player[data-seat=south] .clock", '#offers [data-do="accept"]']) {
        const { x, y, width: partWidth, height: partHeight } = await page.locator(part).boundingBox();
        const isInView = x >= 0 && y >= 0 && x + partWidth <= width && y + partHeight <= height;
        assert.ok(isInView && (await isOnTop(page, part)), `${part}: ${where}`);
      }
    }
    visitor.assertNoErrors();
    await visitor.close();
  });
}

/** The smallest side of a hole that can be pressed. */
const smallestHole = (page) =>
  page.evaluate(() => {
    const holes = [...document.querySelectorAll('.holes button:not([data-hole="*"])')];
    const boxes = holes.map((hole) => hole.getBoundingClientRect());
    return Math.min(...boxes.flatMap(({ width, height }) => [width, height]));
  });

/** Whether nothing covers the middle of a part. */
const isOnTop = (page, part) =>
  page.evaluate((part) => {
    const shown = document.querySelector(part);
    const { left, top, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }, part);

/** The width and the height of the drawing: those of the script, and those of the style. */
const sizesOfDrawing = (page) =>
  page.evaluate(() => {
    const { width, height } = document.querySelector("#board .board").viewBox.baseVal;
    const style = getComputedStyle(document.querySelector("#board"));
    return [[width, height], ["--wide", "--high"].map((name) => Number(style.getPropertyValue(name)))];
  });

/** The paths of pages with every kind of control, and who opens them. */
async function pagesOfControls() {
  const played = await server.createGame("azigo", { clock: "fischer:300+5" });
  const offer = { type: "offer_draw", game: played.game, id: "draw" };
  await server.api("POST", "/api/commands", offer, played.north.token);
  const open = await server.createGame("kubuguza", { begun: false });
  const finished = await server.createFinishedGame("kubuguza");
  const games = [played, open, finished].map(({ game, south }) => [`/game/${game}`, south.token]);
  return [
    ...games,
    ["/"],
    ["/you"],
    ["/learn/kubuguza"],
    ["/puzzles/azigo"],
    ["/analysis?rules=kubuguza"],
    ["/offline"],
  ];
}

/** The links of the head whose text is wider than they are, so that it covers the next one. */
const overfullLinks = (page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll("header.site a")];
    return links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent);
  });

test("everything that is pressed is large enough for a finger", { timeout: 300_000 }, async () => {
  for (const [path, token] of await pagesOfControls()) {
    const visitor = await openVisitor(browser, server, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    if (token) await visitor.signIn(token);
    await visitor.goto(path);
    await visitor.waitUntilLoaded();
    assert.deepEqual(await smallTargets(visitor.page, MIN_TARGET), [], path);
    assert.deepEqual(await overfullLinks(visitor.page), [], path);
    visitor.assertNoErrors();
    await visitor.close();
  }
});

/** Paths of pages of text, lists and forms. */
const TEXT_PAGES = [
  "/",
  "/api",
  "/errors",
  "/forms",
  "/games",
  "/leaderboards",
  "/learn",
  "/live",
  "/offline",
  "/puzzles",
  "/rules",
  "/rules/ikibuguzo",
  "/stats",
  "/tournaments",
  "/you",
];

test("no page of text is wider than a small screen", { timeout: 300_000 }, async () => {
  await server.createFinishedGame("azigo");
  const visitor = await openVisitor(browser, server, {});
  const wide = [];
  for (const path of TEXT_PAGES) {
    await visitor.goto(path);
    await visitor.waitUntilLoaded();
    for (const [width, height, text] of SMALL_SCREENS) {
      await visitor.setTextSize(text);
      await visitor.resize([width, height]);
      const hidden = await hiddenWidth(visitor);
      if (hidden) wide.push(`${path} at ${width} × ${height}, text ${text}: ${hidden}`);
    }
  }
  assert.deepEqual(wide, []);
  visitor.assertNoErrors();
  await visitor.close();
});

test("both players have the same page", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { clock: "fischer:300+5" });
  await server.playRandomly(table, 6, seededRandom(2));
  const visitors = { south: null, north: null };
  for (const seat of ["south", "north"]) {
    visitors[seat] = await openVisitor(browser, server);
    await visitors[seat].signIn(table[seat].token);
    await visitors[seat].goto(`/game/${table.game}`);
  }
  const below = ["#steps", "#replay", "#last-action"];
  for (const when of ["while they play", "after the end"]) {
    if (when === "after the end") {
      await server.resign(table);
      below.push("#analysis");
    }
    const { seq } = (await server.events(table.game)).at(-1);
    for (const visitor of Object.values(visitors)) await visitor.waitForEvent(seq);
    for (const [width, height] of SCREENS) {
      const tops = {};
      for (const [seat, visitor] of Object.entries(visitors)) {
        const { page } = visitor;
        await visitor.resize([width, height]);
        const other = seat === "south" ? "north" : "south";
        const rows = [`.player[data-seat=${other}]`, "#board", `.player[data-seat=${seat}]`];
        tops[seat] = await page.evaluate(
          (parts) => parts.map((part) => Math.round(document.querySelector(part).getBoundingClientRect().y)),
          [...rows, ...below],
        );
      }
      assert.deepEqual(tops.north, tops.south, `${when}, ${width} × ${height}`);
    }
  }
  for (const visitor of Object.values(visitors)) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});

const clocksOf = async (page) =>
  (await page.locator(".player .clock").count())
    ? ["south", "north"].map((seat) => `.player[data-seat=${seat}] .clock`)
    : [];

test("a question stands beside its hole and moves nothing", { timeout: 300_000 }, async () => {
  const { table, token, hole } = await createTwoWayGame();
  const visitor = await openVisitor(browser, server);
  await visitor.signIn(token);
  await visitor.goto(`/game/${table.game}`);
  const { page } = visitor;
  await page.locator("#game[data-live]").waitFor();
  const positions = async () =>
    page.evaluate(() =>
      [...document.querySelectorAll("#board, .player, #steps, #turns")].map(
        (part) => part.getBoundingClientRect().y,
      ),
    );
  const before = await positions();
  const button = page.locator(`.holes button[data-hole="${hole}"]`);
  await button.click();
  const choice = await page.locator("#action-choice").boundingBox();
  assert.deepEqual(await positions(), before);
  const { x, y, width, height } = await button.boundingBox();
  assert.ok(
    choice.x <= x + width / 2 && x + width / 2 <= choice.x + choice.width,
    "it is above or below the hole",
  );
  assert.ok(
    Math.abs(choice.y + choice.height - y) < 8 || Math.abs(choice.y - y - height) < 40,
    "it touches the hole",
  );
  const arrows = await page.locator("#action-choice .direction").allInnerTexts();
  assert.deepEqual([...arrows].sort(), ["←", "→"]);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.hole), hole);
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "Azigo fills a wide screen, is folded on a phone, and its store is pressed itself",
  { timeout: 300_000 },
  async () => {
    const { table, token } = await createAzigoGame();
    const wide = await openVisitor(browser, server, { viewport: { width: 1920, height: 950 } });
    const phone = await openVisitor(browser, server, { viewport: { width: 360, height: 740 } });
    const holeWidths = [];
    for (const visitor of [wide, phone]) {
      await visitor.signIn(token);
      await visitor.goto(`/game/${table.game}`);
      await visitor.page.locator("#game[data-live]").waitFor();
      holeWidths.push((await visitor.page.locator('.hole[data-hole="A"] .pit').boundingBox()).width);
    }
    assert.ok(holeWidths[0] > 60 && holeWidths[1] > 24, String(holeWidths));
    const facing = await Promise.all(
      ["A", "t"].map((hole) => phone.page.locator(`.holes button[data-hole="${hole}"]`).boundingBox()),
    );
    assert.equal(facing[0].x, facing[1].x, "opposite holes stay opposite");
    const { legal, ply } = (await server.view(table.game, token)).position;
    assert.ok(legal.includes("*"));
    await phone.page.locator('.holes button[data-hole="*"][aria-disabled="false"]').click();
    if (legal.includes("*>")) await phone.page.locator('#action-choice button[data-action="*"]').click();
    await phone.page.locator(`#game[data-ply="${ply + 1}"]`).waitFor();
    for (const visitor of [wide, phone]) {
      visitor.assertNoErrors();
      await visitor.close();
    }
  },
);
