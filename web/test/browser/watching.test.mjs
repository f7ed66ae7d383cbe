// People who watch and read: a reader is not dragged along, counters that move never fall behind for long, a page
// without scripts says the same; and a game from the first page to its rematch.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, expected, visitor } from "./browser.mjs";
import { chance } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const boardAt = (events, ply) => events.find((event) => event.position?.ply === ply).position;
const head = async (game) => (await server.events(game)).at(-1).seq;

test("whoever reads an earlier turn is not dragged to the end", { timeout: 60_000 }, async () => {
  const table = await server.game("kubuguza");
  await server.play(table, 12, chance(5));
  const reader = await visitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.sees(await head(table.game));
  for (let steps = 0; steps < 4; steps++) await reader.page.locator('#steps [data-step="previous"]').click();
  const before = Number(await reader.page.locator("#game").getAttribute("data-ply"));
  await server.play(table, 6, chance(6));
  await reader.page.locator("#fresh:not(:empty)").waitFor();
  const events = await server.events(table.game);
  assert.equal(Number(await reader.page.locator("#game").getAttribute("data-ply")), before);
  assert.deepEqual(await reader.counts(), expected(boardAt(events, before)));
  await reader.page.locator("#live").click();
  await reader.sees(events.at(-1).seq);
  assert.deepEqual(await reader.counts(), expected(events.findLast((event) => event.position).position));
  reader.contented();
  await reader.leave();
});

/** Which ply's turn is marked and can be seen in the list, and how far the page itself has been scrolled. */
const inTheList = (page) =>
  page.evaluate(() => {
    const list = document.querySelector("#turns ol").getBoundingClientRect();
    const turn = document.querySelector("#turns a[aria-current]");
    const { top, bottom } = turn?.getBoundingClientRect() ?? {};
    return {
      ply: top >= list.top && bottom <= list.bottom ? Number(turn.dataset.ply) : null,
      scrolled: scrollY,
    };
  });

test("the list of turns goes along with whoever steps through a long game", { timeout: 60_000 }, async () => {
  const table = await server.game("njombwa:10");
  await server.play(table, 90, chance(4));
  const plies = (await server.events(table.game)).findLast((event) => event.kind === "acted").ply;
  const reader = await visitor(browser, server);
  await reader.goto(`/game/${table.game}`);
  await reader.page.locator("#game[data-live]").waitFor();
  assert.deepEqual(await inTheList(reader.page), { ply: plies, scrolled: 0 });
  for (let steps = 0; steps < 50; steps++) await reader.page.keyboard.press("ArrowLeft");
  assert.deepEqual(await inTheList(reader.page), { ply: plies - 50, scrolled: 0 });
  await reader.page.locator('#steps [data-step="first"]').click();
  await reader.page.locator('#steps [data-step="next"]').click();
  assert.deepEqual(await inTheList(reader.page), { ply: 1, scrolled: 0 });
  await reader.page.locator('#steps [data-step="last"]').click();
  assert.deepEqual(await inTheList(reader.page), { ply: plies, scrolled: 0 });
  reader.contented();
  await reader.leave();
});

test("a game that is over has nothing live to go back to", { timeout: 60_000 }, async () => {
  const table = await server.game("kubuguza");
  await server.play(table, 6, chance(5));
  const reader = await visitor(browser, server);
  await reader.goto(`/game/${table.game}?ply=2`);
  await reader.page.locator("#live").waitFor();
  await server.api(
    "POST",
    "/api/commands",
    { type: "resign", game: table.game, id: "resign" },
    table.south.token,
  );
  await reader.page.locator('#game[data-state="finished"]').waitFor();
  assert.equal(await reader.page.locator("#live").isVisible(), false);
  await reader.page.locator('#steps [data-step="last"]').click();
  await reader.sees(await head(table.game));
  reader.contented();
  await reader.leave();
});

