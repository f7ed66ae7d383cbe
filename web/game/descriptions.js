// @ts-check
/**
 * Descriptions of events, actions, holes and results in words. The texts are an argument, so that no page is
 * needed.
 */

import { lastOf } from "../last.js";
import { holeLetter, otherSeat, parseHole } from "../notation.js";
import { capturesOf, countersOf } from "./game-state.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").Lap} Lap */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("./game-state").Acted} Acted */
/** @typedef {typeof import("../texts")} Texts */

/** With more relays than this, only the number of laps is given. */
const MAX_LISTED_RELAYS = 6;

/**
 * An event; `null` if there is nothing to tell.
 * @param {Texts} texts @param {Event} event @param {PositionView | null} before the position before it
 */
export function describeEvent(texts, event, before) {
  const seat = "seat" in event ? texts.translate(`game.${event.seat}`) : "";
  switch (event.kind) {
    case "acted":
      return describeAction(texts, event, before);
    case "seated":
      return texts.translate("game.event.seated", {
        seat,
        player: event.player,
      });
    case "revealed":
      return describeArrays(texts, event.arrays);
    case "said":
      return texts.translate("game.event.said", { seat, text: event.text });
    case "excused":
      return texts.translate("game.event.excused", {
        seconds: Math.round((event.until - event.from) / 1_000),
      });
    case "arranged":
    case "begun":
    case "berserked":
    case "draw_offered":
    case "draw_declined":
    case "takeback_offered":
    case "takeback_declined":
    case "taken_back":
    case "previews_offered":
    case "previews_declined":
    case "previews_agreed":
    case "rematch_offered":
    case "rematch_declined":
    case "rematched":
      return texts.translate(`game.event.${event.kind.replaceAll("_", "-")}`, {
        seat,
      });
    default:
      return null;
  }
}

/** The arrays of both seats, once revealed. @param {Texts} texts @param {Record<Seat, string>} arrays */
export function describeArrays(texts, { south, north }) {
  return texts.translate("game.event.revealed", {
    south: texts.translate(`game.array.${south}`),
    north: texts.translate(`game.array.${north}`),
  });
}

/**
 * An action and its laps: "South sows N: 3 laps, captures 5 from e and l."
 * @param {Texts} texts @param {Acted} act @param {PositionView | null} before
 */
export function describeAction(texts, { seat, action, laps, position }, before) {
  const parts = [
    describeFirstLap(texts, action, laps, before),
    ...describeCourse(texts, laps),
    describeEndlessLap(texts, laps),
    position.pending
      ? texts.translate("game.event.pending", { ...position.pending })
      : describeEnd(texts, laps),
  ];
  const what = parts.filter(Boolean).join(", ");
  return texts.translate("game.event.turn", {
    seat: texts.translate(`game.${seat}`),
    what,
  });
}

/**
 * The last of some laps of a turn: "South, lap 2 of 5: 4 counters from f, the last falls into j, captures 5 from J."
 * @param {Texts} texts @param {Pick<import("./shown-lap").TurnLap, "act" | "lap">[]} laps all laps of the turn
 * @param {number} number how many of them are shown
 */
export function describeLap(texts, laps, number) {
  if (!laps.length) return "";
  if (number === 0) return texts.translateCount("game.lap.before", laps.length);
  const { act, lap } = laps[number - 1];
  const what = [describeSowing(texts, lap), describeCaptures(texts, capturesOf(lap))]
    .filter(Boolean)
    .join(", ");
  const seat = texts.translate(`game.${act.seat}`);
  return texts.translate("game.lap", { seat, number, count: laps.length, what });
}

/** @param {Texts} texts @param {import("./sowing").LapSteps["lap"]} lap */
function describeSowing(texts, lap) {
  const values = { counters: texts.translateCount("game.counters", lap.count), last: lap.last };
  if (!("from" in lap)) return texts.translate("game.lap.enters", values);
  return texts.translate(`game.lap.sows${lap.dir === "cw" ? ".clockwise" : ""}`, {
    ...values,
    hole: lap.from,
  });
}

/** @param {Texts} texts @param {string} action @param {Lap[]} laps @param {PositionView | null} before */
function describeFirstLap(texts, action, laps, before) {
  const count = laps[0] && "count" in laps[0] ? laps[0].count : 0;
  const counters = texts.translateCount("game.counters", count);
  if (action === "-") return texts.translate("game.event.passes");
  if (action === "*") return texts.translate("game.event.enters", { counters });
  if (action === "*>") return texts.translate("game.event.enters-on", { counters });
  const hole = action[0];
  const direction = directionSuffix(action);
  const pending = before?.pending;
  if (!pending) return texts.translate(`game.event.sows${direction}`, { hole, counters });
  if (pending.hole === hole) return texts.translate(`game.event.sows-on${direction}`, { hole, counters });
  const left = { hand: pending.hand, left: pending.hole };
  return texts.translate(`game.event.leaves${direction}`, {
    hole,
    counters,
    ...left,
  });
}

/**
 * The relays and captures of some laps in their order; of many laps, their number and what they capture.
 * @param {Texts} texts @param {Lap[]} laps
 */
