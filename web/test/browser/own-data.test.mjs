// What the server keeps of a player: the page "You" downloads it, and deletes the account.
//
// Parts: web/own-data.js, web/own-page.js

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { browser, server } from "./setup.mjs";

const PASSPHRASE = "four words and a comma";

test("a player downloads what is kept, and deletes the account", { timeout: 300_000 }, async () => {
  const { token } = await server.createGuest();
  await server.api("PUT", "/api/players/me", { name: "Nyirabagenzi", passphrase: PASSPHRASE }, token);
  const visitor = await openVisitor(browser, server);
  await visitor.signIn(token);
  const { page } = visitor;
  await visitor.goto("/you");
  const data = page.locator("#player-data");
  const [download] = await Promise.all([page.waitForEvent("download"), data.locator("#download").click()]);
  assert.equal(download.suggestedFilename(), "Nyirabagenzi.json");
  const kept = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(kept.name, "Nyirabagenzi");
  assert.equal(kept.tokens.length, 1);

  await data.locator("summary").click();
  assert.deepEqual(await visitor.axeViolations(), []);
  await data.locator("input").fill(PASSPHRASE);
  await data.getByRole("button", { name: "Delete my account for ever" }).click();
  await page.locator("[data-guest]", { hasText: "You have not played" }).waitFor();
  const gone = await fetch(`${server.url}/api/players/Nyirabagenzi`);
  assert.equal(gone.status, 404);
  await visitor.close();
});

test("the page asks what to tell on this browser, and says if it cannot", { timeout: 300_000 }, async () => {
  const { token } = await server.createGuest();
  const visitor = await openVisitor(browser, server, { permissions: [] });
  await visitor.signIn(token);
  const { page } = visitor;
  await visitor.goto("/you");
  const part = page.locator("#push");
  await part.waitFor();
  assert.deepEqual(await visitor.axeViolations(), []);
  await part.getByLabel("when it is your turn").click();
  await part.getByText("This browser does not allow it.").waitFor();
  assert.equal(await part.getByLabel("when it is your turn").isChecked(), false);
  await visitor.close();
});