test("counters that move catch up with the game", { timeout: 90_000 }, async () => {
  const table = await server.game("njombwa:8");
  const watcher = await visitor(browser, server, { reducedMotion: "no-preference", viewport: PHONE });
  await watcher.goto(`/game/${table.game}`);
  await watcher.sees(await head(table.game));
  await server.play(table, 40, chance(8));
  const events = await server.events(table.game);
  await watcher.sees(events.at(-1).seq);
  assert.deepEqual(await watcher.counts(), expected(events.findLast((event) => event.position).position));
  watcher.contented();
  await watcher.leave();
});

test("without scripts a game can be read ply by ply", { timeout: 60_000 }, async () => {
  const table = await server.game("kubuguza");
  await server.play(table, 9, chance(9));
  const events = await server.events(table.game);
  const reader = await visitor(browser, server, { javaScriptEnabled: false });
  await reader.goto(`/game/${table.game}`);
  for (const ply of [9, 8, 7]) {
    assert.deepEqual(await reader.counts(), expected(boardAt(events, ply)), `the board at ply ${ply}`);
    if (ply > 7) await reader.page.locator('#steps a[data-step="previous"]').click();
  }
  await reader.leave();
});

test(
  "when a game is over its players still see who is there to play again",
  { timeout: 60_000 },
  async () => {
    const table = await server.game("kubuguza");
    const people = {};
    for (const name of ["south", "north", "watcher"]) {
      people[name] = await visitor(browser, server);
      if (table[name]) await people[name].become(table[name].token);
      await people[name].goto(`/game/${table.game}`);
    }
    const { south, north, watcher } = people;
    const ofNorth = (person, text) =>
      person.page
        .locator('#game[data-state="finished"] .player[data-seat="north"] .there')
        .getByText(text, { exact: true })
        .waitFor();
    await server.api(
      "POST",
      "/api/commands",
      { type: "resign", game: table.game, id: "resign" },
      table.south.token,
    );
    await Promise.all([ofNorth(south, "here"), ofNorth(watcher, "here"), ofNorth(north, "you")]);
    await north.leave();
    await ofNorth(south, "not here");
    const told = watcher.page.locator('.player[data-seat="north"] .there');
    await watcher.page.waitForFunction((place) => place?.textContent === "", await told.elementHandle());
    south.contented();
    await Promise.all([south.leave(), watcher.leave()]);
  },
);

test("whoever waits alone withdraws the game", { timeout: 60_000 }, async () => {
  const host = await visitor(browser, server);
  await host.goto("/");
  await host.page.getByRole("button", { name: "Invite a friend" }).click();
  await host.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  await host.page.locator("#withdraw").click();
  await host.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "finished");
  assert.equal(await host.page.locator("#withdraw, #invitation:visible, #offer-a-rematch").count(), 0);
  host.contented();
  await host.leave();
});

test("a game from the first page to its rematch", { timeout: 90_000 }, async () => {
  const [host, guest] = [await visitor(browser, server), await visitor(browser, server, { viewport: PHONE })];
  await host.goto("/");
  await host.page.getByText("Kubuguza", { exact: true }).first().click();
  await host.page.getByRole("button", { name: "Invite a friend" }).click();
  await host.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  const first = host.page.url();
  await guest.goto(new URL(first).pathname);
  await guest.page.locator("#sit-down").click();
  for (const person of [host, guest]) {
    await person.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "playing");
  }
  await host.page.locator("#resign").click();
  await host.page.locator("#resign-yes").click();
  for (const person of [host, guest]) {
    await person.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "finished");
  }
  await host.page.locator("#offer-a-rematch").click();
  await guest.page.locator('#doing button[data-do="accept"]').first().click();
  for (const person of [host, guest]) {
    await person.page.waitForURL((url) => url.href !== first && url.pathname.startsWith("/game/"));
    await person.page.waitForFunction(() => document.querySelector("#game")?.dataset.state === "playing");
    person.contented();
  }
  await Promise.all([host.leave(), guest.leave()]);
});
