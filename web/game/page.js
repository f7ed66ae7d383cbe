// @ts-check
/**
 * The controller of the game page: applies events to the state, updates the parts, and sends the visitor's
 * commands.
 */

import { requestApi } from "../api.js";
import { byId } from "../dom.js";
import { createBoardChoice } from "./action-choice.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { Announcer } from "./announcer.js";
import { ArrangementPicker } from "./arrangement-picker.js";
import { checkSeals, describeSeals } from "./array-seals.js";
import { Autoplay } from "./autoplay.js";
import { BoardView } from "./board-view.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { GameConnection } from "./connection.js";
import { Exploration, putIntoAddress } from "./exploration.js";
import { Explorer } from "./explorer.js";
import { GameAnalysis } from "./game-analysis.js";
import { Hints } from "./hints.js";
import { HolePreview } from "./hole-preview.js";
import { Invitation } from "./invitation.js";
import { MoveInput } from "./move-input.js";
import { PageState } from "./page-state.js";
import { PlayerActions } from "./player-actions.js";
import { PlayerRows } from "./player-rows.js";
import { PositionBook } from "./position-book.js";
import { Ratings } from "./ratings.js";
import { RefusalNotice, showUnmatched } from "./refusal-notice.js";
import { ReplayBar } from "./replay-bar.js";
import { settings, showSettings } from "./settings.js";
import { Sharing } from "./sharing.js";
import { addShortcuts } from "./shortcuts.js";
import { ConnectionBanner, Status } from "./status.js";
import * as texts from "../texts.js";
import { TurnCall } from "./turn-call.js";
import { TurnList } from "./turn-list.js";
import { WaitingWish } from "./waiting-wish.js";

/** @typedef {import("../protocol").Event} Event */
/** @typedef {import("../protocol").Role} Role */
/** @typedef {import("./game-state").Scene} Scene */

const CLAIM_CHECK_INTERVAL = 1_000;

export class GamePage {
  /** Whether the game has been shown as it stands. */
  #isShown = false;

  /** @param {HTMLElement} root the element that the server has drawn for the game */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.game ?? "";
    this.state = new PageState(plyInAddress());
    this.refusal = new RefusalNotice();
    this.banner = new ConnectionBanner(byId("lost"));
    this.announcer = new Announcer(this.state, byId("news"));
    this.connection = this.#createConnection();
    this.explorer = new Explorer({ game: this.id });
    this.exploration = this.#createExploration();
    this.previews = this.exploration.previews;
    this.analysis = new GameAnalysis(this.id, () => this.#update());
    this.boardView = new BoardView(this.state, this.previews, byId("board"), {
      pressed: (hole) => this.input.pressHole(hole),
      skip: () => this.#skip(),
    });
    this.choice = this.#createChoice();
    this.input = this.#createInput();
    this.turnList = this.#createTurnList();
    this.autoplay = this.#createAutoplay();
    /** In this order: the focus may move from one part to a later one. */
    this.parts = [this.boardView, this.choice, ...this.#createOtherParts()];
    this.#listen();
  }

  /** Joins the game. */
  start() {
    this.boardView.orient();
    this.connection.reconnect();
  }

  #createConnection() {
    return new GameConnection(this.id, {
      head: () => this.state.game.head,
      forget: () => this.state.game.reset(),
      welcome: (player) => (this.state.ownName = player),
      joined: (role, head) => this.#joined(role, head),
      event: (event) => this.#receiveEvent(event),
      presence: (presence) => {
        this.state.presence = presence;
        this.#update();
      },
      lost: (reason) => this.#lost(reason),
    });
  }

