// How a page looks: on every screen and in both themes axe finds nothing, and nothing is wider than the screen. Screenshots are
// kept: of each screen, of the dark theme, and as people with deuteranopia see the page.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";

const SCREENSHOTS = process.env.IKIBUGUZO_SCREENSHOTS ?? "screenshots";

/** Sizes of screens in CSS pixels. */
export const SCREENS = [
  [360, 740],
  [740, 360],
  [1280, 720],
  [1366, 650],
  [1920, 950],
];

/** A screenshot shows so many screens of a long page: drawing all of it takes seconds. */
const SCREENS_SHOWN = 2;

/** The width of the screen of which a screenshot in the dark theme is kept. */
const DARK_SCREENSHOT_WIDTH = 1280;

mkdirSync(SCREENSHOTS, { recursive: true });

/** Checks the page that a visitor has open. Screenshots are named `{name}-{width}.png`. */
export async function assertLooks(visitor, name) {
  const { page } = visitor;
  for (const [width, height] of SCREENS) {
    const where = `${name} at ${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await keepScreenshot(visitor, `${name}-${width}`);
    assert.deepEqual(await visitor.axeViolations(), [], `axe: ${where}`);
    assert.equal(await hiddenWidth(visitor), 0, `scrolls sideways: ${where}`);
    await page.emulateMedia({ colorScheme: "dark" });
    // A theme has colours only.
    assert.deepEqual(await visitor.axeViolations("color-contrast"), [], `axe: ${where}, dark`);
    if (width === DARK_SCREENSHOT_WIDTH) await keepScreenshot(visitor, `${name}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
  }
  await keepWithDeuteranopia(visitor, name);
}

async function keepScreenshot({ page }, name) {
  const { width, height } = page.viewportSize();
  const clip = { x: 0, y: 0, width, height: SCREENS_SHOWN * height };
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true, clip });
}

/** By how many pixels the page is wider than the screen. */
const hiddenWidth = async ({ page }) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

async function keepWithDeuteranopia(visitor, name) {
  const session = await visitor.context.newCDPSession(visitor.page);
  const emulate = (type) => session.send("Emulation.setEmulatedVisionDeficiency", { type });
  await emulate("deuteranopia");
  await keepScreenshot(visitor, `${name}-deuteranopia`);
  await emulate("none");
  await session.detach();
}
