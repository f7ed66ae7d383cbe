// Nothing on the page jumps when somebody joins, acts, or ends the game; and the focus stays where it was.
//
// Parts: web/style.css, web/game.css, web/board.css, pages/src/game

import assert from "node:assert/strict";
import { test } from "node:test";

import { DESK, PHONE, openVisitor } from "./browser.mjs";
import { startProxy } from "./proxy.mjs";
import { browser, server } from "./setup.mjs";
import { recordShifts, takeShifts } from "./shifts.mjs";

/** The largest cumulative layout shift that counts as good. */
const MAX_SHIFT = 0.05;

let named = 0;

/** A name that nobody has yet, as long as a name can be. */
const longName = () => `Nyirabagenzi-Muhabura-${10 + named++}`;

/** A game with options, by the names of those that need some. */
const RULES = { ikibuguzo: "ikibuguzo:first", njombwa: "njombwa:8" };

const SIZES = [
  { ...PHONE, height: 740 },
  { ...DESK, height: 720 },
];

async function open(table, seat, viewport) {
  const visitor = await openVisitor(browser, server, { viewport });
  if (seat) await visitor.signIn(table[seat].token);
  await visitor.context.addInitScript(recordShifts);
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator("#game[data-live]").waitFor();
  await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
  return visitor;
}

async function act(table) {
  const { seq, view } = await server.api("GET", `/api/games/${table.game}`);
  const seat = view.position.to_move;
  const command = {
    type: "act",
    game: table.game,
    id: crypto.randomUUID(),
    after: seq,
    action: view.position.legal[0],
  };
  await server.api("POST", "/api/commands", command, table[seat].token);
}

for (const rules of ["kubuguza", "azigo", "ikibuguzo:choice"]) {
  for (const viewport of SIZES) {
    test(
      `nothing jumps in a game of ${rules} at ${viewport.width} pixels`,
      { timeout: 300_000 },
      async () => {
        for (const seat of ["south", null]) {
          const table = await server.createGame(rules, { begun: false, clock: "fischer:300+5" });
          await server.claim(table.north.token, longName());
          const visitor = await open(table, seat, viewport);
          const check = async (when) => {
            await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
            const { sum, moved } = await takeShifts(visitor);
            assert.ok(sum <= MAX_SHIFT, `${seat ?? "spectator"}, ${when}: ${sum.toFixed(3)} ${moved}`);
          };
          await check("load");
          await server.api("POST", `/api/games/${table.game}/join`, undefined, table.north.token);
          await check("join");
          await server.arrange(table);
          await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
          await takeShifts(visitor);
          for (const turn of ["first", "second", "third"]) {
            await act(table);
            await check(`${turn} turn`);
          }
          const say = { type: "say", game: table.game, id: "say", text: "Muraho" };
          await server.api("POST", "/api/commands", say, table.north.token);
          await check("talk");
          await server.resign(table);
          await check("end");
          await visitor.close();
        }
      },
    );
  }
}

/** The paths of two pages of each kind with a board. The first one brings the styles into the browser's cache. */
const BOARD_PAGES = {
  lesson: async () => ["/learn/kubuguza", "/learn/azigo"],
  puzzle: async () => ["/puzzles/kubuguza", "/puzzles/azigo"],
  "analysis board": async () => ["/analysis?rules=kubuguza", "/analysis?rules=azigo"],
  "open game": () => twoGames("ikibuguzo:choice", { begun: false }),
  game: () => twoGames("azigo"),
};

async function twoGames(rules, options) {
  const tables = [await server.createGame(rules, options), await server.createGame(rules, options)];
  return tables.map(({ game }) => `/game/${game}`);
}

for (const [name, paths] of Object.entries(BOARD_PAGES)) {
  test(`nothing jumps while a page arrives in parts: ${name}`, { timeout: 300_000 }, async () => {
    for (const viewport of SIZES) {
      const proxy = await startProxy(server);
      const visitor = await openVisitor(browser, server, { baseURL: proxy.url, viewport });
      await visitor.context.addInitScript(recordShifts);
      // A page whose styles are in the cache can be drawn before all of it is there.
      for (const path of await paths()) {
        await visitor.goto(path);
        await visitor.waitUntilLoaded();
        proxy.slow();
      }
      const { sum, moved } = await takeShifts(visitor);
      assert.ok(sum <= MAX_SHIFT, `at ${viewport.width}: ${sum.toFixed(3)} ${moved}`);
      await visitor.close();
      await proxy.close();
    }
  });
}

/** A phone that is wider and higher than the smallest one. */
const LARGE_PHONE = { width: 412, height: 823 };

for (const name of ["ikibuguzo", "kubuguza", "njombwa", "azigo"]) {
  test(
    `nothing jumps when a lesson, a puzzle or the analysis board of ${name} opens`,
    { timeout: 300_000 },
    async () => {
      for (const viewport of [...SIZES, LARGE_PHONE]) {
        for (const path of [`/learn/${name}`, `/puzzles/${name}`, `/analysis?rules=${RULES[name] ?? name}`]) {
          const visitor = await openVisitor(browser, server, { viewport });
          await visitor.context.addInitScript(recordShifts);
          await visitor.goto(path);
          await visitor.page.locator("#game[data-ply]:not([data-busy])").waitFor();
          const { sum, moved } = await takeShifts(visitor);
          assert.ok(sum <= MAX_SHIFT, `${path} at ${viewport.width}: ${sum.toFixed(3)} ${moved}`);
          await visitor.close();
        }
      }
    },
  );
}

const focused = ({ page }) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.dataset.hole ?? element?.id ?? element?.tagName;
  });

test("the focus stays where it was when the page changes by itself", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza", { begun: false });
  const visitor = await open(table, "south", DESK);
  const { page } = visitor;
  const sync = async () => visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
  await page.locator("#seat-buttons button").first().focus();
  await server.api("POST", `/api/games/${table.game}/join`, undefined, table.north.token);
  await sync();
  assert.equal(
    await focused(visitor),
    "state",
    "the invitation is gone: the line that says so has the focus",
  );
  await page.locator('.holes button[data-hole="O"]').focus();
  await act(table);
  await sync();
  assert.equal(await focused(visitor), "O");
  await page.locator("#chat input").focus();
  await act(table);
  await sync();
  assert.equal(await page.evaluate(() => document.activeElement.name), "text");
  await page.locator("#resign").focus();
  await server.api(
    "POST",
    "/api/commands",
    { type: "resign", game: table.game, id: "end" },
    table.north.token,
  );
  await sync();
  assert.equal(await focused(visitor), "player-actions", "its buttons have changed");
  visitor.assertNoErrors();
  await visitor.close();
});
