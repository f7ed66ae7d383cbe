// Games without a server: against the computer and of two people at one device, in a browser whose network is off.
//
// Parts: web/offline, web/offline.js, web/offline-game.js, web/local-server, pages/src/offline.rs, pages/src/game/offline.rs, browser, game/src/offline

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { TIMEOUT, openVisitor } from "./browser.mjs";
import {
  begin,
  findNext,
  isOpen,
  keptLog,
  openList,
  openOffline,
  play,
  playOn,
  savedText,
  take,
} from "./local-game.mjs";
import { assertLooks } from "./looks.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { MIN_TARGET, SMALL_SCREENS, cutParts, smallTargets } from "./small-screens.mjs";

const RULES = ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo"];

/** Requests that cannot be answered by files that a browser keeps. */
const asksServer = ({ requests }) => requests.filter((url) => /\/api\/|\/game\//.test(url));

for (const rules of RULES)
  test(
    `a whole game of ${rules} against the computer asks the server for nothing`,
    { timeout: 300_000 },
    async () => {
      const visitor = await openOffline();
      const game = await begin(visitor, rules, "computer", { starts: "opponent", level: "bot:2" });
      await isOpen(visitor);
      await visitor.context.setOffline(true);
      await play(visitor, seededRandom(5));
      assert.equal(await visitor.page.locator("#game").getAttribute("data-state"), "finished");
      assert.deepEqual(asksServer(visitor), []);
      await assertRecord(visitor, game);
      visitor.assertNoErrors();
      await visitor.close();
    },
  );

/** The saved record replays in the engine of the terminal client, and has the actions of the kept log. */
async function assertRecord(visitor, game) {
  const text = await savedText(visitor, () => visitor.page.locator("#save-record").click());
  const file = join(mkdtempSync(join(tmpdir(), "ikibuguzo-record-")), "game.txt");
  writeFileSync(file, text);
  // The client reads its server from the same variable.
  const { IKIBUGUZO_SERVER: _, ...env } = process.env;
  execFileSync(terminalClient(), ["verify", file], { env });
  assert.match(text, new RegExp(`^\\[Game "${game}"\\]$`, "m"));
  const facts = (await keptLog(visitor, game)).map((entry) => JSON.parse(entry).fact);
  const actions = facts.filter(({ kind }) => kind === "acted").map(({ payload }) => payload.action);
  const played = text
    .split("\n\n")[1]
    .split(/\s+/)
    .filter((word) => word && !/^\d+\.$/.test(word))
    .slice(0, -1)
    .flatMap((turn) => turn.split("."));
  assert.deepEqual(played, actions);
}

/** The terminal client beside the server's program. */
const terminalClient = () => server.program.replace(/ikibuguzo-server$/, "ikibuguzo");

for (const rules of RULES)
  test(`two people at one device play ${rules} to its end`, { timeout: 300_000 }, async () => {
    const visitor = await openOffline();
    await begin(visitor, rules, "two");
    await isOpen(visitor);
    await play(visitor, seededRandom(6));
    assert.equal(await visitor.page.locator("#game").getAttribute("data-state"), "finished");
    assert.deepEqual(asksServer(visitor), []);
    assert.equal(
      await visitor.page.locator("#send-to-server").isVisible(),
      false,
      "the server takes no game of two people",
    );
    visitor.assertNoErrors();
    await visitor.close();
  });

test(
  "what one player has chosen in secret is gone when the other one takes the device",
  { timeout: 300_000 },
  async () => {
    const visitor = await openOffline();
    const { page } = visitor;
    const game = await begin(visitor, "ikibuguzo:choice", "two");
    await isOpen(visitor);
    assert.match(await page.locator("#hand-over").innerText(), /South is next/);
    assert.equal(
      await page.locator(".split").isVisible(),
      false,
      "nothing shows before the player has the device",
    );
    await page.locator("#take-device").click();
    await page.locator('#arrays button[data-array="second"]').click();
    await page.locator("#hand-over", { hasText: "North is next" }).waitFor();
    assert.equal(await page.locator(".split").isVisible(), false);
    await page.reload();
    await page.locator("#hand-over", { hasText: "North is next" }).waitFor();
    await page.locator("#take-device").click();
    await page.locator('#arrays button[data-array="first"]').waitFor();
    assert.equal(await page.locator(".array.sealed").count(), 0);
    await page.locator('#arrays button[data-array="first"]').click();
    await page.locator('#game[data-state="playing"]').waitFor();
    assert.equal((await keptLog(visitor, game)).filter((entry) => entry.includes('"arranged"')).length, 2);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("a player of Azigo sees its own store and not that of the other one", { timeout: 300_000 }, async () => {
  const visitor = await openOffline();
  const { page } = visitor;
  await begin(visitor, "azigo", "two");
  await isOpen(visitor);
  const stores = async () => {
    const { south, north } = await visitor.counts();
    return [south, north].map((count) => /\d/.test(count));
  };
  const random = seededRandom(2);
  for (const [seat, seen] of [
    ["South", [true, false]],
    ["North", [false, true]],
    ["South", [true, false]],
  ]) {
    await page.locator("#hand-over", { hasText: `${seat} is next` }).waitFor();
    await take(visitor);
    assert.deepEqual(await stores(), seen, seat);
    while (!(await findNext(visitor)).take) await playOn(visitor, random);
  }
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "a game goes on after a reload and in another tab, with what was played",
  { timeout: 300_000 },
  async () => {
    const visitor = await openOffline();
    const game = await begin(visitor, "kubuguza", "computer");
    await isOpen(visitor);
    await play(visitor, seededRandom(3), 3);
    await findNext(visitor);
    const before = [await visitor.counts(), await keptLog(visitor, game)];
    await visitor.page.reload();
    await isOpen(visitor);
    await findNext(visitor);
    assert.deepEqual([await visitor.counts(), await keptLog(visitor, game)], before);
    await openList(visitor);
    await visitor.page.locator(`#kept-games li[data-game="${game}"] > a`).click();
    await isOpen(visitor);
    await findNext(visitor);
    assert.deepEqual(await visitor.counts(), before[0]);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

/** Presses a hole that can be sown at this moment, by its place among them: the other tab may change the board in the next one. */
const pressHole = ({ page }, index) =>
  page.evaluate(
    (index) =>
      [...document.querySelectorAll('#game .holes button[aria-disabled="false"]')].at(index)?.click(),
    index,
  );

/** The length of a log, once it is longer than before. */
async function longerLog(visitor, game, before) {
  for (const end = Date.now() + TIMEOUT; ;) {
    const { length } = await keptLog(visitor, game);
    if (length > before) return length;
    assert.ok(Date.now() < end, "nothing is kept");
  }
}

test("two tabs with one game have one history", { timeout: 300_000 }, async () => {
  const visitor = await openOffline();
  const game = await begin(visitor, "kubuguza", "two");
  await isOpen(visitor);
  const other = Object.assign(Object.create(visitor), { page: await visitor.context.newPage() });
  await other.goto(visitor.page.url());
  await isOpen(other);
  // Without notices between tabs: the database alone decides.
  await other.page.evaluate(() =>
    addEventListener("storage", (event) => event.stopImmediatePropagation(), true),
  );
  for (let turn = 0; turn < 4; turn++) {
    const before = (await keptLog(visitor, game)).length;
    await Promise.all([pressHole(visitor, 0), pressHole(other, -1)]);
    const head = await longerLog(visitor, game, before);
    for (const { page } of [visitor, other])
      await page.locator(`#game[data-head="${head}"]:not([data-busy])`).waitFor();
    assert.deepEqual(await visitor.counts(), await other.counts());
  }
  const seqs = (await keptLog(visitor, game)).map((entry) => JSON.parse(entry).seq);
  assert.deepEqual(
    seqs,
    seqs.map((_, index) => index + 1),
  );
  visitor.assertNoErrors();
  await visitor.close();
});

/** Room for a few games, in bytes. */
const LITTLE_ROOM = 400_000;

/** Fills the browser's database with something else until it has no room, or empties it again. */
const fill = ({ page }, isFull) =>
  page.evaluate(async (isFull) => {
    const opened = indexedDB.open("ikibuguzo");
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const change = (make) =>
      new Promise((resolve) => {
        const transaction = opened.result.transaction("entries", "readwrite");
        make(transaction.objectStore("entries"));
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => resolve(false);
      });
    await change((entries) => entries.delete(IDBKeyRange.bound(["filler", 0], ["filler", Infinity])));
    let number = 0;
    for (let size = isFull ? 65_536 : 0; size >= 1; size /= 4) {
      const add = (entries) => entries.add("x".repeat(size), ["filler", number++]);
      while (await change(add)) continue;
    }
    opened.result.close();
  }, isFull);

test(
  "a turn that the browser has no room for is not played, and the page says why",
  { timeout: 300_000 },
  async () => {
    const visitor = await openVisitor(browser, server);
    const { page } = visitor;
    const session = await visitor.context.newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: server.url, quotaSize: LITTLE_ROOM });
    await openList(visitor);
    const game = await begin(visitor, "kubuguza", "two");
    await isOpen(visitor);
    await play(visitor, seededRandom(3), 1);
    await findNext(visitor);
    const before = [await visitor.counts(), await keptLog(visitor, game)];
    await fill(visitor, true);
    const hole = page.locator('#game .holes button[aria-disabled="false"]').first();
    await hole.click();
    await page.locator("#refusal", { hasText: "no room" }).waitFor();
    assert.deepEqual([await visitor.counts(), await keptLog(visitor, game)], before);
    await fill(visitor, false);
    await hole.click();
    await page.locator(`#game[data-head="${before[1].length + 1}"]`).waitFor();
    assert.equal((await keptLog(visitor, game)).length, before[1].length + 1);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("a browser that keeps nothing says so before a game begins", { timeout: 300_000 }, async () => {
  const visitor = await openOffline();
  await visitor.context.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  await openList(visitor);
  await visitor.page.locator('#local-game-form button[value="two"]').click();
  await visitor.page.locator("#local-game-form [role=alert]", { hasText: "keeps no data" }).waitFor();
  assert.match(visitor.page.url(), /\/offline$/);
  visitor.assertNoErrors();
  await visitor.close();
});

test("games are saved in one file, and deleted after a question", { timeout: 300_000 }, async () => {
  const visitor = await openOffline();
  const { page } = visitor;
  const games = [];
  for (const rules of ["kubuguza", "azigo"]) {
    games.push(await begin(visitor, rules, "computer"));
    await isOpen(visitor);
    await play(visitor, seededRandom(4), 2);
    await openList(visitor);
  }
  const text = await savedText(visitor, () => page.locator("#save-all").click());
  assert.deepEqual(
    text.match(/^\[Game .*$/gm),
    games.reverse().map((game) => `[Game "${game}"]`),
  );
  const [last, first] = games.map((game) => page.locator(`#kept-games li[data-game="${game}"]`));
  await last.locator('[data-do="delete"]').click();
  await last.locator('[data-do="keep"]').click();
  await last.locator('[data-do="delete"]').click();
  await last.locator('[data-do="delete-yes"]').click();
  await last.waitFor({ state: "detached" });
  assert.equal(await first.count(), 1);
  assert.deepEqual(await keptLog(visitor, games[0]), []);
  await visitor.goto(`/offline/azigo?game=${games[0]}`);
  await page.locator("#connection-notice", { hasText: "does not keep this game" }).waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "a turn is taken back, and the rematch is another game in this browser",
  { timeout: 300_000 },
  async () => {
    const visitor = await openOffline();
    const { page } = visitor;
    const game = await begin(visitor, "kubuguza", "computer");
    await isOpen(visitor);
    await findNext(visitor);
    const start = await visitor.counts();
    await playOn(visitor, seededRandom(1));
    await findNext(visitor);
    await page.locator("#offer-a-takeback").click();
    await page.locator('#game[data-ply="0"]:not([data-busy])').waitFor();
    assert.deepEqual(await visitor.counts(), start);
    await page.locator("#resign").click();
    await page.locator("#resign-yes").click();
    await page.locator("#offer-a-rematch").click();
    await page.waitForURL((url) => /game=/.test(url.search) && url.searchParams.get("game") !== game);
    await isOpen(visitor);
    await findNext(visitor);
    assert.equal(await page.locator("#game").getAttribute("data-role"), "north");
    await openList(visitor);
    await page.locator("#kept-games li").nth(1).waitFor();
    assert.equal(await page.locator("#kept-games li").count(), 2);
    visitor.assertNoErrors();
    await visitor.close();
  },
);

/** Opens the list, a game in which an array is to be picked, one in play, and a screen. */
async function* openScreens(visitor) {
  for (const rules of ["ikibuguzo:choice", "azigo"]) {
    await openList(visitor);
    await begin(visitor, rules, "computer");
    await isOpen(visitor);
    await findNext(visitor);
    yield `offline-${rules.split(":")[0]}`;
  }
  await play(visitor, seededRandom(7));
  yield "offline-finished";
  await openList(visitor);
  await visitor.page.locator('[data-do="delete"]').last().click();
  yield "offline-list";
  await begin(visitor, "azigo", "two");
  await isOpen(visitor);
  yield "offline-screen";
}

test("every screen fits small screens, fingers and screen readers", { timeout: 600_000 }, async () => {
  const visitor = await openVisitor(browser, server, { hasTouch: true });
  const { page } = visitor;
  for await (const name of openScreens(visitor)) {
    await assertLooks(visitor, name);
    for (const [width, height, text] of SMALL_SCREENS) {
      await visitor.setTextSize(text);
      await visitor.resize([width, height]);
      assert.deepEqual(
        await cutParts(page),
        [],
        `cut: ${name} at ${width} × ${height}, text of ${text} pixels`,
      );
    }
    await visitor.setTextSize(16);
    await visitor.resize([360, 740]);
    assert.deepEqual(await smallTargets(page, MIN_TARGET), [], name);
  }
  visitor.assertNoErrors();
  await visitor.close();
});
