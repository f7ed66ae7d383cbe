// @ts-check
/**
 * The controller of the game page: applies events to the state, updates the parts, and sends the visitor's
 * commands.
 */

import { byId, noteScript } from "../dom.js";
import { createBoardChoice } from "./action-choice.js";
import { plyInAddress, putIntoAddress } from "./address.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { Announcer } from "./announcer.js";
import { ArrangementPicker } from "./arrangement-picker.js";
import { checkSeals, describeSeals } from "./array-seals.js";
import { Autoplay } from "./autoplay.js";
import { BoardView } from "./board-view.js";
import { Clocks } from "./clocks.js";
import { CommandSender } from "./command-sender.js";
import { CompactEvents } from "./compact-events.js";
import { GameConnection } from "./connection.js";
import { EarlySowing, isShownEarly } from "./early-sowing.js";
import { Exploration } from "./exploration.js";
import { Explorer } from "./explorer.js";
import { GameAnalysis } from "./game-analysis.js";
import { Hints } from "./hints.js";
import { HolePreview } from "./hole-preview.js";
import { MoveInput } from "./move-input.js";
import { PageState } from "./page-state.js";
import { readPastEvents } from "./past-events.js";
import { PlayerActions } from "./player-actions.js";
import { PlayerRows } from "./player-rows.js";
import { loadLivePreviews } from "./previews.js";
import { RefusalNotice } from "./refusal-notice.js";
import { ReplayBar } from "./replay-bar.js";
import { settings, showSettings } from "./settings.js";
import { addShortcuts } from "./shortcuts.js";
import { ConnectionBanner, Status } from "./status.js";
import * as texts from "../texts.js";
import { TurnCall } from "./turn-call.js";
import { TurnList } from "./turn-list.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").Role} Role */
/** @typedef {import("./game-state").Scene} Scene */

/**
 * Where the game of a page is: at the server, or in this browser.
 * @typedef {object} GameHost
 * @property {string} game the id of the game
 * @property {import("./connection").GameSocket} socket
 * @property {boolean} isLocal whether the game is in this browser only
 * @property {(game: string) => string} addressOf the address of a game's page
 * @property {() => Promise<import("../protocol").GameView>} loadView loads the game as the visitor sees it
 * @property {(page: GamePage) => { update: () => void }[]} createParts creates the parts that only games there have
 */

const CLAIM_CHECK_INTERVAL = 1_000;

export class GamePage {
  /** Whether the game has been shown as it stands. */
  _isShown = false;

  /** @param {HTMLElement} root the element that the server has drawn for the game @param {GameHost} host */
  constructor(root, host) {
    this.root = root;
    this.host = host;
    this.id = host.game;
    this.state = new PageState(plyInAddress());
    this.state.isLocal = host.isLocal;
    this.refusal = new RefusalNotice();
    this.banner = new ConnectionBanner(byId("connection-notice"));
    this.announcer = new Announcer(this.state, byId("announcements"));
    this.connection = this._createConnection();
    this.sender = new CommandSender(this.connection, this.refusal);
    this.explorer = new Explorer({ game: this.id }, (ply) => this.state.game.baseAt(ply));
    this.exploration = this._createExploration();
    this.previews = this.exploration.previews;
    const wholeGame = () => this.state.game.baseAt(this.state.game.plies);
    this.analysis = new GameAnalysis(this.id, () => this._update(), wholeGame, host.isLocal);
    this.boardView = new BoardView(this.state, this.previews, byId("board"), {
      pressed: (hole) => this.input.pressHole(hole),
      skip: () => this._skip(),
    });
    this.choice = this._createChoice();
    this.input = this._createInput();
    this.early = new EarlySowing(this.state, (scene) => this._animate([scene]));
    this.turnList = this._createTurnList();
    this.autoplay = this._createAutoplay();
    /** In this order: the focus may move from one part to a later one. */
    this.parts = [this.boardView, this.choice, ...this._createOtherParts(), ...host.createParts(this)];
    this._listen();
  }

  /** Joins the game. */
  start() {
    noteScript();
    for (const event of readPastEvents()) this._apply(event);
    this.boardView.orient();
    if (this.state.game.outcome) this._showFinished();
    this.connection.reconnect();
  }

