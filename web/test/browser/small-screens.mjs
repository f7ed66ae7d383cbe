// What must hold on small screens: nothing is cut, and everything that is pressed is large enough for a finger.

/** Small screens in CSS pixels, and the size of text that the visitor has chosen: a split screen, an open keyboard, zoom. */
export const SMALL_SCREENS = [
  [180, 320, 16],
  [240, 427, 16],
  [320, 480, 16],
  [360, 310, 16],
  [360, 520, 16],
  [740, 360, 16],
  [320, 480, 32],
  [360, 740, 32],
  [740, 360, 32],
];

/** The smallest width and height of what is pressed and is no hole, in CSS pixels. */
export const MIN_TARGET = 44;

/** What reaches beyond the left or the right edge of the page; the bar's links scroll. */
export const cutParts = (page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll("header.site, header.site > *, main *")];
    const isCut = ({ left, right, width }) => width > 1 && (left < -0.5 || right > innerWidth + 0.5);
    return parts
      .filter((part) => isCut(part.getBoundingClientRect()))
      .map((part) => part.outerHTML.slice(0, 80));
  });

/** What is pressed, of what is unfolded too, and is smaller. A link in a sentence is as high as its line. */
export const smallTargets = (page, least) =>
  page.evaluate((least) => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    const controls = [
      ...document.querySelectorAll("a[href], button, select, summary, input, textarea, [role=slider]"),
    ];
    const others =
      '.skip, .holes button:not([data-hole="*"]), .description a, #levels a, #invitation p a, #sharing textarea';
    const isSmall = ({ width, height }) => width > 1 && Math.min(width, height) < least - 0.5;
    const targetOf = (control) =>
      (control.matches("[type=checkbox], [type=radio]") && control.closest("label")) || control;
    return controls
      .filter((control) => !control.matches(others) && control.checkVisibility())
      .filter((control) => isSmall(targetOf(control).getBoundingClientRect()))
      .map((control) => control.outerHTML.slice(0, 100));
  }, least);
