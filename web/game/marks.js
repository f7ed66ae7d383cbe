// @ts-check
/** The marks that an action leaves on the board. */

/**
 * Where an action began, where it ended and what it captured.
 * @param {Pick<import("./game-state").Scene, "act">} scene
 * @returns {Record<string, string[]>}
 */
export function marksOf({ act }) {
  const laps = act?.laps ?? [];
  const [first] = laps;
  const last = laps.filter((lap) => "last" in lap).at(-1);
  return {
    from: first && "from" in first ? [first.from] : [],
    last: last && "last" in last ? [last.last] : [],
    captured: laps.flatMap((lap) =>
      "captured" in lap && lap.captured ? lap.captured.map(([hole]) => hole) : [],
    ),
  };
}
