// @ts-check
/** How long the animation of an action takes: less than three seconds, because the player's clock may run meanwhile. */

/** @typedef {import("./sowing").Step} Step */
/** @typedef {keyof typeof SPEEDS} Speed */

/** The duration of one counter's fall in a short action, and a duration that no action reaches, in milliseconds. */
const SPEEDS = {
  off: { drop: 0, longest: 1 },
  slow: { drop: 420, longest: 2_900 },
  normal: { drop: 190, longest: 2_500 },
  fast: { drop: 70, longest: 1_500 },
};

/** The duration of each kind of step, in falls of one counter. */
const STEP_DURATIONS = { lift: 1.8, enter: 2.2, drop: 1, take: 2.6, put: 1.4 };

/** The length of some steps, in falls of one counter. @param {Step[]} steps */
export function countFalls(steps) {
  return steps.reduce((sum, step) => sum + STEP_DURATIONS[step.do], 0);
}

/**
 * The duration of an action's animation in milliseconds. The longer an action is, the faster it is shown.
 * @param {number} falls the length of the action, in falls of one counter @param {Speed} speed
 * @param {number} [waiting] how many actions are to be shown after it: it is faster for them
 */
export function sowingDuration(falls, speed, waiting = 0) {
  const { drop, longest } = SPEEDS[speed];
  const limit = longest / (1 + waiting);
  return limit * (1 - Math.exp((-falls * drop) / limit));
}
