// @ts-check
/**
 * The state of the visitor's last command, and the delay of answers, as a sign in the visitor's own row. Its width is
 * reserved, so that nothing moves when it changes. The banner says when the server does not answer.
 */

import { element, setText } from "../dom.js";
import { otherSeat } from "../notation.js";
import { translate } from "../texts.js";

/** @typedef {"offline" | "stalled" | "sending" | "stored" | "passed-on" | "idle"} DeliveryState */

/** The waiting time after which an answer is late, in milliseconds. */
const STALLED_AFTER = 4_000;

/** How often a growing delay is shown, in milliseconds. */
const UPDATE_INTERVAL = 500;

/** @type {Record<DeliveryState, string>} */
const SIGNS = { offline: "✕", stalled: "↑", sending: "↑", stored: "✓", "passed-on": "✓✓", idle: "" };

export class Delivery {
  _isStalled = false;

  /**
   * @param {import("./page-state").PageState} state @param {import("./connection").GameConnection} connection
   * @param {import("./status").ConnectionBanner} banner @param {HTMLElement} root
   */
  constructor(state, connection, banner, root) {
    this.state = state;
    this.connection = connection;
    this.banner = banner;
    this.root = root;
    this.sign = element("span", { class: "sign", "aria-hidden": "true" });
    this.words = element("span", { class: "unit" });
    this.delay = element("span", { class: "delay" });
    this.box = element("span", { class: "delivery" }, this.sign, this.words, this.delay);
    setInterval(() => this.update(), UPDATE_INTERVAL);
  }

  update() {
    const { ownSeat } = this.state;
    this._updateBanner();
    if (!ownSeat) return this.box.remove();
    const row = this.root.querySelector(`.player[data-seat="${ownSeat}"]`);
    if (this.box.parentElement !== row) row?.querySelector(".presence")?.before(this.box);
    this._show(this._deliveryState);
  }

  _updateBanner() {
    const wasStalled = this._isStalled;
    this._isStalled = this.state.isConnected && this._waitingTime >= STALLED_AFTER;
    if (this._isStalled) this.banner.showStalled(this.connection.commands.waitingTime > 0);
    else if (wasStalled && this.state.isConnected) this.banner.hide();
  }

  /** @param {DeliveryState} state */
  _show(state) {
    const milliseconds = this._waitingTime || this.connection.socket.delay;
    this.box.dataset.delivery = state;
    setText(this.sign, SIGNS[state]);
    setText(this.words, state === "idle" ? "" : translate(`game.delivery.${state}`));
    setText(this.delay, milliseconds === null ? "" : translate("game.delay", { milliseconds }));
  }

  /** @returns {DeliveryState} */
  get _deliveryState() {
    const { state, connection } = this;
    const { waitingTime, hasStored } = connection.commands;
    if (!state.isConnected) return "offline";
    if (this._isStalled) return "stalled";
    if (waitingTime > 0) return "sending";
    if (!hasStored || !state.ownSeat || state.canAct) return "idle";
    return state.presence?.present[otherSeat(state.ownSeat)] ? "passed-on" : "stored";
  }

  /** For how long the server has not answered, in milliseconds; 0 if no answer is due. */
  get _waitingTime() {
    const { socket, commands } = this.connection;
    return Math.max(socket.waitingTime, commands.waitingTime);
  }
}
