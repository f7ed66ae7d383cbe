// Actions in the compact form: what a page receives for each, and that the boards are those of the log.
//
// Parts: web/game/compact-events.js, web/game/connection.js, web/local-server, browser, game/src/expansion.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { seededRandom } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { GameTable } from "./table.mjs";

const TIMEOUT = { timeout: 300_000 };

/** Largest number of bytes that a page receives for an action, with the headers of the frames. */
const MAX_BYTES = 150;

const NAMES = ["south", "north", "watcher"];

/** The bytes of an unmasked frame. @param {string} payload */
const frameBytes = (payload) => payload.length + (payload.length > 125 ? 4 : 2);

/** Opens a profile that keeps the texts of its sockets in `sent` and `received`. */
async function openRecorded() {
  const visitor = await openVisitor(browser, server);
  await visitor.context.addInitScript(() => localStorage.setItem("ikibuguzo.game", '{"speed":"off"}'));
  const sent = [];
  const received = [];
  visitor.page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => sent.push(payload));
    socket.on("framereceived", ({ payload }) => received.push(payload));
  });
  return Object.assign(visitor, { sent, received });
}

/** A game with both players and a spectator, whose pages have the local server. @param {(() => void)} [script] */
async function openTable(rules, script) {
  const game = await server.createGame(rules);
  await server.arrange(game);
  const table = new GameTable(server, game, { inputs: { south: "pointer", north: "pointer" } });
  for (const name of NAMES) {
    const visitor = await openRecorded();
    if (script) await visitor.context.addInitScript(script);
    await table.join(name, visitor);
    await hasForm(visitor, true);
  }
  return table;
}

/** Waits until the page has joined for a form, and is answered. @param {boolean} isCompact */
async function hasForm({ page, sent, received }, isCompact) {
  const isJoin = (text) => text.startsWith('{"type":"join"');
  const isAnswer = (text) => text.startsWith('{"type":"game"');
  for (;;) {
    const joins = sent.filter(isJoin);
    const isWanted = joins.length > 0 && joins.at(-1).includes('"compact":true') === isCompact;
    if (isWanted && received.filter(isAnswer).length === joins.length) return;
    await page.waitForTimeout(20);
  }
}

const isAction = (text) => /"type":"(acted|ack)"|"kind":"acted"/.test(text);

async function closeAll(table) {
  for (const visitor of Object.values(table.visitors)) {
    visitor.assertNoErrors();
    await visitor.close();
  }
}

for (const rules of ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo"]) {
  test(`an action of ${rules} costs a page at most ${MAX_BYTES} bytes`, TIMEOUT, async () => {
    const table = await openTable(rules);
    const random = seededRandom(83);
    for (let turn = 0; turn < 8; turn++) {
      for (const { received } of Object.values(table.visitors)) received.length = 0;
      assert.ok(await table.playTurn(random), "the boards are those of the log");
      for (const [name, { received }] of Object.entries(table.visitors)) {
        const texts = received.filter(isAction);
        const bytes = texts.reduce((sum, text) => sum + frameBytes(text), 0);
        assert.ok(bytes > 0 && bytes <= MAX_BYTES, `${name}: ${texts.join(" ")}`);
      }
    }
    await closeAll(table);
  });
}

test("a page whose local server stops goes on with full events", TIMEOUT, async () => {
  const table = await openTable("kubuguza", () => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(path) {
        super(path);
        window.localServer = this;
      }
    };
  });
  const random = seededRandom(84);
  await table.playTurn(random);
  for (const { page } of Object.values(table.visitors))
    await page.evaluate(() => window.localServer.dispatchEvent(new Event("error")));
  await table.playTurn(random);
  for (const visitor of Object.values(table.visitors)) await hasForm(visitor, false);
  for (const { received } of Object.values(table.visitors)) received.length = 0;
  await table.playTurn(random);
  for (const { received } of Object.values(table.visitors))
    assert.ok(received.some((text) => text.includes('"kind":"acted"')));
  await closeAll(table);
});
