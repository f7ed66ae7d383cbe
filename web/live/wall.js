// @ts-check
/** The boards of the wall: each is followed by the rematch of its game, or by another live game. */

import { all, byId, element, setText } from "../dom.js";
import { fetchOwnPage } from "../own-page.js";
import { translate } from "../texts.js";
import { localiseTimes } from "../times.js";
import { BoardSowing } from "./board-sowing.js";
import { LiveBoards } from "./live-boards.js";

/** Boards on the wall, at most: the server draws no more. */
const MAX_BOARDS = 9;

// In milliseconds.
const REFRESH_INTERVAL = 10_000;
/** How long a finished game keeps its place for its rematch. */
const REMATCH_WAIT = 20_000;
/** How long the last board of a game is shown before that of the rematch. */
const LAST_BOARD_DURATION = 3_000;

export class LiveWall {
  /** When each game that is over has ended, in milliseconds since 1970. @type {Map<string, number>} */
  _endedAt = new Map();

  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part;
    this.list = /** @type {HTMLElement} */ (part.querySelector("[data-part]"));
    const sowing = new BoardSowing();
    this.boards = new LiveBoards(part, {
      show: (board, position, act) => sowing.show(board, position, act),
      ended: (game, outcome) => this._ended(game, outcome),
      rematched: (game, rematch) => this._rematched(game, rematch),
    });
  }

  /** Follows the games. */
  start() {
    this._changed();
    setInterval(() => this._refresh(), REFRESH_INTERVAL);
    document.addEventListener("visibilitychange", () => this._refresh());
  }

  get _items() {
    return all(this.list, ":scope > *");
  }

  /** @param {string} game */
  _itemOf(game) {
    return this._items.find((item) => item.dataset.game === game);
  }

  /** @param {string} game @param {Pick<import("../protocol").Outcome, "winner">} outcome */
  _ended(game, { winner }) {
    const item = this._itemOf(game);
    if (!item || this._endedAt.has(game)) return;
    this._endedAt.set(game, Date.now());
    item.classList.add("finished");
    const result = translate(`live.over.${winner ?? "none"}`);
    setText(item.querySelector(".state"), result);
    this._announce(`${item.querySelector(".players")?.textContent}: ${result}`);
  }

  /** Puts the rematch in the place of its game, once the last board was seen. @param {string} game @param {string} rematch */
  _rematched(game, rematch) {
    const since = Date.now() - (this._endedAt.get(game) ?? 0);
    const follow = async () => {
      const [card] = (await this._fetchCards([rematch])).filter((card) => card.dataset.game === rematch);
      const item = this._itemOf(game);
      if (!card || !item || this._itemOf(rematch)) return;
      this._replace(item, card);
      this._changed();
      this._announce(
        translate("live.rematch", { players: card.querySelector(".players")?.textContent ?? "" }),
      );
    };
    setTimeout(follow, Math.max(0, LAST_BOARD_DURATION - since));
  }

  /** Fills free places, and those of games that are over, with other live games. */
  async _refresh() {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    const games = this._items.map((item) => item.dataset.game ?? "");
    if (games.length >= MAX_BOARDS && !games.some((game) => this._isFree(game))) return;
    const cards = await this._fetchCards(games.filter((game) => !this._isFree(game)));
    for (const card of cards) {
      if (!("live" in card.dataset) || this._itemOf(card.dataset.game ?? "")) continue;
      const free = this._items.find((item) => this._isFree(item.dataset.game ?? ""));
      if (free) this._replace(free, card);
      else if (this._items.length < MAX_BOARDS) this.list.append(card);
    }
    this._changed();
  }

  /** Whether another game may take the place of a game: it is over, and its rematch has not come. @param {string} game */
  _isFree(game) {
    const endedAt = this._endedAt.get(game);
    return endedAt !== undefined && Date.now() - endedAt > REMATCH_WAIT;
  }

  /** Draws games as cards: those with these ids, and other live ones. @param {string[]} games */
  async _fetchCards(games) {
    const query = games.length ? `?ids=${games.join(",")}` : "";
    const page = await fetchOwnPage(`/live${query}`).catch(() => null);
    return all(page, '[data-part="wall"] > *').map((card) => document.adoptNode(card));
  }

  /** @param {HTMLElement} item @param {HTMLElement} card */
  _replace(item, card) {
    const hadFocus = item.contains(document.activeElement);
    this._endedAt.delete(item.dataset.game ?? "");
    item.replaceWith(card);
    if (hadFocus) card.querySelector("a")?.focus({ preventScroll: true });
  }

  /** Other games are on the wall. */
  _changed() {
    localiseTimes(this.list);
    this.part.hidden = this._items.length === 0;
    byId("wall-empty").hidden = !this.part.hidden;
    this.boards.update();
  }

  /** @param {string} text */
  _announce(text) {
    byId("announcements").replaceChildren(element("span", {}, text));
  }
}
