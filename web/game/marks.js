// @ts-check
/** The marks that an action leaves on the board. */

import { lastOf } from "../last.js";

/**
 * Where an action began, where it ended and what it captured.
 * @param {Pick<import("./game-state").Scene, "act">} scene
 * @returns {Record<string, string[]>}
 */
export function marksOf({ act }) {
  const laps = act?.laps ?? [];
  const [first] = laps;
  const last = lastOf(laps.filter((lap) => "last" in lap));
  return {
    from: first && "from" in first ? [first.from] : [],
    last: last && "last" in last ? [last.last] : [],
    captured: laps.flatMap((lap) =>
      "captured" in lap && lap.captured ? lap.captured.map(([hole]) => hole) : [],
    ),
  };
}
