// @ts-check
/**
 * The state of one game, folded from its events. Every event after an action carries the whole position, so
 * no rules are needed here. All positions are kept, so the visitor can step back to any.
 */

import { lastOf } from "../last.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("../protocol").Offer} Offer */
/** @typedef {import("../protocol").ClockView} ClockView */
/** @typedef {import("../protocol").State} State */
/** @typedef {Extract<Event, { kind: "acted" }>} Acted */
/** @typedef {import("../protocol").OfferKind} OfferKind */
/** An event in one of its forms. @typedef {Event | import("../protocol").CompactEvent} EitherEvent */

/**
 * A position with the `seq` of the event that carried it, and the action that led to it from the position
 * `before`.
 * @typedef {object} Scene
 * @property {number} seq
 * @property {number} ply
 * @property {PositionView} position
 * @property {Acted | null} act
 * @property {PositionView | null} before
 * @property {ClockView | undefined} clocks
 */

/**
 * A turn in notation; `ply` is that of its last action.
 * @typedef {{ seat: Seat, ply: number, actions: string[] }} Turn
 */

/**
 * The field of each kind of offer.
 * @type {Record<OfferKind, "drawOffer" | "takebackOffer" | "previewsOffer" | "rematchOffer">}
 */
const OFFER_FIELDS = {
  draw: "drawOffer",
  takeback: "takebackOffer",
  previews: "previewsOffer",
  rematch: "rematchOffer",
};

export class GameState {
  /** The `seq` of the newest event. */
  head = 0;
  /** @type {State} */
  state = "open";
  rules = "";
  /** @type {string | undefined} */
  clock = undefined;
  /** Whether the result changes ratings. */
  isRated = false;
  /** @type {Record<Seat, string | null>} */
  players = { south: null, north: null };
  /** The player for whom the free seat is kept. @type {string | null} */
  invited = null;
  /** When the invitation ends, if its maker has chosen that. @type {number | null} */
  openUntil = null;
  /** Why that player has declined. @type {import("../protocol").DeclineReason | null} */
  declined = null;
  /** The seats of bots. @type {Record<Seat, boolean>} */
  bots = { south: false, north: false };
  /** @type {Record<Seat, boolean>} */
  arranged = { south: false, north: false };
  /** The arrays that each seat may pick. @type {string[]} */
  arraysOffered = [];
  /** When the time to arrange ends, in milliseconds since 1970. @type {number | undefined} */
  arrangeBy = undefined;
  /** The arrays that were picked, once revealed. @type {Record<Seat, string> | null} */
  arrays = null;
  /** The hash that was shown when each seat arranged. @type {Record<Seat, string | null>} */
  seals = { south: null, north: null };
  /** The salts of these hashes, once revealed. @type {Record<Seat, string | null>} */
  salts = { south: null, north: null };
  /** @type {ClockView | undefined} */
  clocks = undefined;
  /** The seats that may halve their clocks as soon as play has begun. @type {Record<Seat, boolean>} */
  mayBerserk = { south: false, north: false };
  /** The seats that have halved their clocks. @type {Record<Seat, boolean>} */
  berserk = { south: false, north: false };
  /** @type {Offer | null} */
  drawOffer = null;
  /** @type {Offer | null} */
  takebackOffer = null;
  /** The offer that both players are shown what an action would do. @type {Offer | null} */
  previewsOffer = null;
  /** Whether each seat has declined previews. */
  previewsDeclined = { south: false, north: false };
  /** Whether both players have agreed to previews. */
  previewsAgreed = false;
  /** @type {Offer | null} */
  rematchOffer = null;
  /** Whether each seat has declined a rematch. */
  rematchDeclined = { south: false, north: false };
  /** The id of the rematch. @type {string | null} */
  rematch = null;
  /** @type {import("../protocol").Outcome | null} */
  outcome = null;
  /** The chat messages. @type {{ seq: number, seat: Seat, text: string }[]} */
  said = [];
  /** All events, the actions in the compact form. @type {EitherEvent[]} */
  log = [];
  /** The scene after each event, by its `seq`; `null` before the first position. @type {(Scene | null)[]} */
  scenes = [null];
  /** The scene after each action that was not taken back, by its ply. @type {Scene[]} */
  line = [];