  _createConnection() {
    /** @type {import("./connection").ConnectionListener} */
    const listener = {
      head: () => this.state.game.head,
      keepsEvents: () => this.state.isShared && !this.state.hasSecrets,
      forget: () => this.state.reset(),
      welcome: (player) => (this.state.ownName = player),
      joined: (role, head) => this._joined(role, head),
      event: (event) => this._receiveEvent(event),
      presence: (presence) => {
        this.state.presence = presence;
        this._update();
      },
      lost: (reason) => this._lost(reason),
      restored: (message, answer) => this._showRestored(message, answer),
    };
    const { socket, isLocal } = this.host;
    const compact = isLocal ? null : new CompactEvents(() => this.state.game.log);
    return new GameConnection(this.id, socket, listener, compact);
  }

  _createExploration() {
    const loadLive = (/** @type {{ ply: number }} */ { ply }) => loadLivePreviews(this.id, this.state, ply);
    return new Exploration(this.state, this.explorer, loadLive, {
      animate: (scenes) => this._animate(scenes),
      showAtRest: () => this._showAtRest(),
      update: () => this._update(),
      failed: (error) => this.refusal.explain(error),
      changed: ({ base, actions }) => putIntoAddress({ ply: String(base.ply), play: actions.join(".") }),
    });
  }

  _createChoice() {
    return createBoardChoice(this.state, this.previews, this.boardView, {
      act: (action) => this.input.act(action),
      update: () => this._update(),
    });
  }

  _createInput() {
    return new MoveInput(this.state, this.previews, this.boardView, this.choice, this.refusal, {
      explore: (action) => this.playOn(action),
      send: (type, fields) => this.sender.send(type, fields),
      showAtRest: () => this._showAtRest(),
      update: () => this._update(),
      sent: () => this.early.begin(),
      revert: () => this._showBoard(),
    });
  }

  _createTurnList() {
    const list = /** @type {HTMLElement} */ (this.root.querySelector("#turns ol"));
    return new TurnList(this.state, this.analysis, list, byId("steps"), {
      goTo: (ply) => {
        this._goTo(ply);
        this.announcer.announceShown();
      },
      goInVariation: (index) => {
        this.exploration.goTo(index);
        this.announcer.announceShown();
      },
      replay: () => this._replay(),
      skip: () => this._skip(),
    });
  }

  _createAutoplay() {
    return new Autoplay(this.state, this.boardView, {
      step: (target) => this._beginStep(target),
      showAtRest: () => this._showAtRest(),
      update: () => this._update(),
      lapShown: () => this.announcer.announceLap(),
    });
  }

  _createReplayBar() {
    return new ReplayBar(this.state, this.autoplay, byId("replay"), {
      goTo: (ply, isLast) => (isLast ? this._goTo(ply) : this._showPly(ply)),
      goToLap: (number) => this._goToLap(number),
      stepLap: (direction) => this.autoplay.stepLap(direction),
    });
  }

  _createOtherParts() {
    const { state, root } = this;
    const now = () => this.connection.now();
    const send = this.sender.send.bind(this.sender);
    return [
      new Status(state, root),
      new TurnCall(state),
      new PlayerRows(state, root),
      new HolePreview(state, this.previews, this.boardView, byId("effects")),
      new Hints(state, this.previews),
      new AnalysisPanel(state, this.analysis, byId("analysis"), {
        goTo: (ply) => this._goTo(ply),
        showBest: (turn) => this.exploration.show(turn.ply, turn.best.flat(), turn.best[0].length),
        leaveVariation: () => this._goTo(this.state.variation?.base.ply ?? null),
      }),
      this.turnList,
      this._createReplayBar(),
      new Clocks(state, root, now, (text) => this.announcer.announce(text)),
      new PlayerActions(state, byId("player-actions"), byId("offers"), now, send, this.host.addressOf),
      new ArrangementPicker(state, this.host.loadView, {
        picked: (array) => send("arrange", { array }),
        focusLost: () => this.boardView.buttons.focus(null),
      }),
    ];
  }

