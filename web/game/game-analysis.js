// @ts-check
/** The analysis of the game, which the server works out on request; without a network, the local server. */

import { RefusedError, ensureToken, followApi } from "../api.js";
import { lastOf } from "../last.js";
import { analyseLocally } from "./local-analysis.js";

/** @typedef {import("../protocol").Analysis} Analysis */
/** @typedef {import("../protocol").AnalysedTurn} AnalysedTurn */

/** Delay before the next request after an answer that ended early, in milliseconds. */
const RETRY_DELAY = 1_000;

export class GameAnalysis {
  /** As far as it is done; `null` if nobody has asked for it. @type {Analysis | null} */
  answer = null;
  /** Why the server refused. @type {RefusedError | null} */
  refusal = null;
  /** Whether a request was sent and not refused. */
  isRequested = false;

  /**
   * @param {string} game @param {() => void} changed
   * @param {(() => import("../local-server/local-server").Base) | null} [base] the last position of the game, for the local
   *   server; `null` if the page does not know it
   * @param {boolean} [isLocal] whether the game is in this browser only
   */
  constructor(game, changed, base = null, isLocal = false) {
    this.game = game;
    this.base = base;
    this.isLocal = isLocal;
    this.path = `/api/games/${game}/analysis`;
    this.changed = changed;
  }

  /** Asks the server to work it out. One request asks and follows: another server would not know of the work. */
  async request() {
    await (this.isLocal ? this._analyseLocally() : this._follow("POST"));
  }

  /** Reads an analysis that somebody has asked for. */
  async read() {
    await this._follow("GET");
  }

  /** The analysed turn of which an action led to a ply. @param {number} ply */
  turnAt(ply) {
    return this.answer?.turns.find((turn) => turn.ply < ply && ply <= turn.ply + turn.actions.length);
  }

  /** Takes what the server has, until it has all of it. @param {"GET" | "POST"} method */
  async _follow(method) {
    this.isRequested = true;
    this.refusal = null;
    this.changed();
    try {
      if (method === "POST") await ensureToken();
      for await (const answer of followApi(method, this.path)) {
        this.answer = answer;
        this.changed();
      }
      if (!this.answer?.done) setTimeout(() => this._follow(method), RETRY_DELAY);
    } catch (error) {
      const isUnreachable = error instanceof RefusedError && error.code === "unreachable";
      if (isUnreachable && this.base) await this._analyseLocally();
      else this._refuse(error);
    }
  }

  /** Analyses with the local server. */
  async _analyseLocally() {
    if (!this.base) return;
    this.isRequested = true;
    this.refusal = null;
    this.changed();
    try {
      for await (const answer of analyseLocally(this.game, this.base())) {
        this.answer = answer;
        this.changed();
      }
    } catch (error) {
      this._refuse(error);
    }
  }

  /** What was worked out before a refusal is not shown: it would look as if the work went on. @param {unknown} error */
  _refuse(error) {
    if (!(error instanceof RefusedError)) throw error;
    this.refusal = error;
    this.answer = null;
    this.isRequested = false;
    this.changed();
  }
}

/** South's probability to win before each turn, and after the last one. @param {AnalysedTurn[]} turns */
export function southValues(turns) {
  const seen = turns.map(({ seat, value }) => (seat === "south" ? value : 1 - value));
  const last = lastOf(turns);
  if (last) seen.push(last.seat === "south" ? last.value - last.loss : 1 - last.value + last.loss);
  return seen;
}

/** The turns in which the best one was clearly missed: those that are marked as mistakes or blunders. @param {AnalysedTurn[]} turns */
export function missedTurns(turns) {
  return turns.filter(({ mark, forced }) => !forced && (mark === "mistake" || mark === "blunder"));
}

/** @param {number} share from 0 to 1 */
export function percentOf(share) {
  return Math.round(share * 100);
}