  /** The newest scene. */
  get scene() {
    return this.scenes[this.head];
  }

  /** The newest position. */
  get position() {
    return this.scene?.position ?? null;
  }

  /** The number of actions played. */
  get plies() {
    return Math.max(0, this.line.length - 1);
  }

  /** The turns in notation. @returns {Turn[]} */
  get turns() {
    /** @type {Turn[]} */
    const turns = [];
    for (const { act, ply } of this.line) {
      if (!act) continue;
      const last = lastOf(turns);
      // The seats take turns: a turn ends where the seat changes.
      if (last?.seat === act.seat) Object.assign(last, { ply, actions: [...last.actions, act.action] });
      else turns.push({ seat: act.seat, ply, actions: [act.action] });
    }
    return turns;
  }

  /**
   * The actions up to a ply, from the beginning of the game, for the local server.
   * @param {number} ply @returns {import("../local-server/local-server.js").Base}
   */
  baseAt(ply) {
    const actions = this.line.slice(1, ply + 1).map(({ act }) => act?.action);
    return { rules: this.rules, arrays: this.arrays ?? undefined, actions: actions.join(".") };
  }

  /**
   * Applies the next event. An event that is already known changes nothing.
   * @param {Event} event @returns {boolean} whether the event was new
   * @throws {RangeError} if events before it are missing
   */
  apply(event) {
    if (event.seq <= this.head) return false;
    if (event.seq !== this.head + 1) throw new RangeError(`event ${event.seq} does not follow ${this.head}`);
    this.scenes[event.seq] = this.scene;
    this.head = event.seq;
    this.log.push(compactForm(event));
    if ("clocks" in event) this.clocks = event.clocks;
    for (const kind of event.closes ?? []) this[OFFER_FIELDS[kind]] = null;
    this._fold(event);
    return true;
  }

  /** Starts again before the first event. */
  reset() {
    Object.assign(this, new GameState());
  }

  /** @param {Event} event */
  _fold(event) {
    switch (event.kind) {
      case "created":
        this.rules = event.rules;
        this.clock = event.clock;
        this.isRated = Boolean(event.rated);
        this.mayBerserk = { south: event.berserk ?? false, north: event.berserk ?? false };
        return;
      case "invited":
        this.invited = event.player;
        this.openUntil = event.open_until ?? null;
        return;
      case "declined":
        this.declined = event.reason;
        return;
      case "seated":
        return this._seat(event);
      case "arranged":
        this.arranged[event.seat] = true;
        this.seals[event.seat] = event.commitment ?? null;
        return;
      case "revealed":
        this.arrays = event.arrays;
        this.salts = event.commitments ?? this.salts;
        this.arrangeBy = undefined;
        return this._begin(event.seq, event.position);
      case "begun":
        return this._begin(event.seq, event.position);
      case "berserked":
        this.mayBerserk[event.seat] = false;
        this.berserk[event.seat] = true;
        return;
      case "acted":
        this.mayBerserk[event.seat] = false;
        return this._act(event);
      case "excused":
        this.arrangeBy = event.arrange_by ?? this.arrangeBy;
        return;
      case "taken_back":
        return this._takeBack(event.seq, event.position);
      case "said":
        this.said.push(event);
        return;
      case "ended":
        return this._end(event);
      default:
        return this._foldOffer(event);
    }
  }

  /** @param {Extract<Event, { kind: "seated" }>} event */
  _seat({ seat, player, bot, arrays_offered, arrange_by }) {
    this.players[seat] = player;
    this.bots[seat] = bot ?? false;
    this.arraysOffered = arrays_offered ?? [];
    this.arrangeBy = arrange_by;
    if (!this.players.south || !this.players.north) return;
    this.invited = this.openUntil = null;
    this.state = this.arraysOffered.length ? "arranging" : "playing";
  }

