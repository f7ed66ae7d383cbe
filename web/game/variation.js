// @ts-check
/** A line that leaves the game: actions that the visitor plays on, or that the analysis prefers. */

/** @typedef {import("../protocol").ExploredPosition} ExploredPosition */
/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./page-state").StepName} StepName */

export class Variation {
  /**
   * @param {Scene} base the scene of the game that the line begins with
   * @param {ExploredPosition} explored the line, as the server has played it
   * @param {number} [index] how many of its actions are shown; all if left out
   */
  constructor(base, explored, index = explored.played.length) {
    this.base = base;
    /** The scenes: before the line, and after each of its actions. */
    this.scenes = scenesOf(base, explored);
    this.index = index;
    this.outcome = explored.outcome;
  }

  /** The scene that is shown. */
  get scene() {
    return this.scenes[this.index];
  }

  /** The actions before the scene that is shown. */
  get actions() {
    return actionsOf(this.scenes.slice(1, this.index + 1));
  }

  /** All actions of the line. */
  get allActions() {
    return actionsOf(this.scenes.slice(1));
  }

  /** The index that a step leads to; `null` if it leads nowhere. @param {StepName} step */
  stepTarget(step) {
    const last = this.scenes.length - 1;
    const targets = {
      first: 0,
      previous: this.index - 1,
      next: this.index + 1,
      last,
    };
    const target = targets[step];
    return target === this.index || target < 0 || target > last ? null : target;
  }
}

/** @param {Scene[]} scenes */
function actionsOf(scenes) {
  return scenes.flatMap(({ act }) => (act ? [act.action] : []));
}

/** @param {Scene} base @param {ExploredPosition} explored @returns {Scene[]} */
function scenesOf(base, { start, played }) {
  const first = { ...base, position: start };
  const { seq, clocks } = base;
  const at = base.act?.at ?? 0;
  const positions = [start, ...played.map(({ position }) => position)];
  const scenes = played.map((action, index) => {
    const ply = base.ply + index + 1;
    /** @type {import("./game-state").Acted} */
    const act = { kind: "acted", seq, at, ply, ...action };
    return {
      seq,
      ply,
      position: action.position,
      act,
      before: positions[index],
      clocks,
    };
  });
  return [first, ...scenes];
}
