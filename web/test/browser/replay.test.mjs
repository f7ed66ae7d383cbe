// A finished game is played again on its page: by itself, over a slider, and lap by lap.
//
// Parts: web/game/autoplay.js, web/game/replay-bar.js, web/game/slider.js, web/game/turn-list.js

import assert from "node:assert/strict";
import { test } from "node:test";

import { expectedCounts, openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { browser, server } from "./setup.mjs";
import { tabTo } from "./table.mjs";

const AT_REST = "#game[data-live]:not([data-busy])";
const hasRest = (visitor, ply) => visitor.page.locator(`${AT_REST}[data-ply="${ply}"]`).waitFor();
const actsOf = async (game) => (await server.events(game)).filter(({ kind }) => kind === "acted");
const positionAt = (events, ply) => events.find((event) => event.position?.ply === ply).position;

async function openGame(path, options) {
  const visitor = await openVisitor(browser, server, options);
  await visitor.goto(path);
  await visitor.page.locator(AT_REST).waitFor();
  return visitor;
}

/** The counts in the holes, without the stores. */
async function holes(visitor) {
  const { south, north, ...counts } = await visitor.counts();
  return counts;
}

/** The sum of the counters on the board, in hand and in the stores. */
async function counters(visitor) {
  const counts = Object.values(await visitor.counts()).map(Number);
  const hand = await visitor.page.locator(".carried text").allTextContents();
  return [...counts, ...hand.map(Number)].reduce((sum, count) => sum + count, 0);
}

test("a finished game plays by itself to its end", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("ikibuguzo:first", 8);
  const acts = await actsOf(game);
  const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference" });
  const { page } = visitor;
  await page.clock.install();
  await visitor.goto(`/game/${game}`);
  await page.locator(AT_REST).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator("#pace").selectOption("2");
  await page.locator("#play").click();
  await page.locator("#play", { hasText: "Pause" }).waitFor();
  const seen = new Set();
  // Each action takes less than three seconds at the usual pace, and the board is at rest after it.
  for (let time = 0; time < acts.length * 2_000; time += 100) {
    await page.clock.runFor(100);
    const { ply, busy } = await page.locator("#game").evaluate(({ dataset }) => ({ ...dataset }));
    if (busy === undefined) seen.add(Number(ply));
    if ((await page.locator("#play").innerText()).includes("Play")) break;
  }
  await page.locator("#play", { hasText: "Play" }).waitFor();
  for (const { ply } of acts)
    assert.ok(seen.has(ply), `the board is at rest after action ${ply}: ${[...seen]}`);
  assert.deepEqual(await holes(visitor), expectedCounts(acts.at(-1).position));
  visitor.assertNoErrors();
  await visitor.close();
});

test(
  "a pause shows the board after the lap that is being sown, and the game goes on there",
  { timeout: 300_000 },
  async () => {
    const { game } = await server.createFinishedGame("kubuguza", 30);
    const acts = await actsOf(game);
    const long = acts.reduce((most, act) => (act.laps.length > most.laps.length ? act : most));
    assert.ok(long.laps.length > 3, `${long.laps.length} laps`);
    const visitor = await openVisitor(browser, server, { reducedMotion: "no-preference" });
    const { page } = visitor;
    await page.clock.install();
    await visitor.goto(`/game/${game}?ply=${long.ply - 1}`);
    await page.locator(AT_REST).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    const before = await counters(visitor);
    await page.locator("#pace").selectOption("0.5");
    await page.locator("#play").click();
    const slider = page.locator(".chapters");
    for (let time = 0; time < 6_000; time += 50) {
      await page.clock.runFor(50);
      if (Number(await slider.getAttribute("aria-valuenow")) === 2) break;
    }
    await page.locator("#play").click();
    await hasRest(visitor, long.ply);
    assert.equal(await slider.getAttribute("aria-valuenow"), "2");
    assert.match(await page.locator("#state").innerText(), /^Lap 2 of \d+ of the turn/);
    assert.match(await page.locator("#last-action").innerText(), /lap 2 of \d+: \d+ counters? from/);
    assert.equal(await counters(visitor), before, "no counter is lost in the middle of a turn");
    assert.notDeepEqual(await holes(visitor), expectedCounts(long.position));
    await page.locator("#play").click();
    await page.clock.runFor(6_000);
    await page.locator("#play").click();
    await page.locator(`#turns a[data-ply="${long.ply}"]`).click();
    await hasRest(visitor, long.ply);
    assert.deepEqual(await holes(visitor), expectedCounts(long.position));
    visitor.assertNoErrors();
    await visitor.close();
  },
);