  #createExploration() {
    /** @returns {Promise<import("../protocol").PlyView>} */
    const loadPly = (/** @type {number} */ ply) => requestApi("GET", `/api/games/${this.id}/plies/${ply}`);
    const loadLive = async (/** @type {import("../protocol").PositionView} */ { ply }) =>
      (await loadPly(ply)).previews;
    return new Exploration(this.state, this.explorer, loadLive, {
      animate: (scenes) => this.#animate(scenes),
      showAtRest: () => this.#showAtRest(),
      update: () => this.#update(),
      failed: (error) => this.refusal.explain(error),
      changed: ({ base, actions }) => putIntoAddress({ ply: String(base.ply), play: actions.join(".") }),
    });
  }

  #createChoice() {
    return createBoardChoice(this.state, this.previews, this.boardView, {
      act: (action) => this.input.act(action),
      update: () => this.#update(),
    });
  }

  #createInput() {
    return new MoveInput(this.state, this.previews, this.boardView, this.choice, this.refusal, {
      explore: (action) => this.#playOn(action),
      send: (type, fields) => this.#send(type, fields),
      showAtRest: () => this.#showAtRest(),
      update: () => this.#update(),
    });
  }

  #createTurnList() {
    const list = /** @type {HTMLElement} */ (this.root.querySelector("#turns ol"));
    return new TurnList(this.state, this.analysis, list, byId("steps"), {
      goTo: (ply) => {
        this.#goTo(ply);
        this.announcer.announceShown();
      },
      goInVariation: (index) => {
        this.exploration.goTo(index);
        this.announcer.announceShown();
      },
      replay: () => this.#replay(),
      skip: () => this.#skip(),
    });
  }

  #createAutoplay() {
    return new Autoplay(this.state, this.boardView, {
      step: (target) => this.#beginStep(target),
      showAtRest: () => this.#showAtRest(),
      update: () => this.#update(),
      lapShown: () => this.announcer.announceLap(),
    });
  }

  #createReplayBar() {
    return new ReplayBar(this.state, this.autoplay, byId("replay"), {
      goTo: (ply, isLast) => (isLast ? this.#goTo(ply) : this.#showPly(ply)),
      goToLap: (number) => this.#goToLap(number),
      stepLap: (direction) => this.autoplay.stepLap(direction),
    });
  }

  #createOtherParts() {
    const { state, root } = this;
    const now = () => this.connection.now();
    const send = this.#send.bind(this);
    return [
      new Status(state, root),
      new TurnCall(state),
      new PlayerRows(state, root),
      new Ratings(state, this.id, root),
      new WaitingWish(state, this.id, showUnmatched),
      new HolePreview(state, this.previews, this.boardView, byId("effects")),
      new Hints(state, this.previews),
      new AnalysisPanel(state, this.analysis, byId("analysis"), {
        goTo: (ply) => this.#goTo(ply),
        showBest: (turn) => this.exploration.show(turn.ply, turn.best.flat(), turn.best[0].length),
        leaveVariation: () => this.#goTo(this.state.variation?.base.ply ?? null),
      }),
      this.turnList,
      this.#createReplayBar(),
      new PositionBook(state, this.exploration, byId("book"), (action) => this.#playOn(action)),
      new Sharing(state, this.id, byId("sharing")),
      new Clocks(state, root, now, (text) => this.announcer.announce(text)),
      new PlayerActions(state, byId("doing"), now, send),
      new Chat(state, byId("talking"), (text) => send("say", { text })),
      new ArrangementPicker(state, this.id, {
        picked: (array) => send("arrange", { array }),
        focusLost: () => this.boardView.buttons.focus(null),
      }),
      new Invitation(state, this.id, {
        trying: () => this.refusal.clear(),
        seated: () => this.connection.reconnect(),
        decline: (reason) => send("decline", reason ? { reason } : {}),
        failed: (error) => this.refusal.explain(error),
      }),
    ];
  }

  #listen() {
    showSettings(byId("settings"), () => {
      this.boardView.animation.skip();
      this.boardView.orient();
      this.#update();
      this.input.playForced();
    });
    addEventListener("resize", () => {
      this.boardView.orient();
      this.choice.update();
    });
    addShortcuts(this.state, {
      cancel: () => this.#cancel(),
      step: (step) => this.turnList.step(step),
      stepLap: (direction) => this.autoplay.stepLap(direction),
      replay: () => this.#replay(),
      pressHole: (hole) => this.boardView.board.holes.has(hole) && this.input.pressHole(hole),
      act: (action) => this.input.act(action),
    });
    // No event comes when the visitor may claim the game of a lost opponent.
    setInterval(() => this.#hasLostPlayer && this.#update(), CLAIM_CHECK_INTERVAL);
  }

  get #hasLostPlayer() {
    return Object.values(this.state.presence?.claim_at ?? {}).some((at) => at !== null);
  }

  /** @param {Role} role @param {number} head */
  #joined(role, head) {
    const { state } = this;
    state.ownSeat = role === "spectator" ? null : role;
    state.pastHead = head;
    state.isConnected = true;
    this.root.dataset.role = role;
    this.boardView.orient();
    this.banner.hide();
    if (state.isCaughtUp) this.#showAtRest();
  }

  /** @param {string} reason */
  #lost(reason) {
    this.state.isConnected = false;
    this.root.removeAttribute("data-live");
    this.banner.show(reason);
  }

  /** @param {Event} event */
  #receiveEvent(event) {
    const { state } = this;
    const before = state.game.position;
    if (!state.apply(event)) return;
    if (event.kind === "revealed") this.#checkSeals();
    if (!state.isCaughtUp) return;
    if (!this.#isShown) this.#showFirst();
    // Whatever was refused, it was about the position before.
    if ("position" in event || event.kind === "ended") this.refusal.clear();
    const isNews = state.game.head > (state.pastHead ?? 0);
    // After a reconnection, the newest of the missed events is announced.
    if (isNews || this.#isShown) this.announcer.announceEvent(event, before);
    this.#isShown = true;
    if (event.kind === "rematched" && isNews && state.ownSeat) location.href = `/game/${event.rematch}`;
    this.#showEvent(event, isNews);
  }

  /** Compares the revealed arrays with what was sealed, and says so. */
  async #checkSeals() {
    const { state, announcer } = this;
    state.sealCheck = await checkSeals(state.game);
    if (this.#isShown) announcer.announce(describeSeals(texts, state.sealCheck));
    this.#update();
  }

  /** The game is shown for the first time, perhaps with a line that somebody has shared. */
  #showFirst() {
    const { state } = this;
    state.notePast();
    const actions = new URLSearchParams(location.search).get("play");
    if (actions && state.canExplore) {
      const line = actions.split(".");
      this.exploration.show(state.shownPly, line, line.length);
    }
  }

  /** @param {Event} event @param {boolean} isNews */
  #showEvent(event, isNews) {
    const { followsGame, isAnimating, game } = this.state;
    if (event.kind === "acted" && followsGame && isNews && game.scene) this.#animateNews(game.scene);
    else if (event.kind === "revealed" && followsGame && isNews && settings.speed !== "off")
      this.#reveal(event.position);
    else if (!isAnimating || (followsGame && "position" in event)) this.#showAtRest();
    else this.#update();
  }

  /** Animates a new action after those before it; the visitor's own one at once. @param {Scene} scene */
  #animateNews(scene) {
    const isOwn = scene.act?.seat === this.state.ownSeat;
    if (!isOwn && this.boardView.animateLater(scene)) this.#update();
    else this.#animate([scene]);
  }

  /** @param {Scene[]} scenes */
  async #animate(scenes) {
    this.autoplay.stop();
    this.state.showLap(null);
    this.state.hasSkipped = false;
    this.#setAnimating(true);
    this.#update();
    if (await this.boardView.animate(scenes)) this.#showAtRest();
  }

  /** Shows how sealed arrays are revealed. @param {import("../protocol").PositionView} position */
  async #reveal(position) {
    this.state.hasSkipped = false;
    this.#setAnimating(true);
    this.#update();
    if (await this.boardView.reveal(position)) this.#showAtRest();
  }

  /** Animates the shown turn again. */
  #replay() {
    const scenes = this.state.shownTurn;
    if (scenes.length) this.#animate(scenes);
  }

  /** Shows the chosen board with nothing moving. */
  #showAtRest() {
    const { state, root } = this;
    const scene = state.shownScene;
    this.#setAnimating(false);
    this.boardView.showAtRest(scene);
    root.dataset.seq = String(state.followsGame ? state.game.head : (scene?.seq ?? state.game.head));
    root.dataset.ply = String(scene?.ply ?? 0);
    this.#update();
    this.input.playForced();
    this.exploration.rested();
  }

  /** Updates everything but the counters on the board. */
  #update() {
    const { state, root } = this;
    if (!state.isCaughtUp) return;
    root.dataset.state = state.game.state;
    root.dataset.head = String(state.game.head);
    root.toggleAttribute("data-live", state.isConnected);
    for (const part of this.parts) part.update();
  }

  /** @param {boolean} isAnimating */
  #setAnimating(isAnimating) {
    this.state.isAnimating = isAnimating;
    this.root.toggleAttribute("data-busy", isAnimating);
  }

  /** @param {number | null} ply */
  #goTo(ply) {
    this.#showPly(ply);
    const { followsGame, shownPly } = this.state;
    history.replaceState(null, "", followsGame ? location.pathname : `?ply=${shownPly}`);
  }

  /** Shows the board after a ply, without naming it in the address. @param {number | null} ply */
  #showPly(ply) {
    this.autoplay.stop();
    this.exploration.cancel();
    this.state.hasSkipped = false;
    this.state.goTo(ply);
    this.#showAtRest();
  }

  /** Goes on to another ply, or another action of the variation, whose counters are about to move. @param {number} target */
  #beginStep(target) {
    const { state } = this;
    this.exploration.cancel();
    if (state.variation) state.variation.index = target;
    else state.goTo(target);
    state.hasSkipped = false;
    this.#setAnimating(true);
    this.#update();
  }

  /** Shows the board after some laps of the shown turn. @param {number} number */
  #goToLap(number) {
    this.autoplay.stop();
    this.state.showLap(number);
    this.#showAtRest();
  }

  /** Plays an action on from the shown position of a finished game. @param {string} action */
  #playOn(action) {
    const { variation, shownPly, game } = this.state;
    const isPlayed = !variation && game.line[shownPly + 1]?.act?.action === action;
    return isPlayed ? this.#goTo(shownPly + 1) : this.exploration.playOn(action);
  }

  /** Ends the animation, because the visitor wants it. */
  #skip() {
    this.state.hasSkipped = true;
    this.boardView.animation.skip();
  }

  #cancel() {
    if (this.boardView.animation.isPlaying) this.#skip();
    else if (this.choice.hole) this.choice.close();
    else if (this.state.variation) this.#goTo(this.state.variation.base.ply);
  }

  /**
   * Sends a command, and shows why if it is refused.
   * @param {string} type @param {Record<string, unknown>} [fields]
   * @returns {Promise<boolean>} whether it was accepted
   */
  async #send(type, fields) {
    this.refusal.clear();
    try {
      await this.connection.command(type, fields);
      return true;
    } catch (error) {
      this.refusal.explain(error);
      return false;
    }
  }
}

/** The ply that the page's address names, if it names one. */
function plyInAddress() {
  const ply = new URLSearchParams(location.search).get("ply");
  return ply !== null && /^\d+$/.test(ply) ? Number(ply) : null;
}
