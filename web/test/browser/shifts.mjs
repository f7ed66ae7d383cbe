// The shifts of a page's layout, as the browser counts them.

/** Makes a page collect its shifts. It runs before the page's own scripts. */
export function recordShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      window.shifts.push({
        value,
        followsInput: hadRecentInput,
        moved: sources.map(({ node, previousRect, currentRect }) => [
          node?.id || node?.className || node?.nodeName,
          `${Math.round(previousRect.y)}+${Math.round(previousRect.height)} → ${Math.round(currentRect.y)}+${Math.round(currentRect.height)}`,
        ]),
      });
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * The shifts since the last call: their sum, and what has moved. Those that follow an input of the visitor within half a
 * second count only if `countsInput` is set.
 */
export async function takeShifts({ page }, { countsInput = false } = {}) {
  // A shift is reported after the frame in which it happened.
  await page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  );
  const all = await page.evaluate(() => window.shifts.splice(0));
  const shifts = all.filter(({ followsInput }) => countsInput || !followsInput);
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: JSON.stringify(shifts.flatMap(({ moved }) => moved)),
  };
}
