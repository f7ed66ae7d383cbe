// A player makes a tournament, which begins, is followed on its page, and ends.
//
// Parts: web/tournament, pages/src/tournaments, server/src/tournaments, tournament/src

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { openAsClaimed } from "./player.mjs";
import { browser, server } from "./setup.mjs";

/** Makes a tournament of four places with the form. Returns its path. */
async function make(visitor) {
  const { page } = visitor;
  await visitor.goto("/tournaments");
  await page.locator("#tournament-form fieldset:enabled").waitFor();
  await page.locator('#tournament-form [name="rules"]').selectOption("kubuguza");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-z]{12}$/);
  return new URL(page.url()).pathname;
}

/** South resigns every game that is being played. */
async function resignAll(path, players) {
  const { rounds } = await server.api("GET", `/api${path}`);
  for (const { game, players: seats, points } of rounds.flat()) {
    if (points || !game) continue;
    const { token } = players.find(({ name }) => name === seats.south);
    await server.api("POST", "/api/commands", { type: "resign", game, id: "resign" }, token);
  }
}

test("a tournament from its form to its last round", { timeout: 300_000 }, async () => {
  const visitor = await openAsClaimed("Kabera");
  const { page } = visitor;
  const path = await make(visitor);
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Nobody has entered yet.").waitFor();
  await page.getByRole("button", { name: "Enter" }).click();
  await page.locator('tr[data-player="Kabera"]').waitFor();
  await assertLooks(visitor, "tournament-open");

  const players = [{ name: visitor.name, token: visitor.secret }];
  for (const name of ["Uwera", "Mutesi", "Keza"]) players.push(await server.createClaimed(name));
  for (const { token } of players) await server.api("PUT", `/api${path}/entry`, undefined, token);
  // The page hears of it by itself.
  const ownGame = page.getByRole("link", { name: "Go to your game" });
  await ownGame.waitFor();
  await assertLooks(visitor, "tournament-running");
  await ownGame.click();
  await page.locator("#game[data-live]").waitFor();
  await page.goBack();

  for (const round of [1, 2, 3]) {
    await page.getByRole("heading", { name: `Round ${round}` }).waitFor();
    await resignAll(path, players);
  }
  await page.locator('#tournament-view[data-state="finished"]').waitFor();
  assert.equal(await page.locator("[data-playing]").count(), 0);
  assert.equal(await page.locator("#entry").isVisible(), false);
  const points = await page.locator("tbody td:nth-child(3)").allTextContents();
  assert.equal(
    points.reduce((sum, one) => sum + Number(one), 0),
    12,
  );
  await visitor.goto("/tournaments");
  await page.getByText("4 of 4 players").waitFor();
  await assertLooks(visitor, "tournaments");
  visitor.assertNoErrors();
  await visitor.close();
});

test("who cannot make a tournament is told why", { timeout: 300_000 }, async () => {
  const visitor = await openAsClaimed("Wangari");
  const { page } = visitor;
  for (let made = 0; made < 3; made++) await make(visitor);
  await visitor.goto("/tournaments");
  await page.locator("#tournament-form fieldset:enabled").waitFor();
  await page.getByRole("button", { name: "Make it" }).click();
  await page.getByText("you have made 3 tournaments that are not over").waitFor();
  assert.equal(await page.getByText("You need a name with a passphrase.").isVisible(), false);
  assert.deepEqual(await visitor.axeViolations(), []);
  await visitor.close();
});

