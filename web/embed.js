// @ts-check
/**
 * A game in a frame of another site: its board and its players, live, for spectators. `#game` has the same
 * `data-` attributes as on the page of the game.
 */

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { SowingAnimation } from "./game/animation.js";
import { Clocks } from "./game/clocks.js";
import { GameConnection } from "./game/connection.js";
import { marksOf } from "./game/marks.js";
import { PageState } from "./game/page-state.js";
import { readPastEvents } from "./game/past-events.js";
import { PlayerRows } from "./game/player-rows.js";
import { settings } from "./game/settings.js";
import { ConnectionBanner, describeState } from "./game/status.js";
import { PLAYER_RETRY_DELAY } from "./retry-delay.js";
import { ServerSocket } from "./socket.js";

/** @typedef {import("./protocol").Event} Event */

class EmbeddedGame {
  /** @param {HTMLElement} root the element that the server has drawn for the game */
  constructor(root) {
    this.root = root;
    this.state = new PageState();
    this.board = new Board(/** @type {SVGSVGElement} */ (byId("board").querySelector("svg")));
    this.animation = new SowingAnimation(this.board);
    this.banner = new ConnectionBanner(byId("connection-notice"));
    this.connection = this._createConnection();
    const now = () => this.connection.now();
    this.parts = [new PlayerRows(this.state, root), new Clocks(this.state, root, now, () => {})];
  }

  /** Joins the game. */
  start() {
    for (const event of readPastEvents()) this.state.apply(event);
    this.connection.reconnect();
  }

  /** A connection without a token: on another site every viewer is a spectator. */
  _createConnection() {
    const listener = {
      head: () => this.state.game.head,
      forget: () => this.state.game.reset(),
      joined: (/** @type {unknown} */ _, /** @type {number} */ head) => this._joined(head),
      event: (/** @type {Event} */ event) => this._receiveEvent(event),
      presence: (/** @type {import("./protocol").Presence} */ presence) => {
        this.state.presence = presence;
        this._update();
      },
      lost: (/** @type {string} */ reason) => {
        this.root.removeAttribute("data-live");
        this.state.isConnected = false;
        this.banner.show(reason);
      },
    };
    const socket = new ServerSocket(() => null, PLAYER_RETRY_DELAY);
    return new GameConnection(this.root.dataset.game ?? "", socket, listener);
  }

  /** @param {number} head */
  _joined(head) {
    this.state.pastHead = head;
    this.state.isConnected = true;
    this.banner.hide();
    if (this.state.isCaughtUp) this._showAtRest();
  }

  /** @param {Event} event */
  _receiveEvent(event) {
    const { state } = this;
    if (!state.apply(event) || !state.isCaughtUp) return;
    const isNews = state.game.head > (state.pastHead ?? 0);
    if (event.kind === "acted" && isNews && state.game.scene) this._animate(state.game.scene);
    else if (!state.isAnimating || "position" in event) this._showAtRest();
    else this._update();
  }

  /** @param {import("./game/game-state").Scene} scene */
  async _animate(scene) {
    this._setAnimating(true);
    this._update();
    await this.animation.play(this.state.game.rules, scene, settings.speed);
    // Otherwise a later action is shown already. The end of a game changes the scene of its last action.
    if (scene.act === this.state.game.scene?.act) this._showAtRest();
  }

  /** Shows the newest board with nothing moving. */
  _showAtRest() {
    const { state, root, board } = this;
    const { scene } = state.game;
    this.animation.skip();
    this._setAnimating(false);
    if (scene) {
      board.show(scene.position);
      board.mark(marksOf(scene));
      this.animation.showPending(scene.position.pending);
    }
    root.dataset.seq = String(state.game.head);
    root.dataset.ply = String(state.shownPly);
    this._update();
  }

  _update() {
    const { state, root } = this;
    if (!state.isCaughtUp) return;
    root.dataset.state = state.game.state;
    root.toggleAttribute("data-live", state.isConnected);
    this.connection.setLive(state.isLive);
    byId("state").textContent = describeState(state);
    for (const part of this.parts) part.update();
  }

  /** @param {boolean} isAnimating */
  _setAnimating(isAnimating) {
    this.state.isAnimating = isAnimating;
    this.root.toggleAttribute("data-busy", isAnimating);
  }
}

new EmbeddedGame(byId("game")).start();
