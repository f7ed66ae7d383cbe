// @ts-check
/** What happened, in words. The texts are given, so that no page is needed. */

import { holeOf, letter } from "./sowing.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").Lap} Lap */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("./game-state").Acted} Acted */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {typeof import("../texts")} Words */

/** Beyond so many laps one hears of their number alone. */
const TOLD = 6;

/**
 * An action and what it made happen: "South sows N: 3 laps, captures 5 from e and l."
 * @param {Words} words @param {Acted} act @param {PositionView | null} before
 */
export function turn(words, { seat, action, laps, position }, before) {
  const parts = [first(words, action, laps, before)];
  const relays = laps
    .slice(1)
    .flatMap((lap, index) => ("from" in lap && !captured(laps[index]).length ? [lap.from] : []));
  if (relays.length > TOLD) parts.push(words.many("game.told.laps", laps.length));
  else if (relays.length) parts.push(words.say("game.told.relay", { holes: words.list(relays) }));
  const taken = laps.flatMap(captured);
  if (taken.length) parts.push(capture(words, taken));
  const endless = laps.find((lap) => "endless" in lap);
  if (endless && "endless" in endless) parts.push(words.say("game.told.endless", { hole: endless.endless }));
  if (position.pending) parts.push(words.say("game.told.pending", { ...position.pending }));
  return words.say("game.told.turn", { seat: words.say(`game.${seat}`), what: parts.join(", ") });
}

/** @param {Lap} lap @returns {[string, number][]} */
function captured(lap) {
  return ("captured" in lap && lap.captured) || [];
}

/** @param {Words} words @param {[string, number][]} taken */
function capture(words, taken) {
  const count = taken.reduce((all, [, held]) => all + held, 0);
  const holes = words.list([...new Set(taken.map(([hole]) => hole))]);
  return words.say("game.told.captures", { count, holes });
}

/** @param {Words} words @param {string} action @param {Lap[]} laps @param {PositionView | null} before */
function first(words, action, laps, before) {
  const count = laps[0] && "count" in laps[0] ? laps[0].count : 0;
  const counters = words.many("game.counters", count);
  if (action === "-") return words.say("game.told.passes");
  if (action === "*") return words.say("game.told.enters", { counters });
  if (action === "*>") return words.say("game.told.enters-on", { counters });
  const hole = action[0];
  const way = action.endsWith("<") ? ".clockwise" : "";
  const pending = before?.pending;
  if (!pending) return words.say(`game.told.sows${way}`, { hole, counters });
  if (pending.hole === hole) return words.say(`game.told.sows-on${way}`, { hole, counters });
  return words.say(`game.told.leaves${way}`, { hole, counters, hand: pending.hand, left: pending.hole });
}

/**
 * An event in words; `null` where there is nothing to tell.
 * @param {Words} words @param {Event} event @param {PositionView | null} before the board before it
 */
export function tell(words, event, before) {
  const seat = "seat" in event ? words.say(`game.${event.seat}`) : "";
  switch (event.kind) {
    case "acted":
      return turn(words, event, before);
    case "seated":
      return words.say("game.told.seated", { seat, player: event.player });
    case "revealed":
      return words.say("game.told.revealed", {
        south: words.say(`game.array.${event.arrays.south}`),
        north: words.say(`game.array.${event.arrays.north}`),
      });
    case "said":
      return words.say("game.told.said", { seat, text: event.text });
    case "excused":
      return words.say("game.told.excused", { seconds: Math.round((event.until - event.from) / 1_000) });
    case "arranged":
    case "begun":
    case "draw_offered":
    case "draw_declined":
    case "takeback_offered":
    case "takeback_declined":
    case "taken_back":
    case "rematch_offered":
    case "rematch_declined":
    case "rematched":
      return words.say(`game.told.${event.kind.replaceAll("_", "-")}`, { seat });
    default:
      return null;
  }
}

/** How a game ended. @param {Words} words @param {import("../protocol").Outcome} outcome @param {Record<Seat, string | null>} players */
export function end(words, { winner, reason }, players) {
  const why = words.say(`game.end.${reason}`);
  if (winner)
    return words.say("game.won", { seat: words.say(`game.${winner}`), name: players[winner] ?? "?", why });
  return words.say(["aborted", "expired"].includes(reason) ? "game.no-result" : "game.drawn", { why });
}

/**
 * The name of a hole as it is spoken: "your N, 3 counters, can be sown".
 * @param {Words} words @param {string} hole @param {number} count @param {string[]} legal @param {Seat | null} own
 */
export function holeName(words, hole, count, legal, own) {
  const [seat] = holeOf(hole);
  const whose = own ? (own === seat ? "your" : "their") : seat;
  const name = words.say(`game.hole.${whose}`, { hole, counters: words.many("game.counters", count) });
  const ways = [legal.includes(hole), legal.includes(`${hole}<`)];
  if (!ways[0] && !ways[1]) return name;
  const key = ways[0] && ways[1] ? "both" : ways[0] ? "sown" : "clockwise";
  return `${name}, ${words.say(`game.can-be.${key}`)}`;
}

/**
 * What an action would do, as a button says it: "Leave the 5 in A and sow O clockwise, capturing 7".
 * @param {Words} words @param {string} action @param {PositionView} position
 * @param {import("../protocol").Preview | undefined} preview
 */
export function offer(words, action, position, preview) {
  const hole = action[0];
  const { pending } = position;
  const way = action.endsWith("<") ? ".clockwise" : "";
  const what =
    action === "-" || action.startsWith("*")
      ? words.say(`game.do.${action === "-" ? "pass" : action === "*" ? "enter" : "enter-on"}`)
      : !pending
        ? words.say(`game.do.sow${way}`, { hole })
        : pending.hole === hole
          ? words.say(`game.do.sow-on${way}`, { ...pending })
          : words.say(`game.do.leave${way}`, { ...pending, left: pending.hole, hole });
  const isOneOfTwo = position.legal.some((one) => one !== action && one[0] === hole) || pending;
  const captures = preview?.captured
    ? words.say("game.do.capturing", { count: preview.captured })
    : preview && isOneOfTwo
      ? words.say("game.do.capturing-nothing")
      : "";
  return what + captures + (preview?.pending ? words.say("game.do.then-choose") : "");
}

/** The counts of a side as text: "A 4, B 0, …". @param {Words} words @param {Seat} seat @param {PositionView} position */
export function counts(words, seat, position) {
  const told = position.holes[seat].map((held, index) => `${letter(seat, index)} ${held}`);
  if (position.stores) told.push(stored(words, seat, position.stores));
  return told.join(", ");
}

/** What a store holds, as far as one may know. @param {Words} words @param {Seat} seat @param {Record<Seat, number | null>} stores */
export function stored(words, seat, stores) {
  return words.say("game.store-holds", { count: stores[seat] ?? words.say("game.concealed") });
}