test("the form says what it needs, and its lists show their texts", { timeout: 300_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/tournaments");
  await page.locator("#tournament-form fieldset:enabled").waitFor();
  const need = page.getByText("You need a name with a passphrase.");
  await need.waitFor();
  assert.equal(await need.getByRole("link").getAttribute("href"), "/you");
  assert.ok((await need.boundingBox()).y < (await page.locator("#tournament-form").boundingBox()).y);
  const cut = await page.locator("#tournament-form select").evaluateAll((lists) =>
    lists.flatMap((list) => {
      const text = document.createElement("span");
      Object.assign(text.style, {
        font: getComputedStyle(list).font,
        position: "absolute",
        whiteSpace: "nowrap",
      });
      document.body.append(text);
      const { paddingLeft, paddingRight } = getComputedStyle(list);
      // The arrow of the list takes about 20 pixels.
      const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
      return [...list.options].flatMap((option) => {
        text.textContent = option.text;
        return text.offsetWidth > room ? [`${option.text}: ${text.offsetWidth} of ${room}`] : [];
      });
    }),
  );
  assert.deepEqual(cut, []);
  // A guest's name has no passphrase.
  await visitor.signIn((await server.createGuest()).token);
  await visitor.goto("/tournaments");
  await need.waitFor();
  visitor.assertNoErrors();
  await visitor.close();
});

test("an arena is entered while it runs, and left again", { timeout: 300_000 }, async () => {
  const visitor = await openAsClaimed("Nyambura");
  const { page } = visitor;
  await visitor.goto("/tournaments");
  await page.locator("#tournament-form fieldset:enabled").waitFor();
  await page.locator('#tournament-form [name="format"]').selectOption("arena");
  await page.getByLabel("Minutes").fill("20");
  await page.getByRole("button", { name: "Make it" }).click();
  await page.waitForURL(/\/tournaments\/[0-9a-z]{12}$/);
  await page.locator('#tournament-view[data-state="running"]').waitFor();
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.locator('tr[data-player="Nyambura"]').getByText("away").waitFor();
  await page.getByRole("button", { name: "Enter" }).waitFor();
  await assertLooks(visitor, "arena");
  visitor.assertNoErrors();
  await visitor.close();
});

test("a page whose stream was refused follows its tournament again", { timeout: 300_000 }, async () => {
  const maker = await server.createClaimed("Wanjiru");
  const made = { id: "refused", rules: "kubuguza", clock: "fischer:300+5", format: "arena", places: 4 };
  const { tournament } = await server.api("POST", "/api/tournaments", made, maker.token);
  const visitor = await openVisitor(browser, server);
  // As a proxy answers while the server restarts.
  await visitor.page.route("**/stream", (route) => route.fulfill({ status: 502 }), { times: 1 });
  const followed = visitor.page.waitForResponse(
    (response) => response.url().endsWith("/stream") && response.ok(),
  );
  await visitor.goto(`/tournaments/${tournament}`);
  await followed;
  await server.api("PUT", `/api/tournaments/${tournament}/entry`, undefined, maker.token);
  await visitor.page.locator('tr[data-player="Wanjiru"]').waitFor();
  await visitor.close();
});

test(
  "a player of an arena goes berserk, and its page and the arena's show it",
  { timeout: 300_000 },
  async () => {
    const visitor = await openAsClaimed("Akinyi");
    const { page } = visitor;
    const opponent = await server.createClaimed("Otieno");
    const { tournament } = await server.api(
      "POST",
      "/api/tournaments",
      { id: "berserk", rules: "kubuguza", clock: "fischer:300+5", format: "arena", places: 4 },
      opponent.token,
    );
    const path = `/tournaments/${tournament}`;
    for (const token of [visitor.secret, opponent.token])
      await server.api("PUT", `/api${path}/entry`, undefined, token);
    await visitor.goto(path);
    await page.getByRole("link", { name: "Go to your game" }).click();
    await page.locator("#game[data-live]").waitFor();
    const game = new URL(page.url()).pathname.split("/").at(-1);
    await page.locator("#go-berserk").click();
    const mark = page.locator(".player .berserk");
    await mark.waitFor();
    assert.equal(await page.locator("#go-berserk").count(), 0);
    await page
      .locator(".player", { has: page.locator(".berserk") })
      .getByText("2:30")
      .waitFor();
    await assertLooks(visitor, "berserk");
    await page.reload();
    await page.locator("#game[data-live]").waitFor();
    assert.equal(await mark.count(), 1);
    const { view } = await server.api("GET", `/api/games/${game}`);
    assert.notEqual(view.berserk.south, view.berserk.north);
    visitor.assertNoErrors();
    await visitor.close();
  },
);
