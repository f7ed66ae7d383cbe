// @ts-check
/** What one game page knows: the game, who the visitor is in it, and which position the visitor looks at. */

import { lastOf } from "../last.js";
import { SEATS, otherSeat } from "../notation.js";
import { GameState, capturesOf, stoppedAt } from "./game-state.js";
import { GAME_TRAITS } from "./game-traits.js";
import { ShownLap } from "./shown-lap.js";

/** @typedef {import("../protocol").Seat} Seat */
/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("./variation").Variation} Variation */
/** @typedef {"first" | "previous" | "next" | "last"} StepName */

export class PageState {
  game = new GameState();
  /** The visitor's seat; `null` for a spectator. @type {Seat | null} */
  ownSeat = null;
  /** The visitor's name; `null` if this browser has no player. @type {string | null} */
  ownName = null;
  /** Whether two people share this page: the visitor is the one who acts. */
  isShared = false;
  /** Whether the game is in this browser only. */
  isLocal = false;
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
  /** An action that was sent and whose event has not come yet, with the newest event before it. @type {{ after: number, action: string } | null} */
  sent = null;
  /** What that action does, as far as this browser knows. @type {{ sent: object, scene: Scene } | null} */
  early = null;
  /** The seat whose side is below on a board without a player; `null` follows the setting. @type {Seat | null} */
  viewedFrom = null;
  /** Whether the board takes no more actions: the answer to a lesson or a puzzle is given. */
  isStopped = false;
  /** Whether the board hides what an action would do. */
  hidesEffects = false;
  /** Whether the board asks for the next action of a turn in progress, as in a game that is being played. */
  asksWithinTurn = false;
  /** The line that the visitor plays on or looks at; `null` shows the game. @type {Variation | null} */
  variation = null;
  /** The lap of the shown turn after which the board is shown. */
  _lap = new ShownLap();
  /** The ply that the visitor has stepped to; `null` follows the game. @type {number | null} */
  _chosenPly = null;
  /** Whether the game was not over when it was first shown. */
  _wasInProgress = false;
  /** How many actions there were when the visitor stopped following the game. */
  _pliesWhenLeft = 0;

  /** @param {number | null} chosenPly */
  constructor(chosenPly = null) {
    this._chosenPly = chosenPly;
  }

  /** Whether all of the past is known. */
  get isCaughtUp() {
    return this.pastHead !== null && this.game.head >= this.pastHead;
  }

  /** Whether the board shows the newest position, whatever comes. */
  get followsGame() {
    return this._chosenPly === null;
  }

  /** The ply that the board shows. */
  get shownPly() {
    return Math.min(this._chosenPly ?? this.game.plies, this.game.plies);
  }

  /** The scene after the last action that is shown. */
  get _lastScene() {
    return this.variation?.scene ?? this.game.line[this.shownPly];
  }

  /** The scene after the action that was sent, if the board shows it before its event has come. */
  get earlyScene() {
    const isShown =
      this.early !== null && this.early.sent === this.sent && this.followsGame && !this.variation;
    return isShown && this.early ? this.early.scene : null;
  }

  /** The scene in the middle of the shown turn; `null` if all its laps are shown. */
  get _lapScene() {
    return this.shownLap === null ? null : this._lap.sceneOf(this.game.rules, this.shownTurn);
  }

  /** The scene that the board shows at rest. */
  get shownScene() {
    return this._lapScene ?? this.earlyScene ?? this._lastScene;
  }

  /** The laps of the shown turn. */
  get laps() {
    return this._lap.lapsOf(this.game.rules, this.shownTurn);
  }

  /** How many laps of the shown turn the board shows; `null` if no lap was chosen: then it shows all. */
  get shownLap() {
    return this._lap.numberIn(this._lastScene);
  }

  /** Shows the board after some laps of the shown turn. @param {number | null} number all laps if `null` */
  showLap(number) {
    this._lap.show(this._lastScene, number);
  }

  /** The position that the board shows at rest. */
  get shownPosition() {
    const lapScene = this._lapScene;
    if (lapScene) return lapScene.position;
    if (this.variation) return this.variation.scene.position;
    if (!this.followsGame) return this.shownScene?.position ?? null;
    return this.earlyScene?.position ?? this.game.position;
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
    if (GAME_TRAITS[this.game.rules]?.captured !== "away") return null;
    const played = this.game.line.slice(0, (this.variation?.base.ply ?? this.shownPly) + 1);
    const explored = this.variation?.scenes.slice(1, this.variation.index + 1) ?? [];
    const early = this.earlyScene ? [this.earlyScene] : [];
    const turn = this._lapScene ? this.shownTurn : [];
    const whole = [...played, ...explored, ...early].filter((scene) => !turn.includes(scene));
    const laps = whole.flatMap(({ act }) => (act?.seat === seat ? act.laps : []));
    if (lastOf(turn)?.act?.seat === seat)
      laps.push(...this.laps.slice(0, this.shownLap ?? 0).map(({ lap }) => lap));
    return laps.flatMap(capturesOf).reduce((sum, [, count]) => sum + count, 0);
  }

