// @ts-check
/** The visitor's input on the board: a pressed hole asks a question or plays an action. */

import { byId } from "../dom.js";
import { parseHole } from "../notation.js";
import { translate } from "../texts.js";
import { STORE } from "./hole-buttons.js";
import { settings } from "./settings.js";

/**
 * What the input makes the page do.
 * @typedef {object} MoveInputListener
 * @property {(type: string, fields: Record<string, unknown>) => Promise<boolean>} send resolves to whether the
 *   command was accepted
 * @property {(action: string) => void} explore plays an action on from the shown position of a finished game
 * @property {() => void} showAtRest
 * @property {() => void} update
 * @property {() => void} [sent] an action waits for its answer
 * @property {() => void} [revert] the action that the board shows was refused
 */

export class MoveInput {
  /**
   * @param {import("./page-state").PageState} state @param {import("./previews").Previews} previews
   * @param {import("./board-view").BoardView} boardView
   * @param {import("./action-choice").ActionChoice} choice
   * @param {import("./refusal-notice").RefusalNotice} refusal
   * @param {MoveInputListener} listener
   */
  constructor(state, previews, boardView, choice, refusal, listener) {
    this.state = state;
    this.previews = previews;
    this.boardView = boardView;
    this.choice = choice;
    this.refusal = refusal;
    this.listener = listener;
  }

  /** Sows a hole, or asks how if there are several ways. @param {string} hole */
  pressHole(hole) {
    const { state, refusal, previews } = this;
    if (state.isAnimating) this.listener.showAtRest();
    const position = state.choosingPosition;
    if (!position) return refusal.show(this._whyNoAction());
    const actions = previews.legalIn(position).filter((action) => action[0] === hole);
    if (!actions.length) return refusal.showRule(whyNot(hole, position), state.game.rules);
    if (actions.length === 1 && !(settings.confirm && state.canAct)) return this.act(actions[0]);
    refusal.clear();
    this.choice.open(hole, position);
  }

  /** Plays the only legal action, if the visitor wants that. */
  playForced() {
    const { canAct, game } = this.state;
    const legal = (settings.forced && canAct && game.position?.legal) || [];
    if (legal.length === 1) this.act(legal[0]);
  }

  /** Plays an action. No other can be played until its event comes. @param {string} action */
  async act(action) {
    const { state, listener } = this;
    const { position } = state.game;
    if (!state.choosingPosition || !position) return;
    this.choice.hole = null;
    this._keepFocus(action);
    if (!state.canAct) return listener.explore(action);
    const sent = { after: state.game.head, action };
    await this.awaitAnswer(sent, listener.send("act", sent));
  }

  /**
   * Shows that an action was sent, until its event comes or it is refused.
   * @param {{ after: number, action: string }} sent @param {Promise<boolean>} answer whether it was accepted
   */
  async awaitAnswer(sent, answer) {
    const { state, listener } = this;
    // An action that an earlier page has sent may be stored already.
    if (state.game.scenes[sent.after] !== state.game.scene) return;
    state.sent = sent;
    // First, so that the local server works while the page is updated.
    listener.sent?.();
    listener.update();
    if ((await answer) || state.sent !== sent) return;
    const wasShown = state.earlyScene !== null;
    state.sent = null;
    if (wasShown) listener.revert?.();
    else listener.update();
  }

  _whyNoAction() {
    const { ownSeat, game, followsGame, sent } = this.state;
    if (!ownSeat || game.state !== "playing") return "";
    if (!followsGame) return translate("game.not-newest");
    return sent ? "" : translate("game.not-yours");
  }

  /**
   * Moves the focus from the pressed button, which is about to be removed, to the board.
   * @param {string} action
   */
  _keepFocus(action) {
    const { board, buttons } = this.boardView;
    if (!byId("action-choice").contains(document.activeElement)) return;
    buttons.focus(board.holes.has(action[0]) ? action[0] : null);
  }
}

/**
 * Why a hole or the store cannot be chosen, as far as the board shows it.
 * @param {string} hole @param {import("../protocol").PositionView} position
 */
function whyNot(hole, { holes, to_move, pending }) {
  if (hole === STORE) return translate("game.cannot-enter");
  const [seat, index] = parseHole(hole);
  if (seat !== to_move) return translate("game.cannot.other-side", { hole });
  const count = pending?.hole === hole ? pending.hand : holes[seat][index];
  const reason = ["game.cannot.empty", "game.cannot.single"][count] ?? "game.cannot";
  return translate(reason, { hole });
}
