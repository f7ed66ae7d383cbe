// A name is kept with a passphrase, used in a second browser, and ended there from the first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, visitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const NAME = "Ọbịageli";
const PASSPHRASE = "nine small counters";

async function fill(person, form, fields) {
  for (const [name, value] of Object.entries(fields))
    await person.page.locator(`#${form} [name="${name}"]`).fill(value);
  await person.page.locator(`#${form} button`).click();
  await person.page.locator(`#${form} .answer:not(:empty)`).waitFor();
}

test("a name that is kept is the same player's in every browser", { timeout: 60_000 }, async () => {
  const [home, phone] = [await visitor(browser, server), await visitor(browser, server, { viewport: PHONE })];
  await home.goto("/you");
  await fill(home, "claim", { name: NAME, passphrase: PASSPHRASE });
  await home.page.locator("#tokens li").first().waitFor();
  assert.deepEqual(await home.axe(), []);

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
  home.contented();
  phone.contented();
  await Promise.all([home.leave(), phone.leave()]);
});

test("a wrong passphrase signs nobody in, and a name is not taken twice", { timeout: 60_000 }, async () => {
  const [one, other] = [await visitor(browser, server), await visitor(browser, server)];
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
  await Promise.all([one.leave(), other.leave()]);
});
