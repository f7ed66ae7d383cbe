// @ts-check
/**
 * The lines of text around the board: how the game stands, the title, the spectators, the cost of an action.
 */

import { byId, element, setText } from "../dom.js";
import * as texts from "../texts.js";
import { describeSeals } from "./array-seals.js";
import { formatTime } from "./clocks.js";
import { describeAction, describeArrays, describeLap, describeOutcome } from "./descriptions.js";

/** @typedef {import("./page-state").PageState} PageState */
/** @typedef {import("./game-state").GameState} GameState */

const { translate } = texts;

export class Status {
  /** @param {PageState} state @param {HTMLElement} root */
  constructor(state, root) {
    this.state = state;
    this.root = root;
    this.lastAction = element("p", { id: "last-action", class: "faint" });
    byId("replay").after(this.lastAction);
    this.spectators = element("span", { id: "watching" });
    root.querySelector(".terms")?.append(" ", this.spectators);
  }

  update() {
    const { game, presence, shownScene, shownLap, laps } = this.state;
    byId("state").textContent = describeState(this.state);
    this.lastAction.textContent =
      shownLap === null
        ? [actionText(shownScene), sealText(this.state), receiptText(shownScene), firstTurnText(game)]
            .filter(Boolean)
            .join(" ")
        : describeLap(texts, laps, shownLap);
    const count = presence?.spectators;
    this.spectators.textContent = count ? texts.translateCount("game.watching", count) : "";
    setText(this.root.querySelector("h1"), titleOf(game));
    document.title = tabTitle(this.state);
  }
}

/** The title of the tab: it says whether the visitor is to move. @param {PageState} state */
export function tabTitle({ game, canAct }) {
  const name = translate("game.tab", {
    title: titleOf(game),
    site: translate("site.name"),
  });
  return (canAct ? "▸ " : "") + name;
}

/** How the game stands, in words. @param {PageState} state */
export function describeState(state) {
  const { game, followsGame, shownPly, variation, shownLap, laps } = state;
  if (shownLap !== null && shownLap < laps.length)
    return translate("game.earlier.lap", {
      number: shownLap,
      laps: laps.length,
      ply: variation?.scene.ply ?? shownPly,
      plies: game.plies,
    });
  if (variation) return describeVariation(state, variation);
  if (!followsGame) return translate("game.earlier", { ply: shownPly, plies: game.plies });
  if (game.outcome) return describeEnd(state, game.outcome);
  if (state.isRevealing && game.arrays) return describeArrays(texts, game.arrays);
  if (game.state === "playing" && game.position?.to_move)
    return [describeTurn(game.position, state.addressedSeat), describeQueue(state)].filter(Boolean).join(" ");
  // Both players have just sat down, and the first position is about to come.
  if (game.state === "playing") return "";
  return translate(game.state === "open" ? "game.open" : "game.arranging");
}

/**
 * The result, once the last counter has fallen.
 * @param {PageState} state @param {import("../protocol").Outcome} outcome
 */
function describeEnd({ game, addressedSeat: ownSeat, isAnimating }, outcome) {
  if (game.declined && game.invited)
    return translate(`game.declined.${game.declined}`, { player: game.invited });
  const seat = game.scene?.act?.seat;
  if (isAnimating && seat) return translate("game.sowing", { seat: translate(`game.${seat}`) });
  return describeOutcome(texts, outcome, game.players, {
    ownSeat,
    position: game.position,
  });
}

/** @param {PageState} state @param {import("./variation").Variation} variation */
function describeVariation({ game }, { base, index, scenes, scene, outcome }) {
  const where = translate("game.variation", {
    index,
    count: scenes.length - 1,
    ply: base.ply,
  });
  const isEnd = index === scenes.length - 1 && outcome;
  if (isEnd) return `${where} ${describeOutcome(texts, outcome, game.players, { position: scene.position })}`;
  return `${where} ${describeTurn(scene.position, null)}`;
}

/**
 * Who is to move, and what is in hand.
 * @param {import("../protocol").PositionView} position @param {import("../protocol").Seat | null} ownSeat
 */
export function describeTurn({ to_move, pending }, ownSeat) {
  const isOwn = to_move === ownSeat;
  if (isOwn) return pending ? translate("game.yours-on", { ...pending }) : translate("game.yours");
  const seat = translate(`game.${to_move}`);
  if (pending)
    return translate("game.in-hand", {
      seat,
      count: pending.hand,
      hole: pending.hole,
    });
  return translate("game.to-move", { seat });
}

/** How many games a computer player thinks about before this one. @param {PageState} state */
function describeQueue({ presence }) {
  const count = presence?.computer_queue;
  return count ? texts.translateCount("game.computer-queue", count) : "";
}

/** The banner that is shown while the page is not live. It covers the head of the site, so that nothing moves. */
export class ConnectionBanner {
  /** @param {HTMLElement} banner */
  constructor(banner) {
    this.banner = banner;
  }

  hide() {
    this.banner.hidden = true;
    setText(this.banner, "");
  }

  /** @param {string} reason why the connection was lost */
  show(reason) {
    const keys = {
      restarting: "game.lost.restarting",
      unknown_game: "game.lost.gone",
      game_unreadable: "game.lost.unreadable",
      no_module: "game.lost.no-module",
      not_kept: "game.lost.not-kept",
      no_room: "game.lost.no-room",
      cannot_keep: "game.lost.cannot-keep",
    };
    this._say(translate(keys[/** @type {keyof typeof keys} */ (reason)] ?? "game.lost"));
  }

  /** @param {boolean} hasCommand whether a command waits for its answer */
  showStalled(hasCommand) {
    this._say(translate(hasCommand ? "game.stalled.kept" : "game.stalled"));
  }

  /** @param {string} text */
  _say(text) {
    this.banner.hidden = false;
    setText(this.banner, text);
  }
}

/** @param {GameState} game */
function titleOf({ players: { south, north }, outcome }) {
  if (south && north) return translate("game.title", { south, north });
  const key = outcome ? "game.title.withdrawn" : "game.title.open";
  return translate(key, { name: south ?? north ?? "?" });
}

/** The shown action in words. @param {import("./game-state").Scene | undefined} scene */
function actionText(scene) {
  return scene?.act ? describeAction(texts, scene.act, scene.before) : "";
}

/** Whether the arrays are the ones that were sealed, where the board shows them. @param {PageState} state */
function sealText({ shownScene, sealCheck }) {
  return shownScene?.ply === 0 ? describeSeals(texts, sealCheck) : "";
}

/** The time that an action took, in words. @param {import("./game-state").Scene | undefined} scene */
function receiptText(scene) {
  const receipt = scene?.act?.receipt;
  if (!receipt || !scene?.act) return "";
  return translate("game.receipt", {
    charge: (receipt.charge / 1_000).toFixed(1),
    left: formatTime(receipt.balance),
  });
}

/** What the time limit of a first turn means. @param {GameState} game */
function firstTurnText({ clocks }) {
  return clocks?.first_turn_by ? translate("game.first-turn.then") : "";
}
