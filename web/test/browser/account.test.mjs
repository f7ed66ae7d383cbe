// A player claims a name with a passphrase, signs in with a second browser, and signs that one out from the first. A browser
// whose player changes no longer shows the notices of the former one.
//
// Parts: web/you.js, web/own-page.js, pages/src/you.rs, server/src/accounts

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, openVisitor } from "./browser.mjs";
import { openAsClaimed } from "./player.mjs";
import { browser, server } from "./setup.mjs";

const NAME = "Ọbịageli";
const PASSPHRASE = "nine small counters";

/** The passphrase of the players whom the server's helper creates. */
const HELPERS_PASSPHRASE = "four words and a comma";

/** What a browser sends to subscribe to notices. */
const SUBSCRIPTION = {
  endpoint: "https://push.example.org/send/f1LsxkKphfQ",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

async function fill(visitor, form, fields) {
  for (const [name, value] of Object.entries(fields))
    await visitor.page.locator(`#${form} [name="${name}"]`).fill(value);
  await visitor.page.locator(`#${form} button`).click();
  await visitor.page.locator(`#${form} .answer:not(:empty)`).waitFor();
}

test("a player with a claimed name signs in and out of other browsers", { timeout: 300_000 }, async () => {
  const home = await openVisitor(browser, server);
  const phone = await openVisitor(browser, server, { viewport: PHONE });
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

test("a wrong passphrase is refused, and so is a name that is taken", { timeout: 300_000 }, async () => {
  const one = await openVisitor(browser, server);
  const other = await openVisitor(browser, server);
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

test("a player finds its own invitation on every page that lists games", { timeout: 300_000 }, async () => {
  const { game, south } = await server.createGame("kubuguza", { begun: false, public: false });
  const host = await openVisitor(browser, server);
  const other = await openVisitor(browser, server);
  await host.signIn(south.token);
  for (const path of ["/", "/you", "/games", "/games?state=open", `/players/${south.name}`]) {
    await host.goto(path);
    await host.page.locator(`a[href="/game/${game}"]:visible`).first().waitFor();
    assert.deepEqual(await host.axeViolations(), [], path);
    await other.goto(path);
    await other.waitUntilLoaded();
    assert.equal(await other.page.locator(`a[href="/game/${game}"]`).count(), 0);
  }
  host.assertNoErrors();
  await Promise.all([host.close(), other.close()]);
});

test("the boxes of the notices stand beside their texts", { timeout: 300_000 }, async () => {
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

/** Opens the page "You" as a player whom this browser tells when it is its turn. The test's browser cannot subscribe. */
async function openSubscribed(name) {
  const visitor = await openAsClaimed(name);
  await server.api("PUT", "/api/push", { ...SUBSCRIPTION, kinds: ["my_turn"] }, visitor.secret);
  await visitor.context.addInitScript((endpoint) => {
    let own = { endpoint, unsubscribe: async () => (own = null) };
    window.isSubscribed = () => own !== null;
    const registration = { active: true, pushManager: { getSubscription: async () => own } };
    navigator.serviceWorker.getRegistration = async () => registration;
  }, SUBSCRIPTION.endpoint);
  await visitor.goto("/you");
  await visitor.page.locator('#push input[value="my_turn"]:checked').waitFor();
  return visitor;
}

/** Whether the server still sends a player's notices to a browser, and whether the browser takes any. */
async function subscriptionsOf(visitor) {
  const signIn = { name: visitor.name, passphrase: HELPERS_PASSPHRASE };
  const { token } = await server.api("POST", "/api/tokens", signIn);
  const { subscriptions } = await server.api("GET", "/api/push", undefined, token);
  return [subscriptions.length, await visitor.page.evaluate(() => window.isSubscribed())];
}

async function signOut({ page }) {
  const current = page.locator("#tokens li").filter({ has: page.locator("[data-current]:not([hidden])") });
  await current.locator("button").click();
  await page.locator("p[data-guest]").waitFor();
}

test("after signing out a browser shows no notices of its player", { timeout: 300_000 }, async () => {
  const visitor = await openSubscribed("Uwera");
  await signOut(visitor);
  assert.equal(await visitor.token(), null);
  assert.deepEqual(await subscriptionsOf(visitor), [0, false]);
  assert.equal(await visitor.page.locator("#push").isVisible(), false);
  visitor.assertNoErrors();
  await visitor.close();
});

test("a player signs out though the request to end the notices fails", { timeout: 300_000 }, async () => {
  const visitor = await openSubscribed("Ingabire");
  await visitor.page.route("**/api/push/*", (route) => route.abort());
  await signOut(visitor);
  assert.equal(await visitor.token(), null);
  assert.deepEqual(await subscriptionsOf(visitor), [0, false], "they have ended with the token");
  await visitor.close();
});

test(
  "after another player signs in a browser shows no notices of the former one",
  { timeout: 300_000 },
  async () => {
    const visitor = await openSubscribed("Mutesi");
    await server.createClaimed("Kamikazi");
    await fill(visitor, "sign-in", { name: "Kamikazi", passphrase: HELPERS_PASSPHRASE });
    await visitor.page.getByRole("link", { name: "Kamikazi" }).waitFor();
    assert.deepEqual(await subscriptionsOf(visitor), [0, false]);
    await visitor.page.locator('#push input[value="my_turn"]:not(:checked)').waitFor();
    visitor.assertNoErrors();
    await visitor.close();
  },
);

test("a failed change of the notices leaves the boxes as they were", { timeout: 300_000 }, async () => {
  const visitor = await openSubscribed("Gahongayire");
  const box = (kind) => visitor.page.locator(`#push input[value="${kind}"]`);
  await visitor.page.route("**/api/push", (route) => route.abort());
  await box("invited").click();
  await visitor.page.locator("#push .answer:not(:empty)").waitFor();
  await visitor.page.locator("#push input:enabled").first().waitFor();
  assert.deepEqual([await box("my_turn").isChecked(), await box("invited").isChecked()], [true, false]);
  await visitor.close();
});

test("a player who signs in again keeps the notices", { timeout: 300_000 }, async () => {
  const visitor = await openSubscribed("Umutoni");
  await fill(visitor, "sign-in", { name: "Umutoni", passphrase: HELPERS_PASSPHRASE });
  assert.deepEqual(await subscriptionsOf(visitor), [1, true]);
  visitor.assertNoErrors();
  await visitor.close();
});
