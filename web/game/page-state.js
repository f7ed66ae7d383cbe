// @ts-check
/** What one game page knows: the game, who the visitor is in it, and which position the visitor looks at. */

import { SEATS, otherSeat } from "../notation.js";
import { GameState, capturesOf, stoppedAt } from "./game-state.js";

/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("./variation").Variation} Variation */
/** @typedef {"first" | "previous" | "next" | "last"} StepName */

export class PageState {
  game = new GameState();
  /** The visitor's seat; `null` for a spectator. @type {Seat | null} */
  ownSeat = null;
  /** Who is connected. @type {import("../protocol").Presence | null} */
  presence = null;
  /** The newest event when the game was joined: up to here events are the past. @type {number | null} */
  pastHead = null;
  /** Whether events come as they happen. */
  isConnected = false;
  /** Whether counters are moving on the board. */
  isAnimating = false;
  /** Whether the visitor has ended the last animation. */
  hasSkipped = false;
  /** The ply of an action that was sent and not answered yet. @type {number | null} */
  sentPly = null;
  /** The line that the visitor plays on or looks at; `null` shows the game. @type {Variation | null} */
  variation = null;
  /** The ply that the visitor has stepped to; `null` follows the game. @type {number | null} */
  #chosenPly = null;
  /** How many actions there were when the visitor stopped following the game. */
  #pliesWhenLeft = 0;

  /** @param {number | null} chosenPly */
  constructor(chosenPly = null) {
    this.#chosenPly = chosenPly;
  }

  /** Whether all of the past is known. */
  get isCaughtUp() {
    return this.pastHead !== null && this.game.head >= this.pastHead;
  }

  /** Whether the board shows the newest position, whatever comes. */
  get followsGame() {
    return this.#chosenPly === null;
  }

  /** The ply that the board shows. */
  get shownPly() {
    return Math.min(this.#chosenPly ?? this.game.plies, this.game.plies);
  }

  /** The scene that the board shows at rest. */
  get shownScene() {
    return this.variation?.scene ?? this.game.line[this.shownPly];
  }

  /** The position that the board shows at rest. */
  get shownPosition() {
    if (this.variation) return this.variation.scene.position;
    return this.followsGame ? this.game.position : (this.shownScene?.position ?? null);
  }

  /**
   * The clocks to show. In a game that is played they run, whatever position the visitor looks at; in a finished one
   * they are those of the shown ply.
   */
  get shownClocks() {
    const { outcome, clocks } = this.game;
    const scene = this.shownScene;
    return outcome && scene && !this.followsGame ? stoppedAt(scene.clocks, scene.act?.at ?? 0) : clocks;
  }

  /**
   * The counters that a seat has captured up to the shown position, in games that take them off the board; `null` in
   * others. @param {Seat} seat
   */
  capturedBy(seat) {
    if (!this.game.rules.startsWith("njombwa")) return null;
    const played = this.game.line.slice(0, (this.variation?.base.ply ?? this.shownPly) + 1);
    const explored = this.variation?.scenes.slice(1, this.variation.index + 1) ?? [];
    return [...played, ...explored].reduce(
      (sum, { act }) => sum + (act?.seat === seat ? capturedCount(act) : 0),
      0,
    );
  }

  /** How many actions were played since the visitor stopped following the game. */
  get unseenPlies() {
    return this.followsGame ? 0 : this.game.plies - this.#pliesWhenLeft;
  }

  /** Notes that the visitor knows how far the game is: the page was opened at an earlier ply. */
  notePast() {
    this.#pliesWhenLeft = this.game.plies;
  }

  /** Whether the visitor can play an action now. */
  get canAct() {
    const { position } = this.game;
    const isOwnTurn = this.ownSeat !== null && position?.to_move === this.ownSeat;
    return isOwnTurn && this.followsGame && this.sentPly !== position.ply;
  }

  /** Whether the visitor can play on from the shown position: nobody is helped in a game that goes on. */
  get canExplore() {
    return this.game.state === "finished" && this.shownScene !== undefined;
  }

  /** The position in which the visitor can choose an action; `null` if there is none. */
  get choosingPosition() {
    return this.canAct ? this.game.position : this.canExplore ? this.shownPosition : null;
  }

  /** Whether the board shows what an action would do before it is chosen. */
  get showsEffects() {
    return this.canExplore || (this.game.state === "playing" && SEATS.some((seat) => this.game.bots[seat]));
  }

  /** The scenes of the turn that the board shows, up to the shown ply. */
  get shownTurn() {
    const { variation, game } = this;
    const shown = variation
      ? variation.scenes.slice(0, variation.index + 1)
      : game.line.slice(0, this.shownPly + 1);
    const seat = shown.at(-1)?.act?.seat;
    if (!seat) return [];
    const others = shown.filter(({ act }) => act?.seat !== seat);
    return others.length ? shown.slice(shown.indexOf(others[others.length - 1]) + 1) : shown;
  }

  /**
   * Shows the board after a ply; `null` follows the game, as does the last ply.
   * @param {number | null} ply
   */
  goTo(ply) {
    const { plies } = this.game;
    this.variation = null;
    if (this.followsGame) this.#pliesWhenLeft = plies;
    const target = ply === null ? null : Math.max(0, Math.min(ply, plies));
    this.#chosenPly = target === plies ? null : target;
  }

  /**
   * The ply that a step leads to, or the index in the variation; `null` if it leads nowhere.
   * @param {StepName} step
   */
  stepTarget(step) {
    if (this.variation) return this.variation.stepTarget(step);
    const { shownPly } = this;
    const { plies } = this.game;
    if (step === "first" || step === "previous")
      return shownPly > 0 ? (step === "first" ? 0 : shownPly - 1) : null;
    return shownPly < plies ? (step === "last" ? plies : shownPly + 1) : null;
  }

  /**
   * Applies the next event.
   * @param {import("../protocol").Event} event @returns {boolean} whether it was new
   */
  apply(event) {
    if (!this.game.apply(event)) return false;
    if ("position" in event) this.sentPly = null;
    // The computer player has acted, so no other game comes first.
    if (event.kind === "acted" && this.game.bots[event.seat] && this.presence)
      this.presence = { ...this.presence, computer_queue: undefined };
    return true;
  }

  /** Whether the visitor may claim the game, because the opponent has left. @param {number} now */
  canClaim(now) {
    const at = this.ownSeat && this.presence?.claim_at[otherSeat(this.ownSeat)];
    return typeof at === "number" && at <= now;
  }
}

/** The number of counters that an action has captured. @param {import("./game-state").Acted} act */
function capturedCount({ laps }) {
  return laps.flatMap(capturesOf).reduce((sum, [, count]) => sum + count, 0);
}
