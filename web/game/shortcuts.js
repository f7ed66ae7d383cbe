// @ts-check
/** The keyboard shortcuts of the game page. */

import { settings } from "./settings.js";

/** @typedef {import("./page-state").PageState} PageState */

/**
 * What the keys do.
 * @typedef {object} ShortcutListener
 * @property {() => void} cancel end an animation or a question
 * @property {(step: "previous" | "next") => void} step
 * @property {(direction: -1 | 1) => void} [stepLap]
 * @property {() => void} replay
 * @property {(hole: string) => void} pressHole
 * @property {(action: string) => void} act
 */

/** @param {PageState} state @param {ShortcutListener} listener */
export function addShortcuts(state, listener) {
  addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.matches("input, select, textarea")) return;
    if (event.key === "Escape") return listener.cancel();
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      const isBack = event.key === "ArrowLeft";
      if (event.shiftKey && listener.stepLap) return listener.stepLap(isBack ? -1 : 1);
      return listener.step(isBack ? "previous" : "next");
    }
    if (!settings.keys) return;
    if (event.key === ".") listener.replay();
    // What is typed anywhere else plays nothing.
    else if (target?.closest("#board, #action-choice")) playKey(state, listener, event.key);
  });
}

/**
 * The keys that play an action.
 * @param {PageState} state @param {ShortcutListener} listener @param {string} key
 */
function playKey(state, listener, key) {
  const position = state.choosingPosition;
  if (!position?.to_move) return;
  const hole = position.to_move === "south" ? key.toUpperCase() : key.toLowerCase();
  if (/^[a-tA-T]$/.test(key)) listener.pressHole(hole);
  else if (/^[*-]$/.test(key) && position.legal.includes(key)) listener.act(key);
}
