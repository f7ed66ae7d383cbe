// A player reports another one, whom the operator then warns.
//
// Parts: web/report-form.js, server/src/operations/moderation.rs

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertLooks } from "./looks.mjs";
import { openAsClaimed } from "./player.mjs";
import { server } from "./setup.mjs";

test("a player is reported, and sees what the operator decides", { timeout: 300_000 }, async () => {
  const reporter = await openAsClaimed("Kabera");
  const reported = await openAsClaimed("Uwera");
  const { page } = reporter;
  await reporter.goto("/players/Uwera");
  await page.getByText("Report Uwera").click();
  await page.getByLabel("Reason").selectOption("stalling");
  await page.getByLabel("What happened, and in which game").fill("Left three games.");
  await assertLooks(reporter, "report");
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await page.getByText("Reported. The operator will look at it.").waitFor();
  await reporter.goto("/players/Kabera");
  assert.equal(await page.locator("[data-report]").isVisible(), false, "nobody reports themselves");

  assert.match(server.operate("reports"), /Kabera reports Uwera for stalling\n  Left three games\./);
  assert.equal(
    server.operate("decide", "Uwera", "--warn", "--reason", "Please stay."),
    "Uwera: warned, 1 reports settled\n",
  );
  assert.match(server.operate("reports"), /No reports wait/);
  await reported.goto("/you");
  await reported.page.getByText("Please stay.").waitFor();
  assert.deepEqual(await reported.axeViolations(), []);
  for (const visitor of [reporter, reported]) {
    visitor.assertNoErrors();
    await visitor.close();
  }
});
