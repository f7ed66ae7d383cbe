// Two people play a whole random game of each of the four games in two browsers, one of them with the keyboard alone;
// a third watches from the middle on; one loses the line and comes back. Every board shows the log at every ply.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, visitor } from "./browser.mjs";
import { openLine } from "./proxy.mjs";
import { chance } from "./server.mjs";
import { browser, server } from "./setup.mjs";
import { Table } from "./table.mjs";

/** After so many actions the third one comes, the line is cut, and the line is there again. */
const WATCHED = 6;
const CUT = 12;
const MENDED = 14;

for (const [seed, rules] of ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"].entries()) {
  test(`a whole game of ${rules}`, { timeout: 300_000 }, async () => {
    const random = chance(seed + 1);
    const line = await openLine(server);
    const table = new Table(server, await server.game(rules), {
      hands: { south: "keyboard", north: "pointer" },
    });
    await table.seat("south", await visitor(browser, server));
    await table.seat("north", await visitor(browser, server, { baseURL: line.url, viewport: PHONE }));
    if (rules === "ikibuguzo:choice") await table.arrange(random);
    let away;
    for (let played = 0; ; played++) {
      if (played === WATCHED) await table.seat("watcher", await visitor(browser, server));
      if (played === CUT) away = await lose(line, table);
      if (played === MENDED) await comeBack(line, table, away);
      // Who is away cannot play.
      if (away && !table.people.north && (await server.view(table.game)).position.to_move === "north") {
        await server.play(table, 1, random);
        // A key that is pressed before its page has heard of that would play nothing.
        await table.compare();
      } else if (!(await table.turn(random))) break;
    }
    if (away) await comeBack(line, table, away);
    await table.compare();
    assert.equal((await server.view(table.game)).state, "finished");
    for (const person of Object.values(table.people)) {
      assert.equal(await person.page.locator("#game").getAttribute("data-state"), "finished");
      await person.leave();
    }
    await line.close();
  });
}

/** The line of North is cut: the page says that what it shows is not live. */
async function lose(line, table) {
  const away = table.people.north;
  delete table.people.north;
  line.cut();
  await away.page.locator("#game .not-live").waitFor({ state: "visible" });
  return away;
}

/** The line is there again: the page catches up by itself. */
async function comeBack(line, table, away) {
  if (table.people.north) return;
  line.mend();
  table.people.north = away;
  await away.page.locator("#game .not-live").waitFor({ state: "hidden" });
  await table.compare();
}
