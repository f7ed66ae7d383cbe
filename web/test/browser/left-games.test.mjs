// A player who has left too many games sees it on its page, and is told why nobody is found.
//
// Parts: server/src/pairing_ban.rs, game/src/leavings.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { openAsClaimed } from "./player.mjs";
import { server } from "./setup.mjs";

const DETAIL = "you have left 3 games within a day; you can play with strangers again in 5 min";

test("left games and the ban that follows are shown", { timeout: 300_000 }, async () => {
  const stranger = await server.createClaimed("Gatera");
  const visitor = await openAsClaimed("Kabera");
  const { page } = visitor;
  const joined = [];
  await page.route("**/api/players/me", async (route) => {
    const me = await (await route.fetch()).json();
    const at = Date.now();
    const left_games = [
      { game: "05cdv44x7ekv", kind: "walked_away", at },
      { game: "k7wq2m9xra4t", kind: "no_show", at },
    ];
    await route.fulfill({ json: { ...me, left_games, pairing_banned_until: at + 300_000 } });
  });
  const refusal = { code: "left_too_many_games", detail: DETAIL, status: 429 };
  await page.route("**/api/games/*/join", (route) => {
    joined.push(route.request().url());
    return route.fulfill({ status: 429, json: refusal });
  });
  await page.route("**/api/games", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 429, json: refusal }) : route.continue(),
  );

  await visitor.goto("/you");
  const section = page.locator("#left-games");
  await section.getByText("You can play with strangers again after").waitFor();
  assert.match((await section.locator("[data-ban] time").textContent()) ?? "", /\d:\d\d/, "a time to come");
  const links = section.getByRole("listitem").getByRole("link");
  assert.deepEqual(await links.allTextContents(), ["Walked away", "Did not begin"]);
  assert.equal(await links.first().getAttribute("href"), "/game/05cdv44x7ekv");
  assert.deepEqual(await visitor.axeViolations(), []);

  await visitor.goto("/");
  const choices = await page
    .locator("#create")
    .evaluate((form) => Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (form))));
  for (const id of ["one-open-game", "another-one"]) {
    const open = { id, rules: choices[`rules-${choices.game}`], clock: choices.clock, public: true };
    await server.api("POST", "/api/games", open, stranger.token);
  }
  await page.locator('#create button[value="anybody"]').click();
  await page.getByRole("alert").getByText(DETAIL).waitFor();
  assert.equal(joined.length, 1, "no other game is tried");
  await visitor.close();
});