function describeCourse(texts, laps) {
  const relays = laps.map((lap, index) => relayedHole(lap, laps[index - 1]));
  if (relays.filter(Boolean).length > MAX_LISTED_RELAYS)
    return [
      texts.translateCount("game.event.laps", laps.length),
      describeCaptures(texts, laps.flatMap(capturesOf)),
    ];
  /** @type {{ relays: string[], captures: [string, number][] }[]} */
  const runs = [{ relays: [], captures: [] }];
  laps.forEach((lap, index) => {
    const [run] = runs.slice(-1);
    const captures = capturesOf(lap);
    const hole = relays[index];
    if (hole) run.relays.push(hole);
    if (captures.length) runs.push({ relays: [], captures: [] });
    run.captures.push(...captures);
  });
  return runs.flatMap((run) => [describeRelays(texts, run.relays), describeCaptures(texts, run.captures)]);
}

/** The hole whose counters a lap has relayed; `null` if it has sown others. @param {Lap} lap @param {Lap | undefined} before */
function relayedHole(lap, before) {
  return before && "from" in lap && !capturesOf(before).length ? lap.from : null;
}

/** @param {Texts} texts @param {string[]} holes */
function describeRelays(texts, holes) {
  return holes.length ? texts.translate("game.event.relay", { holes: texts.formatList(holes) }) : "";
}

/** Where the last counter has fallen. @param {Texts} texts @param {Lap[]} laps */
function describeEnd(texts, laps) {
  const lap = lastOf(laps.filter((lap) => "last" in lap));
  return lap && "last" in lap ? texts.translate("game.effect.ends", { hole: lap.last }) : "";
}

/** @param {Texts} texts @param {[string, number][]} captures */
function describeCaptures(texts, captures) {
  if (!captures.length) return "";
  const count = captures.reduce((sum, [, held]) => sum + held, 0);
  const holes = texts.formatList([...new Set(captures.map(([hole]) => hole))]);
  return texts.translate("game.event.captures", { count, holes });
}

/** @param {Texts} texts @param {Lap[]} laps */
function describeEndlessLap(texts, laps) {
  const lap = laps.find((lap) => "endless" in lap);
  return lap && "endless" in lap ? texts.translate("game.event.endless", { hole: lap.endless }) : "";
}

/**
 * A result: who won and why, and the counters of both sides.
 * @param {Texts} texts @param {import("../protocol").Outcome} outcome
 * @param {Record<Seat, string | null>} players
 * @param {{ ownSeat?: Seat | null, position?: PositionView | null }} [viewer] a player is addressed in the second person
 */
export function describeOutcome(
  texts,
  { winner, reason },
  players,
  { ownSeat = null, position = null } = {},
) {
  const score = position ? describeScore(texts, position, ownSeat ?? winner ?? "south") : "";
  const why = texts.translate(`game.end.${reason}`);
  if (!winner)
    return texts.translate(["aborted", "expired"].includes(reason) ? "game.no-result" : "game.drawn", {
      why,
    });
  if (winner === ownSeat) return texts.translate("game.you-won", { score, why });
  if (ownSeat)
    return texts.translate("game.you-lost", {
      score,
      why: describeDefeat(texts, reason),
    });
  const seat = texts.translate(`game.${winner}`);
  const name = players[winner];
  return name
    ? texts.translate("game.won.score", { seat, name, score, why })
    : texts.translate("game.won.seat", { seat, score, why });
}

/**
 * The counters of both sides.
 * @param {Texts} texts @param {PositionView} position @param {Seat} seat the side whose counters come first
 */
function describeScore(texts, position, seat) {
  const first = countersOf(position, seat);
  const second = countersOf(position, otherSeat(seat));
  return texts.translate("game.score", { first, second });
}

/** Why the player has lost. @param {Texts} texts @param {import("../protocol").EndReason} reason */
function describeDefeat(texts, reason) {
  const key = `game.defeat.${reason}`;
  const text = texts.translate(key);
  return text === key ? texts.translate(`game.end.${reason}`) : text;
}

/**
 * The spoken name of a hole: "your N, 3 counters, can be sown".
 * @param {Texts} texts @param {string} hole @param {number} count @param {string[]} legal
 * @param {Seat | null} ownSeat
 */
export function describeHole(texts, hole, count, legal, ownSeat) {
  const [seat] = parseHole(hole);
  const owner = ownSeat ? (ownSeat === seat ? "your" : "their") : seat;
  const counters = texts.translateCount("game.counters", count);
  const name = texts.translate(`game.hole.${owner}`, { hole, counters });
  const isSown = legal.includes(hole);
  const isSownClockwise = legal.includes(`${hole}<`);
  if (!isSown && !isSownClockwise) return name;
  const key = !isSownClockwise ? "sown" : isSown ? "both" : "clockwise";
  return `${name}, ${texts.translate(`game.can-be.${key}`)}`;
}

/**
 * The spoken name of the button over the store of the seat to move.
 * @param {Texts} texts @param {boolean} canEnter
 */
