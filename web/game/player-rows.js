// @ts-check
/**
 * The rows of both players above and below the board, with their presence, their stores and the board in
 * words.
 */

import { heapHref } from "../board.js";
import { element, setText } from "../dom.js";
import { SEATS } from "../notation.js";
import { createSvg } from "../svg.js";
import * as texts from "../texts.js";
import { describeCounts, describeStore } from "./descriptions.js";
import { countersOf } from "./game-state.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("../protocol").Seat} Seat */

/** The names of the server's own players, which nobody else can have. */
const COMPUTER_NAME = /^computer-[1-8]$/;

export class PlayerRows {
  /** @param {PageState} state @param {HTMLElement} root */
  constructor(state, root) {
    this.state = state;
    this.root = root;
  }

  update() {
    for (const seat of SEATS) this._updateRow(seat);
  }

  /** @param {Seat} seat */
  _updateRow(seat) {
    const { game, shownPosition, isLocal } = this.state;
    const row = /** @type {HTMLElement} */ (this.root.querySelector(`.player[data-seat="${seat}"]`));
    row.classList.toggle("to-move", shownPosition?.to_move === seat);
    showName(row, game.players[seat], isLocal);
    if (game.bots[seat]) showBot(row, game.players[seat] ?? "");
    showBerserk(row, game.berserk[seat]);
    this._updatePresence(row, seat);
    if (!shownPosition) return;
    this._updateTotal(row, seat, shownPosition);
    const { stores } = shownPosition;
    const store = row.querySelector(".kept");
    if (store && stores) store.textContent = describeStore(texts, seat, stores);
    const counts = this.root.querySelector(`[data-counts="${seat}"]`);
    if (counts) counts.textContent = describeCounts(texts, seat, shownPosition);
  }

  /** @param {HTMLElement} row @param {Seat} seat @param {import("../protocol").PositionView} position */
  _updateTotal(row, seat, position) {
    const total = row.querySelector(".total") ?? element("span", { class: "total" });
    if (!total.isConnected) row.querySelector(".presence")?.after(total);
    const count = countersOf(position, seat);
    const captured = this.state.capturedBy(seat);
    const unit = element("span", { class: "unit" }, ` ${texts.translateCount("game.total.unit", count)}`);
    const taken = captured === null ? [] : drawTray(captured);
    const fresh = element("span", { class: "total" }, String(count), unit, ...taken);
    if (total.textContent !== fresh.textContent) total.replaceChildren(...fresh.childNodes);
  }

  /**
   * Shows whether a player is connected, and whether it has arranged its counters.
   * @param {HTMLElement} row @param {Seat} seat
   */
  _updatePresence(row, seat) {
    const { game, addressedSeat: ownSeat, presence, isShared } = this.state;
    const cell = row.querySelector(".presence");
    if (!cell) return;
    const isOwn = ownSeat === seat;
    const isPresent = isOwn || presence?.present[seat];
    // After the end, an absent player matters only to the opponent, who may want a rematch.
    const isAwaited = game.state !== "finished" || ownSeat !== null;
    const isShown = isOwn || (!isShared && presence && game.players[seat] && (isPresent || isAwaited));
    const hasArranged = game.state === "arranging" && game.arranged[seat];
    const parts = [
      isShown && texts.translate(isOwn ? "game.you" : isPresent ? "game.here" : "game.not-here"),
      hasArranged && texts.translate("game.has-arranged"),
    ];
    setText(cell, parts.filter(Boolean).join(", "));
    cell.classList.toggle("present", Boolean(isShown && isPresent));
  }
}

/** @param {HTMLElement} row @param {string | null} player @param {boolean} isLocal whether the player has no page */
function showName(row, player, isLocal) {
  const name = row.querySelector(".name");
  if (!name || !player || name.textContent === player) return;
  if (isLocal) return setText(name, player);
  name.replaceWith(element("a", { class: "name", href: `/players/${encodeURIComponent(player)}` }, player));
}

/** The counters that a player has taken off the board: in words, and in a tray with their number. @param {number} count */
function drawTray(count) {
  const words = element("span", { class: "unit" }, texts.translate("game.total.captured", { count }));
  const tray = createSvg("svg", { class: "tray", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  tray.append(createSvg("use", { href: heapHref(count) }));
  return [words, tray, element("span", { class: "taken", "aria-hidden": "true" }, String(count))];
}

/** Says whether a player has halved its clock. @param {HTMLElement} row @param {boolean} isBerserk */
function showBerserk(row, isBerserk) {
  const shown = row.querySelector(".berserk");
  if (!isBerserk) return shown?.remove();
  if (shown) return;
  const mark = element("span", { class: "berserk" }, texts.translate("game.berserked"));
  const next = row.querySelector(".delivery") ?? row.querySelector(".presence");
  next?.before(mark);
}

/** Says that a player is a program. @param {HTMLElement} row @param {string} player */
function showBot(row, player) {
  if (row.querySelector(".bot")) return;
  const label = texts.translate(COMPUTER_NAME.test(player) ? "site.computer" : "site.bot");
  row.querySelector(".name")?.after(element("span", { class: "bot" }, label));
}