  /** @param {Event} event */
  _foldOffer(event) {
    switch (event.kind) {
      case "draw_offered":
        this.drawOffer = { offer: event.seq, seat: event.seat };
        return;
      case "takeback_offered":
        this.takebackOffer = { offer: event.seq, seat: event.seat };
        return;
      case "previews_offered":
        this.previewsOffer = { offer: event.seq, seat: event.seat };
        return;
      case "previews_declined":
        this.previewsDeclined[event.seat] = true;
        return;
      case "previews_agreed":
        this.previewsAgreed = true;
        return;
      case "rematch_offered":
        this.rematchOffer = { offer: event.seq, seat: event.seat };
        return;
      case "rematch_declined":
        this.rematchDeclined[event.seat] = true;
        return;
      case "rematched":
        this.rematch = event.rematch;
    }
  }

  /** @param {number} seq @param {PositionView} position */
  _begin(seq, position) {
    this.state = "playing";
    this._show({
      seq,
      ply: 0,
      position,
      act: null,
      before: null,
      clocks: this.clocks,
    });
  }

  /** @param {Acted} act */
  _act(act) {
    const { seq, ply, position } = act;
    this._show({
      seq,
      ply,
      position,
      act,
      before: this.position,
      clocks: this.clocks,
    });
  }

  /** @param {number} seq @param {PositionView} position */
  _takeBack(seq, position) {
    const { act, before } = this.line[position.ply] ?? {
      act: null,
      before: null,
    };
    this._show({
      seq,
      ply: position.ply,
      position,
      act,
      before,
      clocks: this.clocks,
    });
  }

  /** @param {Extract<Event, { kind: "ended" }>} event */
  _end({ seq, at, winner, reason, stores }) {
    this.state = "finished";
    this.outcome = { winner, reason };
    this.mayBerserk = { south: false, north: false };
    this.arrangeBy = undefined;
    this.clocks = stoppedAt(this.clocks, at);
    const scene = this.scene;
    if (!scene) return;
    const position = {
      ...scene.position,
      to_move: null,
      legal: [],
      ...(stores && { stores }),
    };
    this._show({ ...scene, seq, position, clocks: this.clocks });
  }

  /** @param {Scene} scene */
  _show(scene) {
    this.scenes[scene.seq] = scene;
    this.line.length = Math.min(this.line.length, scene.ply);
    this.line[scene.ply] = scene;
  }
}

/** An event as the local server needs it: of an action only what it cannot compute. @param {EitherEvent} event */
export function compactForm(event) {
  if ("kind" in event && event.kind !== "acted") return event;
  const { seq, at, action, closes } = event;
  return { seq, at, action, ...(closes && { closes }) };
}

/**
 * The counters of a seat: those in its holes, in its hand, and in its store as far as that is known.
 * @param {PositionView} position @param {Seat} seat
 */
export function countersOf({ holes, stores, pending, to_move }, seat) {
  const inHand = pending && to_move === seat ? pending.hand : 0;
  return holes[seat].reduce((sum, count) => sum + count, inHand) + (stores?.[seat] ?? 0);
}

/**
 * The captured holes of a lap, with their counts.
 * @param {import("../protocol").Lap | import("../protocol").Preview["laps"][number]} lap @returns {[string, number][]}
 */
export function capturesOf(lap) {
  return ("captured" in lap && lap.captured) || [];
}

/**
 * The time that a seat has left at a moment, in milliseconds; `null` without a clock.
 * @param {ClockView | undefined} clocks @param {Seat} seat @param {number} now
 */
export function timeLeft(clocks, seat, now) {
  if (!clocks) return null;
  const balance = clocks.balance[seat];
  if (clocks.running !== seat || clocks.runs_out_at === null) return balance;
  // During a delay the balance stays as it is.
  return Math.max(0, Math.min(balance, clocks.runs_out_at - now));
}

/**
 * The clocks after the running one is stopped at a moment.
 * @param {ClockView | undefined} clocks @param {number} now @returns {ClockView | undefined}
 */
export function stoppedAt(clocks, now) {
  if (!clocks) return undefined;
  const left = (/** @type {Seat} */ seat) => timeLeft(clocks, seat, now) ?? 0;
  const balance = { south: left("south"), north: left("north") };
  return {
    ...clocks,
    balance,
    running: null,
    runs_out_at: null,
    first_turn_by: undefined,
  };
}
