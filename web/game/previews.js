// @ts-check
/** What each legal action of a position would do, as far as the server has said it. */

import { RefusedError, requestApi } from "../api.js";
import { askEitherServer } from "../local-server/either-server.js";

/** @typedef {import("../protocol").PositionView} PositionView */
/** @typedef {import("../protocol").Preview} Preview */

/** How long after a refusal the server is not asked again, in milliseconds. */
const RETRY_DELAY = 3_000;

export class Previews {
  /**
   * By position: after a takeback another position may have the same ply. `null` while the server is asked.
   * @type {WeakMap<PositionView, Map<string, Preview> | null>}
   */
  _known = new WeakMap();

  /**
   * @param {(position: PositionView) => Promise<Preview[]>} load asks the server
   * @param {() => void} loaded called when more previews are known
   */
  constructor(load, loaded) {
    this.load = load;
    this.loaded = loaded;
  }

  /**
   * The effects of the legal actions, by action; `null` if they are not known yet: then the server is asked.
   * @param {PositionView} position
   */
  find(position) {
    const known = this._known.get(position);
    if (known === undefined) this._request(position);
    return known ?? null;
  }

  /**
   * The legal actions. A finished game's last position names none, but can be played on from.
   * @param {PositionView} position
   */
  legalIn(position) {
    const known = this._known.get(position);
    return known ? [...known.keys()] : position.legal;
  }

  /** Keeps previews that have come with a position. @param {PositionView} position @param {Preview[]} previews */
  keep(position, previews) {
    this._known.set(position, new Map(previews.map((preview) => [preview.action, preview])));
  }

  /** @param {PositionView} position */
  async _request(position) {
    this._known.set(position, null);
    try {
      this.keep(position, await this.load(position));
      this.loaded();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setTimeout(() => this._known.delete(position), RETRY_DELAY);
    }
  }
}

/**
 * What each action would do after a ply of a game in progress.
 * @param {string} game @param {import("./page-state").PageState} state @param {number} ply @returns {Promise<Preview[]>}
 */
export async function loadLivePreviews(game, state, ply) {
  const request = { type: "previews", base: state.game.baseAt(ply), role: state.ownSeat ?? "spectator" };
  return askEitherServer(request, async () => {
    return (await requestApi("GET", `/api/games/${game}/plies/${ply}`)).previews;
  });
}
