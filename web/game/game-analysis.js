// @ts-check
/** The analysis of the game, which the server works out on request. */

import { RefusedError, ensureToken, requestApi } from "../api.js";

/** @typedef {import("../protocol").Analysis} Analysis */
/** @typedef {import("../protocol").AnalysedTurn} AnalysedTurn */

/** How often the server is asked while it works, in milliseconds. */
const POLL_INTERVAL = 1_000;

export class GameAnalysis {
  /** As far as it is done; `null` if nobody has asked for it. @type {Analysis | null} */
  answer = null;
  /** Why the server refused. @type {RefusedError | null} */
  refusal = null;
  /** Whether the server was asked to work it out, or for what it has. */
  isAsked = false;

  /** @param {string} game @param {() => void} changed */
  constructor(game, changed) {
    this.game = game;
    this.path = `/api/games/${game}/analysis`;
    this.changed = changed;
  }

  /** Asks the server to work it out. */
  async request() {
    await this.#ask(async () => {
      await ensureToken();
      return requestApi("POST", this.path);
    });
  }

  /** Reads an analysis that somebody has asked for. */
  async read() {
    await this.#ask(() => requestApi("GET", this.path));
  }

  /** The analysed turn of which an action led to a ply. @param {number} ply */
  turnAt(ply) {
    return this.answer?.turns.find((turn) => turn.ply < ply && ply <= turn.ply + turn.actions.length);
  }

  /** @param {() => Promise<Analysis>} send */
  async #ask(send) {
    this.isAsked = true;
    this.refusal = null;
    this.changed();
    try {
      this.answer = await send();
      if (!this.answer?.done) setTimeout(() => this.read(), POLL_INTERVAL);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refusal = error;
      this.isAsked = false;
    }
    this.changed();
  }
}

/** South's probability to win before each turn, and after the last one. @param {AnalysedTurn[]} turns */
export function southValues(turns) {
  const seen = turns.map(({ seat, value }) => (seat === "south" ? value : 1 - value));
  const last = turns.at(-1);
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