  _listen() {
    showSettings(byId("settings"), this.boardView.aim.isOn, () => {
      this.boardView.animation.skip();
      this.boardView.orient();
      this._update();
      this.input.playForced();
    });
    addEventListener("resize", () => {
      this.boardView.orient();
      this.choice.update();
    });
    addShortcuts(this.state, {
      cancel: () => this._cancel(),
      step: (step) => this.turnList.step(step),
      stepLap: (direction) => this.autoplay.stepLap(direction),
      replay: () => this._replay(),
      pressHole: (hole) => this.boardView.board.holes.has(hole) && this.input.pressHole(hole),
      act: (action) => this.input.act(action),
    });
    // No event comes when the visitor may claim the game of a lost opponent.
    setInterval(() => this.state.hasLostPlayer && this._update(), CLAIM_CHECK_INTERVAL);
  }

  /** @param {Role} role @param {number} head */
  _joined(role, head) {
    const { state } = this;
    state.ownSeat = role === "spectator" ? null : role;
    state.pastHead = head;
    state.isConnected = true;
    this.root.dataset.role = role;
    this.boardView.orient();
    this.banner.hide();
    if (!state.isCaughtUp) return;
    if (!this._isShown) this._showFirst();
    // Where two people share the page, the turn passes while its counters still move.
    if (state.isAnimating) this._update();
    else this._showAtRest();
  }

  /** @param {string} reason */
  _lost(reason) {
    this.state.isConnected = false;
    this.root.removeAttribute("data-live");
    this.banner.show(reason);
  }

  /** @param {Event} event */
  _receiveEvent(event) {
    const { state } = this;
    const before = state.game.position;
    const early = state.earlyScene;
    if (!this._apply(event) || !state.isCaughtUp) return;
    const wasShown = this._isShown;
    if (!wasShown) this._showFirst();
    // Whatever was refused, it was about the position before.
    if ("position" in event || event.kind === "ended") this.refusal.clear();
    const isNews = state.game.head > (state.pastHead ?? 0);
    // After a reconnection, the newest of the missed events is announced.
    if (isNews || wasShown) this.announcer.announceEvent(event, before);
    if (event.kind === "rematched" && isNews && state.ownSeat)
      location.href = this.host.addressOf(event.rematch);
    this._showEvent(event, isNews, early);
  }

  /** Applies the next event. @param {Event} event @returns {boolean} whether it was new */
  _apply(event) {
    const isNew = this.state.apply(event);
    if (isNew && event.kind === "revealed") this._checkSeals();
    return isNew;
  }

  /** Compares the revealed arrays with what was sealed, and says so. */
  async _checkSeals() {
    const { state, announcer } = this;
    state.sealCheck = await checkSeals(state.game);
    if (this._isShown) announcer.announce(describeSeals(texts, state.sealCheck));
    this._update();
  }

  /** The document has the whole game, which can be shown without the server. */
  _showFinished() {
    this.state.pastHead = this.state.game.head;
    this._showFirst();
    this._showAtRest();
  }

  /** The game is shown for the first time, perhaps with a line that somebody has shared. */
  _showFirst() {
    const { state } = this;
    this._isShown = true;
    state.notePast();
    const actions = new URLSearchParams(location.search).get("play");
    if (actions && state.canExplore) {
      const line = actions.split(".");
      this.exploration.show(state.shownPly, line, line.length);
    }
  }

  /** @param {Event} event @param {boolean} isNews @param {Scene | null} early what the board has shown before it */
  _showEvent(event, isNews, early) {
    const { followsGame, isAnimating, game } = this.state;
    const isShown = isShownEarly(event, early);
    const changesBoard = !isShown && ("position" in event || (early !== null && event.kind === "ended"));
    if (event.kind === "acted" && followsGame && isNews && game.scene && !isShown)
      this._animateNews(game.scene);
    else if (event.kind === "revealed" && followsGame && isNews && settings.speed !== "off")
      this._reveal(event.position);
    else if (!isAnimating || (followsGame && changesBoard)) this._showAtRest();
    else this._update();
  }

  /** Animates a new action after those before it; the visitor's own one at once. @param {Scene} scene */
  _animateNews(scene) {
    const isOwn = scene.act?.seat === this.state.ownSeat;
    if (!isOwn && this.boardView.animateLater(scene)) this._update();
    else this._animate([scene]);
  }

