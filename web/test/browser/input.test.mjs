// What a hand does by accident: a press that the game or an answer overtakes, a double press, and what is still known of
// a position that was taken back; and a token that another tab has replaced.

import assert from "node:assert/strict";
import { test } from "node:test";

import { visitor } from "./browser.mjs";
import { chance } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const head = async (game) => (await server.events(game)).at(-1).seq;
const view = (game, ply) => server.api("GET", `/api/games/${game}/plies/${ply}`);

let commands = 0;
const say = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, id: `hand-${commands++}`, ...command }, players[seat].token);

const act = (table, seat, ply, action) => say(table, seat, { type: "act", ply, action });

async function takeBack(table, seat, other) {
  const { seq } = await say(table, seat, { type: "offer_takeback" });
  await say(table, other, { type: "answer_takeback", offer: seq, accept: true });
}

async function sits(table, seat, settings = {}) {
  const person = await visitor(browser, server);
  await person.become(table[seat].token);
  await person.context.addInitScript(
    (kept) => localStorage.setItem("ikibuguzo.game", kept),
    JSON.stringify(settings),
  );
  await person.goto(`/game/${table.game}`);
  // Before that, the board is the one that the server has drawn, and nobody listens yet.
  await person.page.locator("#game[data-live]").waitFor();
  await person.sees(await head(table.game));
  return person;
}

/** A game in which one of South's holes captures otherwise after North has played something else. */
async function forked() {
  for (let seed = 1; ; seed++) {
    const table = await server.game("kubuguza");
    const random = chance(seed);
    await server.play(table, 11, random);
    const { position, previews: norths } = await view(table.game, 11);
    if (position?.to_move !== "north") continue;
    const seen = new Map();
    for (const { action } of norths) {
      await act(table, "north", 11, action);
      const { position: after, previews } = await view(table.game, 12).catch(() => ({}));
      if (after?.to_move !== "south") break;
      for (const { action: hole, captured } of previews) {
        const before = seen.get(hole);
        if (before && captured && before.captured && captured !== before.captured) {
          await takeBack(table, "north", "south");
          return { table, hole, one: before, other: { north: action, captured } };
        }
        if (!before) seen.set(hole, { north: action, captured });
      }
      await takeBack(table, "north", "south");
    }
  }
}

test("after a takeback a choice tells what it would do now", { timeout: 120_000 }, async () => {
  const { table, hole, one, other } = await forked();
  const south = await sits(table, "south", { confirm: true });
  const asked = south.page.locator(`#ask button[data-action="${hole}"]`);
  for (const { north, captured } of [one, other]) {
    await act(table, "north", 11, north);
    await south.sees(await head(table.game));
    await south.page.locator(`.holes button[data-hole="${hole}"]`).click();
    await asked.getByText(/captur/).waitFor();
    assert.match(await asked.textContent(), new RegExp(`captur\\w+ ${captured}\\b`));
    await south.page.keyboard.press("Escape");
    await takeBack(table, "north", "south");
    await south.sees(await head(table.game));
  }
  south.contented();
  await south.leave();
});

