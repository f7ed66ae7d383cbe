// How a page looks: nothing is wider than the screen, and axe finds nothing in each layout and in both themes. If
// IKIBUGUZO_SCREENSHOTS names a folder, screenshots are kept there for people to look at: of each screen, of the dark theme,
// and as people with deuteranopia see the page.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";

/** The folder of screenshots; none are taken without it, because drawing a long page takes seconds. */
const SCREENSHOTS = process.env.IKIBUGUZO_SCREENSHOTS;

/** Sizes of screens in CSS pixels. */
export const SCREENS = [
  [360, 740],
  [740, 360],
  [1280, 720],
  [1366, 650],
  [1920, 950],
];

/** The widths at which axe checks a page: one for each layout. axe takes seconds on a long page. */
const AXE_WIDTHS = [360, 740, 1280];

/** Number of screens of a long page in a screenshot: drawing all of it takes seconds. */
const SCREENS_SHOWN = 2;

/** The width of the screen that is looked at in the dark theme too. */
const DARK_WIDTH = 1280;

if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });

/** Checks the page that a visitor has open. Screenshots are named `{name}-{width}.png`. */
export async function assertLooks(visitor, name) {
  for (const [width, height] of SCREENS) {
    const where = `${name} at ${width} × ${height}`;
    await visitor.resize([width, height]);
    await keepScreenshot(visitor, `${name}-${width}`);
    assert.equal(await hiddenWidth(visitor), 0, `scrolls sideways: ${where}`);
    if (AXE_WIDTHS.includes(width)) assert.deepEqual(await visitor.axeViolations(), [], `axe: ${where}`);
    if (width === DARK_WIDTH) await assertLooksInTheDark(visitor, name);
  }
  await keepWithDeuteranopia(visitor, name);
}

/** A theme has colours only: they are the same on every screen. */
async function assertLooksInTheDark(visitor, name) {
  await visitor.page.emulateMedia({ colorScheme: "dark" });
  await keepScreenshot(visitor, `${name}-dark`);
  assert.deepEqual(await visitor.axeViolations("color-contrast"), [], `axe: ${name}, dark`);
  await visitor.page.emulateMedia({ colorScheme: "light" });
}

async function keepScreenshot({ page }, name) {
  if (!SCREENSHOTS) return;
  const { width, height } = page.viewportSize();
  const clip = { x: 0, y: 0, width, height: SCREENS_SHOWN * height };
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true, clip });
}

/** By how many pixels the page is wider than the screen. */
export const hiddenWidth = async ({ page }) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

async function keepWithDeuteranopia(visitor, name) {
  const session = await visitor.context.newCDPSession(visitor.page);
  const emulate = (type) => session.send("Emulation.setEmulatedVisionDeficiency", { type });
  await emulate("deuteranopia");
  await keepScreenshot(visitor, `${name}-deuteranopia`);
  await emulate("none");
  await session.detach();
}
