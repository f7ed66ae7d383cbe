// @ts-check
/**
 * The rules pages: shows worked examples one step at a time, on one board. Without this module all steps are
 * listed.
 */

import { all } from "./dom.js";
import { Stepper } from "./examples/stepper.js";

/** Opens the folded section that the address names. */
function openNamedSection() {
  const id = decodeURIComponent(location.hash.slice(1));
  const section = document.getElementById(id)?.closest("details");
  if (section) section.open = true;
}

/** Starts each example when it is opened. @param {HTMLTemplateElement} stage */
function startExamples(stage) {
  for (const example of /** @type {HTMLDetailsElement[]} */ (all(document, ".example"))) {
    const box = /** @type {HTMLElement} */ (example.querySelector(".stepper"));
    const start = () => example.open && !box.classList.contains("live") && new Stepper(box, stage);
    example.addEventListener("toggle", start);
    start();
  }
  for (const box of all(document, "#how-to-play .stepper")) new Stepper(box, stage);
}

const stage = document.getElementById("stage");
if (stage instanceof HTMLTemplateElement) startExamples(stage);
addEventListener("hashchange", openNamedSection);
openNamedSection();
