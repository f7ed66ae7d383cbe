// @ts-check
/** The list of the games that this browser keeps. */

import { RefusedError } from "../api.js";
import { button, element, setEnabled, setText } from "../dom.js";
import { refusalText } from "../game/refusal-notice.js";
import { translate } from "../texts.js";
import { localiseTimes } from "../times.js";
import { deleteKeptGame, listKeptGames, onKeptChange } from "./kept-games.js";
import { addressOfLocalGame, canBeGiven, giveToServer, saveRecords } from "./local-games.js";

/** @typedef {import("./kept-games").KeptGame} KeptGame */

export class KeptList {
  /** @type {KeptGame[]} */
  _games = [];
  /** The game that the visitor is asked about before it is deleted. */
  _gameToDelete = "";
  /** The game that is being given to the server. */
  _giving = "";

  /** @param {HTMLElement} section */
  constructor(section) {
    this.list = element("ul", { class: "lines" });
    this.answer = element("p", { class: "answer", role: "status" });
    this.saveAll = button(translate("offline.save-all"), () => this._try(() => this._saveAll()), {
      id: "save-all",
      class: "secondary",
    });
    this.none = element("p", { class: "none" }, translate("offline.none"));
    section.append(this.none, this.list, this.answer, this.saveAll);
  }

  start() {
    this._try(() => this._load());
    onKeptChange(() => this._try(() => this._load()));
    addEventListener("pageshow", ({ persisted }) => persisted && this._try(() => this._load()));
    for (const change of ["online", "offline"]) addEventListener(change, () => this._show());
  }

  async _load() {
    this._games = await listKeptGames();
    this._show();
  }

  _show() {
    this.none.hidden = this._games.length > 0;
    this.saveAll.hidden = this._games.length < 2;
    const focused = document.activeElement?.id ?? "";
    this.list.replaceChildren(...this._games.map((kept) => this._line(kept)));
    localiseTimes(this.list);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {KeptGame} kept */
  _line(kept) {
    const { game, summary, changedAt } = kept;
    const address = addressOfLocalGame(summary.rules, game);
    const { south, north } = summary.players;
    return element(
      "li",
      { "data-game": game },
      element("a", { href: address }, `${nameOf(summary.rules)}: ${south} – ${north}`),
      element(
        "p",
        {},
        element("span", { class: "state" }, `${stateText(kept)} `),
        element("time", { datetime: new Date(changedAt).toISOString() }),
      ),
      this._gameToDelete === game ? this._question(game) : this._actions(kept),
    );
  }

  /** @param {KeptGame} kept */
  _actions(kept) {
    const { game } = kept;
    const save = () => this._try(() => saveRecords([game], `ikibuguzo-${game}.txt`));
    return element(
      "div",
      { class: "row" },
      action("save", game, save),
      canBeGiven(kept) ? this._giveButton(game) : null,
      kept.given ? element("a", { href: `/game/${kept.given}` }, translate("game.kept.given.go")) : null,
      action("delete", game, () => this._ask(game)),
    );
  }

  /** @param {string} game */
  _giveButton(game) {
    const give = action("give", game, () => this._try(() => this._give(game)));
    setEnabled(give, navigator.onLine && !this._giving);
    return give;
  }

  /** @param {string} game */
  _question(game) {
    return element(
      "div",
      { class: "row", role: "group", "aria-label": translate("offline.delete.sure") },
      element("span", {}, translate("offline.delete.sure")),
      action("delete-yes", game, () => this._try(() => this._delete(game))),
      action("keep", game, () => this._ask("")),
    );
  }

  /** Asks whether to delete a game. @param {string} game the game; empty if it stays */
  _ask(game) {
    const asked = this._gameToDelete;
    this._gameToDelete = game;
    this._show();
    document.getElementById(game ? `delete-yes-${game}` : `delete-${asked}`)?.focus();
  }

  /** @param {string} game */
  async _delete(game) {
    await deleteKeptGame(game);
    this._gameToDelete = "";
    await this._load();
    setText(this.answer, translate("offline.deleted"));
  }

  /** @param {string} game */
  async _give(game) {
    if (this._giving || !navigator.onLine) return;
    this._giving = game;
    setText(this.answer, translate("game.kept.giving"));
    this._show();
    try {
      await giveToServer(game);
      setText(this.answer, translate("game.kept.given"));
    } finally {
      this._giving = "";
      await this._load();
    }
  }

  async _saveAll() {
    await saveRecords(
      this._games.map(({ game }) => game),
      "ikibuguzo-games.txt",
    );
  }

  /** @param {() => Promise<void>} task */
  async _try(task) {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      setText(this.answer, refusalText(error));
    }
  }
}

/** @param {string} name @param {string} game @param {() => void} pressed */
function action(name, game, pressed) {
  return button(translate(`offline.${name}`), pressed, {
    id: `${name}-${game}`,
    "data-do": name,
    class: "secondary",
  });
}

/** The name of a ruleset, as the form of this page has it. @param {string} rules */
function nameOf(rules) {
  return document.querySelector(`#local-game-form option[value="${rules}"]`)?.textContent ?? rules;
}

/** How a game stands, for its user. @param {KeptGame} kept */
function stateText({ summary }) {
  const { outcome, bots, players, my_turn } = summary;
  const isShared = !bots?.length;
  if (!outcome) return translate(isShared || !my_turn ? "offline.state.goes-on" : "offline.state.yours");
  if (!outcome.winner) return translate("offline.state.no-winner");
  if (isShared) return translate("offline.state.winner", { player: players[outcome.winner] ?? "?" });
  return translate(bots?.includes(outcome.winner) ? "offline.state.lost" : "offline.state.won");
}
