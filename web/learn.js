// @ts-check
/** The list of games with lessons: shows how many of them are done. */

import { all } from "./dom.js";
import { doneLessons } from "./lesson/progress.js";
import { fillIn } from "./placeholders.js";

for (const course of all(document, "[data-game]")) {
  const done = doneLessons(course.dataset.game ?? "").length;
  const progress = /** @type {HTMLElement} */ (course.querySelector(".progress"));
  const count = Number(progress.dataset.count);
  if (done)
    progress.textContent = fillIn(progress.dataset.done ?? "", { done: Math.min(done, count), count });
}
