// @ts-check
/**
 * Actions in the compact form, which the local server completes. Events stay in order: those that come while an action is
 * being completed wait for it.
 */

import { askLocalServer, isLocalServerReady, whenLocalServerReady } from "../local-server/local-server.js";
import { lastOf } from "../last.js";
import { compactForm } from "./game-state.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").Role} Role */
/** @typedef {import("./game-state").EitherEvent} EitherEvent */

/**
 * @typedef {object} CompactEventsListener
 * @property {(event: Event) => void} event the next event, with everything that the visitor may see
 * @property {() => void} formChanged events are wanted in the other form from now on, after the newest known one
 */

export class CompactEvents {
  /** Whether an action could not be completed: then events come in full until the page is loaded again. */
  _hasFailed = false;
  /**
   * Events that have come and are not passed on yet, and what is to be done between them.
   * @type {(EitherEvent | (() => void))[]}
   */
  _waiting = [];
  _isCompleting = false;
  /** Counts how often the waiting events were dropped: an answer that was overtaken changes nothing. */
  _drops = 0;
  /** @type {CompactEventsListener | null} */
  _listener = null;

  /** @param {() => EitherEvent[]} log all known events of the game, its actions in the compact form */
  constructor(log) {
    this.log = log;
  }

  /** Whether actions can be completed, so that they are wanted in the compact form. */
  get isWanted() {
    return isLocalServerReady() && !this._hasFailed;
  }

  /** Whether events wait for the local server. */
  get isBusy() {
    return this._waiting.length > 0;
  }

  /** @param {CompactEventsListener} listener */
  listen(listener) {
    this._listener = listener;
    whenLocalServerReady(() => listener.formChanged());
  }

  /** Passes an event on, completed and in its turn. @param {EitherEvent} event @param {Role} role the visitor's */
  receive(event, role) {
    const newest = (lastOf(this._waiting.filter(isEvent)) ?? lastOf(this.log()))?.seq ?? 0;
    if (event.seq <= newest) return;
    if ("kind" in event && !this._waiting.length) return this._listener?.event(event);
    this._waiting.push(event);
    if (!this._isCompleting) this._complete(role);
  }

  /** Does something after the events that have come so far are passed on. @param {() => void} action */
  doInTurn(action) {
    if (this._waiting.length) this._waiting.push(action);
    else action();
  }

  /** Drops the events that wait. They come again with the next `join`. */
  drop() {
    const actions = this._waiting.filter(isAction);
    this._waiting = [];
    this._drops++;
    this._isCompleting = false;
    for (const action of actions) action();
  }

  /** @param {Role} role */
  async _complete(role) {
    const drops = this._drops;
    this._isCompleting = true;
    while (this._waiting.length) {
      const count = this._waiting.length;
      const completed = await completeEvents(this.log(), this._waiting.filter(isEvent), role);
      if (drops !== this._drops) return;
      if (!completed) return this._fail();
      this._passOn(this._waiting.splice(0, count), completed);
      if (drops !== this._drops) return;
    }
    this._isCompleting = false;
  }

  /** @param {(EitherEvent | (() => void))[]} waiting @param {Event[]} completed */
  _passOn(waiting, completed) {
    const bySeq = new Map(completed.map((event) => [event.seq, event]));
    const drops = this._drops;
    for (const next of waiting) {
      // What was done may have led to another connection.
      if (drops !== this._drops) return;
      if (isAction(next)) next();
      else this._listener?.event("kind" in next ? next : /** @type {Event} */ (bySeq.get(next.seq)));
    }
  }

  _fail() {
    this.giveUp();
    this._listener?.formChanged();
  }

  /** From now on events are wanted in full. */
  giveUp() {
    this._hasFailed = true;
    this.drop();
  }
}

/** @param {EitherEvent | (() => void)} waiting @returns {waiting is () => void} */
function isAction(waiting) {
  return typeof waiting === "function";
}

/** @param {EitherEvent | (() => void)} waiting @returns {waiting is EitherEvent} */
function isEvent(waiting) {
  return !isAction(waiting);
}

/**
 * The compact events among those that follow the known ones, in full; `null` if the local server cannot complete them.
 * @param {EitherEvent[]} known all events of the game so far, its actions in the compact form
 * @param {EitherEvent[]} events @param {Role} role @returns {Promise<Event[] | null>}
 */
export async function completeEvents(known, events, role) {
  const log = [...known, ...events.map(compactForm)];
  try {
    return (await askLocalServer({ type: "expand", log, since: known.length, role })) ?? null;
  } catch {
    return null;
  }
}