export function describeStoreButton(texts, canEnter) {
  return texts.translate(canEnter ? "game.store.enter" : "game.store");
}

/**
 * The label of an action's button: "Leave the 5 in A and sow O clockwise, capturing 7".
 * @param {Texts} texts @param {string} action @param {PositionView} position
 * @param {import("../protocol").Preview | undefined} preview
 */
export function describeChoice(texts, action, position, preview) {
  const then = preview?.pending ? texts.translate("game.do.then-choose") : "";
  return describeMove(texts, action, position) + describePreview(texts, action, position, preview) + then;
}

/**
 * What an action would do, as far as it can be seen on the board: "N: ends in c, captures 6 from m and d."
 * @param {Texts} texts @param {import("../protocol").Preview} preview
 */
export function describePreviewed(texts, { action, laps, pending }) {
  const parts = [
    laps.length > 1 ? texts.translateCount("game.event.laps", laps.length) : "",
    pending ? "" : describeEnd(texts, laps),
    describeCaptures(texts, laps.flatMap(capturesOf)),
    describeEndlessLap(texts, laps),
    pending ? texts.translate("game.effect.pending", { ...pending }) : "",
  ];
  return texts.translate("game.effect", {
    action: nameAction(texts, action),
    what: parts.filter(Boolean).join(", "),
  });
}

/** An action as it is read out: "O clockwise" for `O<`. @param {Texts} texts @param {string} action */
export function nameAction(texts, action) {
  if (action === "-") return texts.translate("game.action.pass");
  if (action.startsWith("*"))
    return texts.translate(action === "*" ? "game.action.enter" : "game.action.enter-on");
  return action.endsWith("<") ? texts.translate("game.action.clockwise", { hole: action[0] }) : action;
}

/**
 * What the best captures are; without any, what goes furthest.
 * @param {Texts} texts @param {import("../protocol").Preview[]} previews @param {boolean} goesOn whether the turn has begun
 */
export function describeHint(texts, previews, goesOn) {
  const capturing = previews.filter(({ captured }) => captured > 0).sort(byGain);
  const [best, other] = capturing.length ? capturing : [...previews].sort(byGain);
  if (!best) return "";
  const first = describePreviewed(texts, best);
  const second = capturing.length && other ? describePreviewed(texts, other) : "";
  const what = [first, second].filter(Boolean).join(" ");
  const key = goesOn ? "game.hint.pending" : capturing.length ? "game.hint.captures" : "game.hint.none";
  return texts.translate(key, { what });
}

/** The larger capture first, then the longer way. @param {import("../protocol").Preview} one @param {import("../protocol").Preview} other */
function byGain(one, other) {
  return other.captured - one.captured || other.laps.length - one.laps.length;
}

/**
 * What an action captures, for a button with an arrow: "capturing 7".
 * @param {Texts} texts @param {string} action @param {PositionView} position
 * @param {import("../protocol").Preview | undefined} preview
 */
export function describeEffect(texts, action, position, preview) {
  return describePreview(texts, action, position, preview).replace(/^\W+/, "");
}

/** @param {Texts} texts @param {string} action @param {PositionView} position */
function describeMove(texts, action, { pending }) {
  if (action === "-") return texts.translate("game.do.pass");
  if (action.startsWith("*")) return texts.translate(action === "*" ? "game.do.enter" : "game.do.enter-on");
  const hole = action[0];
  const direction = directionSuffix(action);
  if (!pending) return texts.translate(`game.do.sow${direction}`, { hole });
  if (pending.hole === hole) return texts.translate(`game.do.sow-on${direction}`, { ...pending });
  return texts.translate(`game.do.leave${direction}`, {
    ...pending,
    left: pending.hole,
    hole,
  });
}

/**
 * @param {Texts} texts @param {string} action @param {PositionView} position
 * @param {import("../protocol").Preview | undefined} preview
 */
function describePreview(texts, action, { legal, pending }, preview) {
  if (!preview) return "";
  if (preview.captured) return texts.translate("game.do.capturing", { count: preview.captured });
  const hasAlternative = pending || legal.some((other) => other !== action && other[0] === action[0]);
  return hasAlternative ? texts.translate("game.do.capturing-nothing") : "";
}

/** The last part of a key for an action: clockwise actions have texts of their own. @param {string} action */
function directionSuffix(action) {
  return action.endsWith("<") ? ".clockwise" : "";
}

/**
 * The counts of a side: "A 4, B 0, …".
 * @param {Texts} texts @param {Seat} seat @param {PositionView} position
 */
export function describeCounts(texts, seat, position) {
  const counts = position.holes[seat].map((count, index) => `${holeLetter(seat, index)} ${count}`);
  if (position.stores) counts.push(describeStore(texts, seat, position.stores));
  return counts.join(", ");
}

/**
 * A store: its count, or that it is concealed.
 * @param {Texts} texts @param {Seat} seat @param {Record<Seat, number | null>} stores
 */
export function describeStore(texts, seat, stores) {
  return texts.translate("game.store-holds", {
    count: stores[seat] ?? texts.translate("game.concealed"),
  });
}