for (const rules of ["ikibuguzo:first", "njombwa:8", "azigo"]) {
  test(
    `a turn of ${rules} is stepped through lap by lap, by keys and by presses`,
    { timeout: 300_000 },
    async () => {
      const { game } = await server.createFinishedGame(rules, 20);
      const events = await server.events(game);
      const acts = events.filter(({ kind }) => kind === "acted");
      const { ply, laps, seat } = acts.reduce((most, act) =>
        act.laps.length > most.laps.length ? act : most,
      );
      const visitor = await openGame(`/game/${game}?ply=${ply}`);
      const { page } = visitor;
      const slider = page.locator(".chapters");
      const count = Number(await slider.getAttribute("aria-valuemax"));
      assert.ok(count >= laps.length);
      assert.equal(await slider.locator("span").count(), count);
      await tabTo(visitor, ".chapters", "Home");
      await page.locator('.chapters[aria-valuenow="0"]').waitFor();
      const start = acts.findLast((act) => act.ply < ply && act.seat !== seat);
      const first = start ? start.position : positionAt(events, 0);
      assert.deepEqual(await holes(visitor), expectedCounts(first));
      for (let number = 1; number <= count; number++) {
        await page.locator("#lap-on").click();
        await page.locator(`.chapters[aria-valuenow="${number}"]`).waitFor();
        await hasRest(visitor, ply);
        const lap = number > count - laps.length ? laps[number - 1 - (count - laps.length)] : null;
        const sentence = await page.locator("#last-action").innerText();
        if (lap?.from)
          assert.ok(sentence.includes(`from ${lap.from}`) && sentence.includes(lap.last), sentence);
        assert.equal(await slider.getAttribute("aria-valuetext"), sentence);
      }
      assert.deepEqual(await holes(visitor), expectedCounts(positionAt(events, ply)));
      // The board before a turn is that after the turn before.
      await page.keyboard.press("Shift+ArrowLeft");
      await page.locator(`.chapters[aria-valuenow="${count - 1}"]`).waitFor();
      await page.keyboard.press("Shift+ArrowRight");
      await page.locator(`.chapters[aria-valuenow="${count}"]`).waitFor();
      if (ply < acts.length) {
        await page.keyboard.press("Shift+ArrowRight");
        await hasRest(visitor, ply + 1);
      }
      visitor.assertNoErrors();
      await visitor.close();
    },
  );
}

test("a step beyond the last lap leaves the board at rest", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("kubuguza", 12);
  const visitor = await openGame(`/game/${game}`, { reducedMotion: "no-preference" });
  const { page } = visitor;
  const slider = page.locator(".chapters");
  const count = await slider.getAttribute("aria-valuemax");
  await page.locator("#lap-back").click();
  await page.locator(AT_REST).waitFor();
  await page.locator("#lap-on").focus();
  // The second press comes while the counters of the last lap move.
  for (const key of ["Enter", "Enter"]) await page.keyboard.press(key);
  await page.locator(`.chapters[aria-valuenow="${count}"]`).waitFor();
  await hasRest(visitor, 12);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "lap-on", "the focus stays");
  visitor.assertNoErrors();
  await visitor.close();
});

test("a slider shows any action of the game", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("azigo", 12);
  const events = await server.events(game);
  const visitor = await openGame(`/game/${game}`);
  const { page } = visitor;
  await tabTo(visitor, "#scrubber", "Home");
  await hasRest(visitor, 0);
  for (let ply = 1; ply <= 3; ply++) {
    await page.keyboard.press("ArrowRight");
    await hasRest(visitor, ply);
    assert.deepEqual(await holes(visitor), expectedCounts(positionAt(events, ply)));
  }
  assert.match(page.url(), /\?ply=3$/);
  assert.match(await page.locator("#scrubber").getAttribute("aria-valuetext"), /^Action 3 of 12: /);
  await page.keyboard.press("End");
  await hasRest(visitor, 12);
  visitor.assertNoErrors();
  await visitor.close();
});

test("the controls of a finished game are accessible", { timeout: 300_000 }, async () => {
  const { game } = await server.createFinishedGame("kubuguza", 20);
  const visitor = await openGame(`/game/${game}?ply=12`);
  for (const press of ["#lap-back", "#lap-back"]) await visitor.page.locator(press).click();
  await assertLooks(visitor, "replay-lap");
  await visitor.page.locator("#play").click();
  assert.deepEqual(await visitor.axeViolations(), []);
  visitor.assertNoErrors();
  await visitor.close();
});
