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
  #endedAt = new Map();

  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part;
    this.list = /** @type {HTMLElement} */ (part.querySelector("[data-part]"));
    const sowing = new BoardSowing();
    this.boards = new LiveBoards(part, {
      show: (board, position, act) => sowing.show(board, position, act),
      ended: (game, outcome) => this.#ended(game, outcome),
      rematched: (game, rematch) => this.#rematched(game, rematch),
    });
  }

  /** Follows the games. */
  start() {
    this.#changed();
    setInterval(() => this.#refresh(), REFRESH_INTERVAL);
    document.addEventListener("visibilitychange", () => this.#refresh());
  }

  get #items() {
    return all(this.list, ":scope > *");
  }

  /** @param {string} game */
  #itemOf(game) {
    return this.#items.find((item) => item.dataset.game === game);
  }

  /** @param {string} game @param {Pick<import("../protocol").Outcome, "winner">} outcome */
  #ended(game, { winner }) {
    const item = this.#itemOf(game);
    if (!item || this.#endedAt.has(game)) return;
    this.#endedAt.set(game, Date.now());
    item.classList.add("over");
    const result = translate(`live.over.${winner ?? "none"}`);
    setText(item.querySelector(".state"), result);
    this.#announce(`${item.querySelector(".players")?.textContent}: ${result}`);
  }

  /** Puts the rematch in the place of its game, once the last board was seen. @param {string} game @param {string} rematch */
  #rematched(game, rematch) {
    const since = Date.now() - (this.#endedAt.get(game) ?? 0);
    const follow = async () => {
      const [card] = (await this.#fetchCards([rematch])).filter((card) => card.dataset.game === rematch);
      const item = this.#itemOf(game);
      if (!card || !item || this.#itemOf(rematch)) return;
      this.#replace(item, card);
      this.#changed();
      this.#announce(
        translate("live.rematch", { players: card.querySelector(".players")?.textContent ?? "" }),
      );
    };
    setTimeout(follow, Math.max(0, LAST_BOARD_DURATION - since));
  }

  /** Fills free places, and those of games that are over, with other live games. */
  async #refresh() {
    if (document.visibilityState !== "visible" || !navigator.onLine) return;
    const games = this.#items.map((item) => item.dataset.game ?? "");
    if (games.length >= MAX_BOARDS && !games.some((game) => this.#isFree(game))) return;
    const cards = await this.#fetchCards(games.filter((game) => !this.#isFree(game)));
    for (const card of cards) {
      if (!("live" in card.dataset) || this.#itemOf(card.dataset.game ?? "")) continue;
      const free = this.#items.find((item) => this.#isFree(item.dataset.game ?? ""));
      if (free) this.#replace(free, card);
      else if (this.#items.length < MAX_BOARDS) this.list.append(card);
    }
    this.#changed();
  }

  /** Whether another game may take the place of a game: it is over, and its rematch has not come. @param {string} game */
  #isFree(game) {
    const endedAt = this.#endedAt.get(game);
    return endedAt !== undefined && Date.now() - endedAt > REMATCH_WAIT;
  }

  /** Draws games as cards: those with these ids, and other live ones. @param {string[]} games */
  async #fetchCards(games) {
    const query = games.length ? `?ids=${games.join(",")}` : "";
    const page = await fetchOwnPage(`/live${query}`).catch(() => null);
    return all(page, '[data-part="wall"] > *').map((card) => document.adoptNode(card));
  }

  /** @param {HTMLElement} item @param {HTMLElement} card */
  #replace(item, card) {
    const hadFocus = item.contains(document.activeElement);
    this.#endedAt.delete(item.dataset.game ?? "");
    item.replaceWith(card);
    if (hadFocus) card.querySelector("a")?.focus({ preventScroll: true });
  }

  /** Other games are on the wall. */
  #changed() {
    localiseTimes(this.list);
    byId("wall-empty").hidden = this.#items.length > 0;
    this.boards.update();
  }

  /** @param {string} text */
  #announce(text) {
    byId("news").replaceChildren(element("span", {}, text));
  }
}
