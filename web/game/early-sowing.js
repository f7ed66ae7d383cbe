// @ts-check
/**
 * Shows what the visitor's action does before the server has answered it. The local server computes the action as the
 * server does, as far as the visitor may see it. The game itself, its clocks and whose turn it is stay as the server has
 * said them.
 */

import { lastOf } from "../last.js";
import { whenLocalServerReady } from "../local-server/local-server.js";
import { completeEvents } from "./compact-events.js";

/** @typedef {import("./game-state").Scene} Scene */
/** @typedef {import("../protocol").Event} Event */

export class EarlySowing {
  /**
   * @param {import("./page-state").PageState} state
   * @param {(scene: Scene) => void} show called with the scene that the board is to show from now on
   */
  constructor(state, show) {
    this.state = state;
    this.show = show;
    // The page may have sent an action that an earlier page had kept.
    whenLocalServerReady(() => this.begin());
  }

  /** Shows the action that was sent, if it fits the newest position. */
  async begin() {
    const { state } = this;
    const { sent, game } = state;
    const { head, scene } = game;
    if (!sent || !scene || !state.isCaughtUp || game.scenes[sent.after] !== scene) return;
    const action = { seq: head + 1, at: lastOf(game.log)?.at ?? 0, action: sent.action };
    const [event] = (await completeEvents(game.log, [action], state.ownSeat ?? "spectator")) ?? [];
    // Its event may have come meanwhile, or another one.
    if (event?.kind !== "acted" || state.sent !== sent || game.scene !== scene) return;
    state.early = { sent, scene: sceneOf(event, scene) };
    if (state.earlyScene) this.show(state.earlyScene);
  }
}

/** Whether an event is the action that the board shows already. @param {Event} event @param {Scene | null} early */
export function isShownEarly(event, early) {
  return event.kind === "acted" && event.ply === early?.ply && event.action === early.act?.action;
}

/**
 * The scene after an action that the server has not confirmed: it has no time, and the turn has not passed on.
 * @param {Extract<Event, { kind: "acted" }>} event @param {Scene} before @returns {Scene}
 */
function sceneOf({ receipt, clocks, ...act }, { seq, position: before }) {
  const position = { ...act.position, to_move: before.to_move, legal: [] };
  return { seq, ply: act.ply, position, act, before, clocks: undefined };
}
