// @ts-check
/**
 * What hands do in an action, counter by counter: the steps of its laps, and what each step does to the counts.
 * Where the counters of a lap fall stands in docs/PROTOCOL.md, under `acted`.
 */

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Lap} Lap */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {{ seat: Seat, laps: Lap[], position: PositionView }} Acted */

/**
 * The counts while a hand goes round: `hand` counters are in hand at the hole `at`.
 * @typedef {{ holes: Record<string, number>, stores: Record<Seat, number | null> | null, hand: number, at: string | null }} Table
 */

/**
 * One thing that is done:
 * - `lift` takes all counters of a hole, or of a store, into the hand;
 * - `drop` lets one fall;
 * - `take` captures a hole's counters: into the hand, into a store or off the board;
 * - `put` lays down what is in hand.
 * @typedef {{ do: "lift", hole: string }
 *   | { do: "enter", seat: Seat, count: number }
 *   | { do: "drop", hole: string }
 *   | { do: "take", hole: string, count: number, to: "hand" | "away" | Seat }
 *   | { do: "put", hole: string }} Step
 */

/** The counts of a position. @param {Pick<PositionView, "holes" | "stores" | "pending">} position @returns {Table} */
export function tableOf(position) {
  /** @type {Record<string, number>} */
  const holes = {};
  for (const seat of seats)
    position.holes[seat].forEach((held, index) => (holes[letter(seat, index)] = held));
  const { pending } = position;
  return {
    holes,
    stores: position.stores ? { ...position.stores } : null,
    hand: pending?.hand ?? 0,
    at: pending?.hole ?? null,
  };
}

/** The steps of an action. @param {string} rules @param {PositionView} before @param {Acted} acted @returns {Step[]} */
export function stepsOf(rules, before, { seat, laps, position }) {
  /** @type {Step[]} */
  const steps = [];
  let { hand, at } = tableOf(before);
  for (const lap of laps) {
    if ("from" in lap) {
      if (hand && at && at !== lap.from) steps.push({ do: "put", hole: at });
      if (!hand || at !== lap.from) steps.push({ do: "lift", hole: lap.from });
      for (const hole of fallen(rules, before, lap)) steps.push({ do: "drop", hole });
    } else if ("enter" in lap) {
      steps.push({ do: "enter", seat, count: lap.count });
      for (const hole of entered(before, seat, lap)) steps.push({ do: "drop", hole });
    } else continue;
    const captured = lap.captured ?? [];
    const to = fate(rules, seat);
    for (const [hole, count] of captured) steps.push({ do: "take", hole, count, to });
    hand = captured.length && to === "hand" ? 1 : 0;
    at = hand && "from" in lap ? lap.from : null;
  }
  const { pending } = position;
  // In hand after all of it, by relay; or laid down again, where the turn has ended with a capture.
  if (pending && !hand) steps.push({ do: "lift", hole: pending.hole });
  if (!pending && hand && at) steps.push({ do: "put", hole: at });
  return steps;
}

/** Does one step. @param {Table} table @param {Step} step */
export function follow(table, step) {
  switch (step.do) {
    case "lift":
      table.hand = table.holes[step.hole];
      table.at = step.hole;
      table.holes[step.hole] = 0;
      return;
    case "enter":
      table.hand = step.count;
      table.at = null;
      return add(table, step.seat, -step.count);
    case "drop":
      table.hand -= 1;
      table.holes[step.hole] += 1;
      return;
    case "take":
      table.holes[step.hole] -= step.count;
      if (step.to === "hand") table.hand += step.count;
      else if (step.to !== "away") add(table, step.to, step.count);
      return;
    case "put":
      table.holes[step.hole] += table.hand;
      table.hand = 0;
      table.at = null;
  }
}

/** A store that is concealed stays so. @param {Table} table @param {Seat} seat @param {number} count */
function add({ stores }, seat, count) {
  const held = stores?.[seat];
  if (stores && typeof held === "number") stores[seat] = held + count;
}

/** What becomes of captured counters. @param {string} rules @param {Seat} seat */
function fate(rules, seat) {
  if (rules.startsWith("azigo")) return seat;
  return rules.startsWith("njombwa") ? "away" : "hand";
}

/** Where the counters of a lap fall, one by one. @param {string} rules @param {PositionView} before @param {Extract<Lap, { from: string }>} lap @returns {string[]} */
function fallen(rules, before, { from, dir, count, last }) {
  const [seat, index] = holeOf(from);
  const length = before.holes[seat].length;
  if (rules.startsWith("azigo")) {
    const places = rules.includes("own-row") ? length : 2 * length;
    return course(seat, index + (count === 1 ? 1 : 0), count, length, places);
  }
  const way = dir === "cw" ? length - 1 : 1;
  const end = ((holeOf(last)[1] - index) * (dir === "cw" ? -1 : 1) + length) % length;
  // An opening turn that does not come as far as one counter a hole drops the others into the first one.
  const spare = count < length ? count - end : 0;
  return Array.from({ length: count }, (_, drop) =>
    letter(seat, (index + way * Math.max(1, drop + 1 - spare)) % length),
  );
}

/** @param {PositionView} before @param {Seat} seat @param {Extract<Lap, { enter: string }>} lap */
function entered(before, seat, { enter, count }) {
  const length = before.holes[seat].length;
  return course(seat, 0, count, length, enter === "own" ? length : 2 * length);
}

/** Holes one after the other, on into the opponent's row where there are so many places. @param {Seat} seat @param {number} first @param {number} count @param {number} length @param {number} places */
function course(seat, first, count, length, places) {
  return Array.from({ length: count }, (_, drop) => {
    const place = (first + drop) % places;
    return letter(place < length ? seat : other(seat), place % length);
  });
}

/** @type {Seat[]} */
export const seats = ["south", "north"];

/** The seat across. @param {Seat} seat @returns {Seat} */
export function other(seat) {
  return seat === "south" ? "north" : "south";
}

/** The letter of a hole. @param {Seat} seat @param {number} index */
export function letter(seat, index) {
  return String.fromCharCode((seat === "south" ? 65 : 97) + index);
}

/** The seat and the index of a hole. @param {string} hole @returns {[Seat, number]} */
export function holeOf(hole) {
  const code = hole.charCodeAt(0);
  return code < 97 ? ["south", code - 65] : ["north", code - 97];
}