  /** @param {Scene[]} scenes */
  async _animate(scenes) {
    this.autoplay.stop();
    this.state.showLap(null);
    this.state.hasSkipped = false;
    this._setAnimating(true);
    this._update();
    if (await this.boardView.animate(scenes)) this._showAtRest();
  }

  /** Shows how sealed arrays are revealed. @param {import("../protocol").PositionView} position */
  async _reveal(position) {
    this.state.hasSkipped = false;
    this._setAnimating(true);
    this._update();
    if (await this.boardView.reveal(position)) this._showAtRest();
  }

  /** Animates the shown turn again. */
  _replay() {
    const scenes = this.state.shownTurn;
    if (scenes.length) this._animate(scenes);
  }

  /** Shows the chosen board with nothing moving. */
  _showAtRest() {
    this._showBoard();
    this.input.playForced();
    this.exploration.rested();
  }

  /** Shows the chosen board with nothing moving, and plays nothing. */
  _showBoard() {
    const { state, root } = this;
    const scene = state.shownScene;
    this._setAnimating(false);
    this.boardView.showAtRest(scene);
    root.dataset.seq = String(state.followsGame ? state.game.head : (scene?.seq ?? state.game.head));
    root.dataset.ply = String((state.earlyScene ? state.game.scene : scene)?.ply ?? 0);
    root.toggleAttribute("data-early", state.earlyScene !== null);
    this._update();
  }

  /** Updates everything but the counters on the board. */
  _update() {
    const { state, root } = this;
    if (!state.isCaughtUp) return;
    root.dataset.state = state.game.state;
    root.dataset.head = String(state.game.head);
    root.toggleAttribute("data-live", state.isConnected);
    this.connection.setLive(state.isLive);
    for (const part of this.parts) part.update();
  }

  /** @param {boolean} isAnimating */
  _setAnimating(isAnimating) {
    this.state.isAnimating = isAnimating;
    this.root.toggleAttribute("data-busy", isAnimating);
  }

  /** @param {number | null} ply */
  _goTo(ply) {
    this._showPly(ply);
    const { followsGame, shownPly } = this.state;
    putIntoAddress({ ply: followsGame ? "" : String(shownPly) });
  }

  /** Shows the board after a ply, without naming it in the address. @param {number | null} ply */
  _showPly(ply) {
    this.autoplay.stop();
    this.exploration.cancel();
    this.state.hasSkipped = false;
    this.state.goTo(ply);
    this._showAtRest();
  }

  /** Goes on to another ply, or another action of the variation, whose counters are about to move. @param {number} target */
  _beginStep(target) {
    const { state } = this;
    this.exploration.cancel();
    if (state.variation) state.variation.index = target;
    else state.goTo(target);
    state.hasSkipped = false;
    this._setAnimating(true);
    this._update();
  }

  /** Shows the board after some laps of the shown turn. @param {number} number */
  _goToLap(number) {
    this.autoplay.stop();
    this.state.showLap(number);
    this._showAtRest();
  }

  /** Plays an action on from the shown position of a finished game. @param {string} action */
  playOn(action) {
    const { variation, shownPly, game } = this.state;
    const isPlayed = !variation && game.line[shownPly + 1]?.act?.action === action;
    return isPlayed ? this._goTo(shownPly + 1) : this.exploration.playOn(action);
  }

  /** Ends the animation, because the visitor wants it. */
  _skip() {
    this.state.hasSkipped = true;
    this.boardView.animation.skip();
  }

  _cancel() {
    if (this.boardView.animation.isPlaying) this._skip();
    else if (this.choice.hole) this.choice.close();
    else if (this.state.variation) this._goTo(this.state.variation.base.ply);
  }

  /**
   * Waits for the answer to a command that an earlier page has sent; the board shows an action.
   * @param {import("../protocol").ClientMessage} message @param {Promise<number>} answer
   */
  _showRestored(message, answer) {
    const isAccepted = this.sender.isAccepted(answer);
    if (message.type === "act") this.input.awaitAnswer(message, isAccepted);
  }
}
