// A player claims a name with a passphrase, signs in with a second browser, and signs that one out from the first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const NAME = "Ọbịageli";
const PASSPHRASE = "nine small counters";

async function fill(visitor, form, fields) {
  for (const [name, value] of Object.entries(fields))
    await visitor.page.locator(`#${form} [name="${name}"]`).fill(value);
  await visitor.page.locator(`#${form} button`).click();
  await visitor.page.locator(`#${form} .answer:not(:empty)`).waitFor();
}

test("a player with a claimed name signs in and out of other browsers", { timeout: 60_000 }, async () => {
  const [home, phone] = [
    await openVisitor(browser, server),
    await openVisitor(browser, server, { viewport: PHONE }),
  ];
  await home.goto("/you");
  await fill(home, "claim", { name: NAME, passphrase: PASSPHRASE });
  await home.page.locator("#tokens li").first().waitFor();
  assert.deepEqual(await home.axeViolations(), []);

  await phone.goto("/you");
  await fill(phone, "sign-in", { name: NAME, passphrase: PASSPHRASE });
  await phone.page.getByRole("link", { name: NAME }).waitFor();
  const me = await server.api("GET", "/api/players/me", undefined, await phone.token());
  assert.equal(me.name, NAME);

  await home.page.reload();
  await home.page.locator("#tokens li").nth(1).waitFor();
  const other = home.page.locator("#tokens li").filter({ has: home.page.locator("[data-current][hidden]") });
  await other.locator("button").click();
  await home.page.locator("#tokens li").nth(1).waitFor({ state: "detached" });
  await assert.rejects(server.api("GET", "/api/players/me", undefined, await phone.token()), /bad_token/);
  home.assertNoErrors();
  phone.assertNoErrors();
  await Promise.all([home.close(), phone.close()]);
});

test("a wrong passphrase is refused, and so is a name that is taken", { timeout: 60_000 }, async () => {
  const [one, other] = [await openVisitor(browser, server), await openVisitor(browser, server)];
  await one.goto("/you");
  await fill(one, "claim", { name: "Mukamana", passphrase: PASSPHRASE });
  await other.goto("/you");
  await fill(other, "sign-in", { name: "Mukamana", passphrase: "ten small counters" });
  assert.equal(await other.token(), null);
  await fill(other, "claim", { name: "mukamana", passphrase: PASSPHRASE });
  const taken = await other.page.locator("#claim .answer").textContent();
  assert.match(taken, /taken|name/i);
  assert.notEqual(
    (await server.api("GET", "/api/players/me", undefined, await other.token())).name,
    "mukamana",
  );
  await Promise.all([one.close(), other.close()]);
});

test("a player finds its own invitation on every page that lists games", { timeout: 60_000 }, async () => {
  const { game, south } = await server.createGame("kubuguza", { begun: false, public: false });
  const [host, other] = [await openVisitor(browser, server), await openVisitor(browser, server)];
  await host.signIn(south.token);
  for (const path of ["/", "/you", "/games", "/games?state=open", `/players/${south.name}`]) {
    await host.goto(path);
    await host.page.locator(`a[href="/game/${game}"]:visible`).first().waitFor();
    assert.deepEqual(await host.axeViolations(), [], path);
    await other.goto(path);
    await other.page.waitForLoadState("networkidle");
    assert.equal(await other.page.locator(`a[href="/game/${game}"]`).count(), 0);
  }
  host.assertNoErrors();
  await Promise.all([host.close(), other.close()]);
});

test("the boxes of the notices stand beside their texts", { timeout: 30_000 }, async () => {
  const visitor = await openVisitor(browser, server);
  const { page } = visitor;
  await visitor.goto("/you");
  await page.locator("#you:not([hidden])").waitFor();
  const distances = await page.evaluate(() => {
    const part = document.querySelector("#push");
    part.hidden = false;
    const middleOf = ({ top, bottom }) => (top + bottom) / 2;
    return [...part.querySelectorAll("label")].map((label) => {
      const text = document.createRange();
      text.selectNodeContents(label.lastChild);
      const box = label.querySelector("input").getBoundingClientRect();
      return Math.abs(middleOf(box) - middleOf(text.getBoundingClientRect()));
    });
  });
  assert.equal(distances.length, 3);
  for (const distance of distances) assert.ok(distance <= 3, String(distances));
  visitor.assertNoErrors();
  await visitor.close();
});