/** Holds back what each action would do until it is let go. */
async function heldPreviews(page) {
  const waiting = [];
  await page.route(/\/plies\//, (route) => waiting.push(route));
  return async () => {
    for (const route of waiting.splice(0)) await route.continue();
  };
}

/** A game in which South can sow a hole both ways: that hole, and the ply. */
async function bothWays() {
  const table = await server.game("kubuguza");
  const random = chance(1);
  for (;;) {
    const { to_move, legal, ply } = (await server.view(table.game)).position;
    const back = to_move === "south" && legal.find((action) => action.endsWith("<"));
    if (back) return { table, hole: back[0], ply };
    await server.play(table, 1, random);
  }
}

test("a choice that is being made stays when it is known what it would do", { timeout: 60_000 }, async () => {
  for (const hand of ["keyboard", "mouse"]) {
    const { table, hole, ply } = await bothWays();
    const south = await sits(table, "south");
    const { page } = south;
    const letGo = await heldPreviews(page);
    const asked = page.locator(`#ask button[data-action="${hole}"]`);
    await page.keyboard.press(hole);
    await asked.and(page.locator(":focus")).waitFor();
    await asked.hover();
    if (hand === "mouse") await page.mouse.down();
    await letGo();
    await asked.getByText(/captur/).waitFor();
    await (hand === "mouse" ? page.mouse.up() : page.keyboard.press("Enter"));
    await page.locator(`#game[data-ply="${ply + 1}"]`).waitFor();
    south.contented();
    await south.leave();
  }
});

test("a press that a takeback overtakes plays nothing", { timeout: 60_000 }, async () => {
  const table = await server.game("kubuguza");
  await server.play(table, 2, chance(3));
  const south = await sits(table, "south");
  const { seq } = await say(table, "south", { type: "offer_takeback" });
  const { position } = await view(table.game, 0);
  const hole = position.legal.find((action) => action.length === 1);
  await south.page.locator(`.holes button[data-hole="${hole}"]`).hover();
  await south.page.mouse.down();
  await say(table, "north", { type: "answer_takeback", offer: seq, accept: true });
  await south.sees(await head(table.game));
  await south.page.mouse.up();
  assert.ok(await south.page.locator("#board.mine").count(), "South can still choose");
  await south.page.locator(`.holes button[data-hole="${hole}"]`).click();
  await south.page.locator('#game[data-ply="1"]').waitFor();
  south.contented();
  await south.leave();
});

/** A game in the middle of a turn, and an action after which it goes on to another choice. */
async function twice() {
  for (let seed = 1; ; seed++) {
    const table = await server.game("ikibuguzo:first");
    await server.arrange(table);
    const random = chance(seed);
    for (let actions = 0; actions < 120; actions++) {
      const { position, previews } = await view(table.game, "last");
      if (!position.to_move) break;
      const again = position.pending && previews.find(({ pending }) => pending);
      if (again) return { table, seat: position.to_move, action: again.action, ply: position.ply };
      await server.play(table, 1, random);
    }
  }
}

test("a double press answers one question", { timeout: 120_000 }, async () => {
  const { table, seat, action, ply } = await twice();
  const person = await sits(table, seat);
  const press = async (clickCount) => {
    await person.page.mouse.down({ clickCount });
    await person.page.mouse.up({ clickCount });
  };
  await person.page.locator(`#ask button[data-action="${action}"]`).hover();
  await press(1);
  await person.page.locator(`#game[data-ply="${ply + 1}"]:not([data-busy])`).waitFor();
  const next = person.page.locator("#ask button[data-action]").first();
  await next.hover();
  await press(2);
  assert.ok(await next.isVisible(), "the next question is still asked");
  await press(1);
  await person.page.locator(`#game[data-ply="${ply + 2}"]`).waitFor();
  person.contented();
  await person.leave();
});

test(
  "a token that is refused goes, and the one that another tab has got since stays",
  { timeout: 60_000 },
  async () => {
    const [refused, another] = ["0".repeat(52), "1".repeat(52)];
    const person = await visitor(browser, server);
    await person.goto("/rules");
    const kept = await person.page.evaluate(
      async ([refused, another]) => {
        const { forgetToken, readToken, storeToken } = await import("/static/token.js");
        storeToken(another);
        forgetToken(refused);
        const first = readToken();
        forgetToken(another);
        return [first, readToken()];
      },
      [refused, another],
    );
    assert.deepEqual(kept, [another, null]);
    await person.leave();
  },
);

test("what is stored and no token is nobody's", { timeout: 60_000 }, async () => {
  const { game } = await server.game("kubuguza");
  const person = await visitor(browser, server);
  await person.become("no token\nat all");
  await person.goto(`/game/${game}`);
  await person.page.locator('#game[data-live][data-role="spectator"]').waitFor();
  await person.goto("/");
  await person.page.getByRole("button", { name: "Invite a friend" }).click();
  await person.page.waitForURL(/\/game\/[0-9a-z]{12}$/);
  person.contented();
  await person.leave();
});

test(
  "a page that nobody looks at, whose clock ticks once a minute, stays at the table",
  { timeout: 60_000 },
  async () => {
    const { game } = await server.game("kubuguza");
    const person = await visitor(browser, server);
    const lines = [];
    person.page.on("websocket", (line) => lines.push(line));
    await person.page.clock.install();
    await person.goto(`/game/${game}`);
    await person.page.locator("#game[data-live]").waitFor();
    for (let minutes = 0; minutes < 3; minutes++) {
      const pong = lines[0].waitForEvent("framereceived", {
        predicate: ({ payload }) => payload.includes('"pong"'),
        timeout: 5_000,
      });
      await person.page.clock.fastForward(60_000);
      await pong;
    }
    assert.equal(lines.length, 1);
    person.contented();
    await person.leave();
  },
);
