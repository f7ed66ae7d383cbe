// @ts-check
/** The events of the game that come with the page, if all viewers see the same. The connection brings the later ones. */

/** @typedef {import("../protocol").Event} Event */

/** The events in their order; none if they depend on who sees them. @returns {Event[]} */
export function readPastEvents() {
  return JSON.parse(document.getElementById("past-events")?.textContent ?? "[]");
}
