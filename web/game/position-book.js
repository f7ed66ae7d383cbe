// @ts-check
/** The position book beside the board: what was played in the shown position in other games, and how these ended. */

import { RefusedError } from "../api.js";
import { button, element, replaceIfChanged } from "../dom.js";
import { readItem, writeItem } from "../storage.js";
import { translate } from "../texts.js";
import { KeptAnswers } from "./kept-answers.js";
import { refusalText } from "./refusal-notice.js";

/** @typedef {import("../protocol").PositionBook} BookPage */
/** @typedef {BookPage["played"][number]} ActionStats */

/** Where it is kept whether the visitor has the book open. */
const KEY = "ikibuguzo.book";

/** How long a position is shown before the server is asked for it, in milliseconds. */
const LOAD_DELAY = 200;

/** Games that are listed, at most. */
const MAX_GAMES = 5;

export class PositionBook {
  /** The position that was asked for last: where the line begins, and the actions played from there. */
  _asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  _timer;
  /** @type {KeptAnswers<BookPage>} */
  _answers = new KeptAnswers();

  /**
   * @param {import("./page-state").PageState} state @param {{ explorer: import("./explorer").Explorer }} board
   * @param {HTMLElement} container @param {(action: string) => void} play plays an action on the board
   */
  constructor(state, board, container, play) {
    this.state = state;
    this.board = board;
    this.container = container;
    this.play = play;
    this.content = element("div", { class: "book", role: "status" });
    const summary = element("summary", {}, translate("game.book"));
    this.details = element("details", { open: readItem(KEY) === "open" }, summary, this.content);
    this.details.addEventListener("toggle", () => this._toggled());
    container.append(this.details);
  }

  update() {
    const { state, container, details } = this;
    container.hidden = !state.canExplore && !state.canReplay;
    if (!details.open || !state.canExplore || state.isAnimating) return;
    const ply = state.variation?.base.ply ?? state.shownPly;
    const actions = state.variation?.actions ?? [];
    const asked = JSON.stringify([this.board.explorer.source, ply, actions]);
    if (asked === this._asked) return;
    this._asked = asked;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._load(asked, ply, actions), LOAD_DELAY);
  }

  _toggled() {
    writeItem(KEY, this.details.open ? "open" : "closed");
    this.update();
  }

  /** @param {string} asked @param {number} ply @param {string[]} actions */
  async _load(asked, ply, actions) {
    try {
      const { position } = await this.board.explorer.load(ply, actions);
      const query = new URLSearchParams({ position, limit: String(MAX_GAMES) });
      const page = await this._answers.load(`/api/positions?${query}`);
      if (asked === this._asked) replaceIfChanged(this.content, ...this._parts(page));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (asked !== this._asked) return;
      this._asked = "";
      replaceIfChanged(this.content, element("p", {}, refusalText(error)));
    }
  }

  /** @param {BookPage} page */
  _parts({ played, games }) {
    if (!played.length) return [element("p", { class: "faint" }, translate("game.book.none"))];
    const head = ["action", "games", "south", "north", "draw"].map((name) =>
      element("th", { scope: "col" }, translate(`game.book.${name}`)),
    );
    const rows = played.map((stats) => this._row(stats));
    const table = element(
      "table",
      { "aria-label": translate("game.book.played") },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...rows),
    );
    const links = games.map(({ game, ply, players }) =>
      element("li", {}, element("a", { href: `/game/${game}?ply=${ply}` }, titleOf(players))),
    );
    const title = element("p", { class: "faint" }, translate("game.book.newest"));
    return [table, title, element("ul", {}, ...links)];
  }

  /** @param {ActionStats} stats */
  _row({ action, south, north, draw }) {
    const total = south + north + draw;
    const name = action
      ? button(action, () => this.play(action), {
          class: "secondary",
          "aria-label": translate("game.book.play", { action }),
        })
      : translate("game.book.ended");
    const cells = [total, south, north, draw].map((count) => element("td", {}, String(count)));
    return element("tr", {}, element("th", { scope: "row" }, name), ...cells);
  }
}

/** @param {BookPage["games"][number]["players"]} players */
function titleOf({ south, north }) {
  return translate("game.title", { south: south ?? "?", north: north ?? "?" });
}
