// @ts-check
/** The list of games with lessons: shows how many of them are done. */

import { all } from "./dom.js";
import { doneLessons } from "./lesson/progress.js";
import { fillIn } from "./placeholders.js";

for (const course of all(document, "[data-game]")) {
  const done = doneLessons(course.dataset.game ?? "").length;
  const place = /** @type {HTMLElement} */ (course.querySelector(".progress"));
  const count = Number(place.dataset.count);
  if (done) place.textContent = fillIn(place.dataset.done ?? "", { done: Math.min(done, count), count });
}