  /** How many actions were played since the visitor stopped following the game. */
  get unseenPlies() {
    return this.followsGame ? 0 : this.game.plies - this._pliesWhenLeft;
  }

  /** Notes how far the game is when it is first shown: the page may have been opened at an earlier ply. */
  notePast() {
    this._pliesWhenLeft = this.game.plies;
    this._wasInProgress = this.game.outcome === null;
  }

  /** Whether the game has ended since it was first shown. */
  get hasEndedHere() {
    return this._wasInProgress && this.game.outcome !== null;
  }

  /** What is known of the seals of the arrays. @type {import("./array-seals").SealCheck | null} */
  sealCheck = null;

  /** Whether the board shows how sealed arrays are revealed. */
  get isRevealing() {
    return this.isAnimating && this.followsGame && this.game.arrays !== null && this.game.position?.ply === 0;
  }

  /** Whether somebody may wait at the board: the game goes on, and has no clock in days. */
  get isLive() {
    return this.game.state !== "finished" && !this.game.clock?.startsWith("days:");
  }

  /** The seat that the page speaks to as "you"; `null` if nobody sits there, or if two people share the page. */
  get addressedSeat() {
    return this.isShared ? null : this.ownSeat;
  }

  /** Whether each player sees something that the other one does not. */
  get hasSecrets() {
    return this.game.state !== "finished" && Boolean(this.game.position?.stores);
  }

  /** Whether the visitor can play an action now. */
  get canAct() {
    const { position } = this.game;
    const isOwnTurn = this.ownSeat !== null && position?.to_move === this.ownSeat;
    return isOwnTurn && this.followsGame && !this.sent;
  }

  /** Whether the visitor can play on from the shown position: nobody is helped in a game that goes on. */
  get canExplore() {
    const isOver = this.game.state === "finished" && !this.isStopped;
    return isOver && this._lastScene !== undefined && !this._lapScene;
  }

  /** Whether the game can be played again, lap by lap. */
  get canReplay() {
    return this.game.state === "finished" && this.game.plies > 0;
  }

  /** The position in which the visitor can choose an action; `null` if there is none. */
  get choosingPosition() {
    return this.canAct ? this.game.position : this.canExplore ? this.shownPosition : null;
  }

  /** Whether the board shows what an action would do before it is chosen. */
  get showsEffects() {
    if (this.hidesEffects || this.earlyScene) return false;
    const { state, bots, previewsAgreed } = this.game;
    return this.canExplore || (state === "playing" && (previewsAgreed || SEATS.some((seat) => bots[seat])));
  }

  /** The scenes of the turn that the board shows, up to the shown ply. */
  get shownTurn() {
    const { variation, game } = this;
    const shown = variation
      ? variation.scenes.slice(0, variation.index + 1)
      : game.line.slice(0, this.shownPly + 1);
    const seat = lastOf(shown)?.act?.seat;
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
    this._lap.show(undefined, null);
    if (this.followsGame) this._pliesWhenLeft = plies;
    const target = ply === null ? null : Math.max(0, Math.min(ply, plies));
    this._chosenPly = target === plies ? null : target;
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
    const changesBoard = "position" in event || event.kind === "ended";
    if (changesBoard && event.seq > (this.sent?.after ?? 0)) this.sent = null;
    // The computer player has acted, so no other game comes first.
    if (event.kind === "acted" && this.game.bots[event.seat] && this.presence)
      this.presence = { ...this.presence, computer_queue: undefined };
    return true;
  }

  /** Forgets the game: its events come again. */
  reset() {
    this.game.reset();
    this.early = null;
  }

  /** Whether the opponent of a lost player may claim the game, now or later. */
  get hasLostPlayer() {
    return Object.values(this.presence?.claim_at ?? {}).some((at) => at !== null);
  }

  /** Whether the visitor may claim the game, because the opponent has left. @param {number} now */
  canClaim(now) {
    const at = this.ownSeat && this.presence?.claim_at[otherSeat(this.ownSeat)];
    return typeof at === "number" && at <= now;
  }
}
