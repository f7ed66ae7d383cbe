// The talk of the players: folded on a phone with a badge of new lines, and hidden if its player is muted.
//
// Parts: web/game/chat.js, web/game/unread-badge.js, web/game/muted-players.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { DESK, PHONE, openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";

const SMALL = { ...PHONE, height: 740 };

let commands = 0;

async function say(table, seat, text) {
  const command = { type: "say", game: table.game, id: `say-${commands++}`, text };
  await server.api("POST", "/api/commands", command, table[seat].token);
}

async function open(table, seat, options) {
  const visitor = await openVisitor(browser, server, options);
  if (seat) await visitor.signIn(table[seat].token);
  await visitor.goto(`/game/${table.game}`);
  await visitor.page.locator("#game[data-live]").waitFor();
  await visitor.waitForEvent((await server.events(table.game)).at(-1).seq);
  return visitor;
}

/** Waits until the page knows the newest event. */
async function sync(visitor, table) {
  const { seq } = (await server.events(table.game)).at(-1);
  await visitor.page.locator(`#game[data-head="${seq}"]`).waitFor();
}

const lines = ({ page }) => page.locator("#chat-messages li:not([hidden])").allInnerTexts();

test(
  "on a phone the talk is folded, and a badge counts the new lines and leads there",
  { timeout: 300_000 },
  async () => {
    const table = await server.createGame("kubuguza");
    await say(table, "north", "Muraho");
    const visitor = await open(table, "south", { viewport: SMALL });
    const { page } = visitor;
    const badge = page.locator("#unread-badge");
    assert.equal(await badge.isVisible(), false, "what was said before is no news");
    assert.equal(await page.locator("#chat input").isVisible(), false);
    await say(table, "north", "Amakuru?");
    await badge.getByText("1 new line", { exact: true }).waitFor();
    await say(table, "south", "Ni meza");
    await say(table, "north", "Nihoreho");
    await badge.getByText("2 new lines").waitFor();
    assert.deepEqual(await visitor.axeViolations(), []);
    await badge.click();
    await page.locator("#chat input").waitFor();
    await badge.waitFor({ state: "hidden" });
    assert.equal((await lines(visitor)).length, 4);
    await say(table, "north", "Urakoze");
    await sync(visitor, table);
    assert.equal(await badge.isVisible(), false, "a line in sight is read");
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("a player mutes the opponent, in this browser and in later games", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const visitor = await open(table, "south", { viewport: DESK });
  const { page } = visitor;
  await say(table, "north", "one");
  await page.locator("#chat-messages li").waitFor();
  await page.locator("#mute-north").click();
  await page.getByRole("button", { name: `Show what ${table.north.name} says` }).waitFor();
  assert.deepEqual(await lines(visitor), []);
  const announced = await page.locator("#announcements").innerText();
  await say(table, "north", "two");
  await say(table, "south", "mine");
  await sync(visitor, table);
  assert.deepEqual(await lines(visitor), [`${table.south.name} mine`]);
  assert.doesNotMatch(await page.locator("#announcements").innerText(), /two/);
  assert.match(announced, /one/);
  assert.equal(await page.locator("#mute-south").count(), 0, "nobody mutes themself");
  await page.reload();
  await page.locator("#game[data-live]").waitFor();
  await page.locator("#chat-messages li").nth(2).waitFor({ state: "attached" });
  assert.deepEqual(await lines(visitor), [`${table.south.name} mine`]);
  await page.locator("#mute-north").click();
  assert.equal((await lines(visitor)).length, 3);
  visitor.assertNoErrors();
  await visitor.close();
});

test("a player blocks the opponent beside the talk", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const visitor = await open(table, "south", { viewport: DESK });
  const { page } = visitor;
  await say(table, "north", "one");
  await page.locator("#chat-messages li").waitFor();
  await page.getByRole("button", { name: `Block ${table.north.name}` }).click();
  await page.getByRole("button", { name: `Unblock ${table.north.name}` }).waitFor();
  assert.deepEqual(await lines(visitor), []);
  const { players } = await server.api("GET", "/api/blocks", undefined, table.south.token);
  assert.deepEqual(players, [table.north.name]);
  visitor.assertNoErrors();
  await visitor.close();
});

test("a spectator mutes either player", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  for (const seat of ["south", "north"]) await say(table, seat, `from ${seat}`);
  const visitor = await open(table, null, { viewport: DESK });
  await visitor.page.locator("#mute-south").click();
  assert.deepEqual(await lines(visitor), [`${table.north.name} from north`]);
  await visitor.page.locator("#mute-north").click();
  assert.deepEqual(await lines(visitor), []);
  await visitor.page.locator("#mute-south").click();
  assert.deepEqual(await lines(visitor), [`${table.south.name} from south`]);
  visitor.assertNoErrors();
  await visitor.close();
});

test("the talk is accessible", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  await say(table, "north", "Muraho");
  const visitor = await open(table, "south", { viewport: SMALL });
  const { page } = visitor;
  await page.locator("#chat-panel summary").click();
  await page.locator("#mute-north").click();
  await assertLooks(visitor, "talk");
  visitor.assertNoErrors();
  await visitor.close();
});

test("a message is sent once, and the next one can be typed at once", { timeout: 300_000 }, async () => {
  const table = await server.createGame("kubuguza");
  const visitor = await open(table, "south");
  const input = visitor.page.locator("#chat input");
  await input.fill("Muraho");
  await input.evaluate(({ form }) => [form.requestSubmit(), form.requestSubmit()]);
  await input.fill("Amakuru?");
  await visitor.page.locator("#chat-messages li").getByText("Muraho").waitFor();
  await sync(visitor, table);
  assert.equal(await input.inputValue(), "Amakuru?");
  const said = (await server.events(table.game)).filter((event) => event.kind === "said");
  assert.deepEqual(
    said.map(({ text }) => text),
    ["Muraho"],
  );
  visitor.assertNoErrors();
  await visitor.close();
});
