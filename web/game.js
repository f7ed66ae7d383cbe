// @ts-check
/**
 * The page of one game, live: play, watch, replay. The server has drawn it (`server/src/page/game.rs`); this shows
 * what the events tell on it.
 *
 * What tests and other scripts may hold on to:
 * - `#game[data-game][data-rules]`; `data-state` is `open`, `arranging`, `playing` or `finished`; `data-role` is
 *   `south`, `north` or `spectator`;
 * - `data-seq` and `data-ply` of `#game`: which event and which ply the board shows, when it is at rest; `data-busy` is
 *   there while counters are moving, and `data-live` while events come as they happen and all
 *   of the past is known; `data-head` is the newest event;
 * - `.hole[data-hole] .count` and `.store[data-store] .count`: what the board shows; `.may` is a hole that can be sown;
 * - `.holes button[data-hole]` sows a hole; `#ask button[data-action]` plays an action; `#arrays button[data-array]`
 *   arranges, `[data-sealed]` is there once one has; `#doing button[data-do]` answers and claims, `#offer-a-draw`, `#offer-a-takeback`, `#offer-a-rematch`
 *   and `#resign` offer; `#sit button` sits down, `#withdraw` takes a game back to which nobody has come;
 * - `#steps [data-step]` steps, `#again` plays the turn again, `#live` goes back to the newest board while the game
 *   goes on, `#fresh` tells that there is one; `#turns a[data-ply]` are the turns;
 * - `#news` is the live region, `#state` how the game stands, `#lost.not-live` the banner while not live, `#refusal` why
 *   something was refused, `#settings select#speed` the speed.
 */

import { Animation } from "./game/animation.js";
import { Arrange } from "./game/arrangement-picker.js";
import { Board } from "./board.js";
import { Choice } from "./game/action-choice.js";
import { Clocks, receipt } from "./game/clocks.js";
import { Doing } from "./game/player-actions.js";
import { byId, element } from "./dom.js";
import { Game } from "./game/game-state.js";
import { Holes } from "./game/hole-buttons.js";
import { Invitation } from "./game/invitation.js";
import { Link } from "./game/connection.js";
import { Refused, token } from "./player.js";
import { showPlayers, titleOf } from "./game/player-rows.js";
import { offerSettings, settings } from "./game/settings.js";
import { holeOf } from "./game/sowing.js";
import { Talk } from "./game/chat.js";
import { end, holeName, tell } from "./game/descriptions.js";
import { Turns } from "./game/turn-list.js";
import * as words from "./texts.js";

/** @typedef {import("./protocol").Seat} Seat */
/** @typedef {import("./protocol").Event} Event */

const { say } = words;
const root = byId("game");
const id = root.dataset.game ?? "";
const game = new Game();

/** @type {Seat | null} */
let own = null;
/** @type {import("./protocol").Presence | null} */
let presence = null;
/** Events up to here are the past: they are shown, not played. */
let past = 0;
let joined = false;
let isOnline = false;
/** Whether the game has been shown as it stands. */
let isShown = false;
/** The ply that an action has been sent for, until it is answered. @type {number | null} */
let sent = null;
/** Counts what is shown on the board, so that an animation that was overtaken changes nothing more. */
let showing = 0;

const box = byId("board");
const board = new Board(/** @type {SVGSVGElement} */ (box.querySelector("svg")));
const animation = new Animation(board);
const refusal = element("p", { id: "refusal", role: "alert" });
byId("ask").before(refusal);
const cost = element("p", { id: "receipt", class: "faint" });
byId("ask").after(cost);
const watching = element("span", { id: "watching" });
root.querySelector(".terms")?.append(" ", watching);

const link = new Link(id, {
  token: () => token(false),
  since: () => game.head,
  forget: () => game.forget(),
  joined: enter,
  event: hear,
  presence: (news) => ((presence = news), show()),
  live,
});
const holes = new Holes(board, box, say("game.holes"), press);
const choice = new Choice(id, byId("ask"), act, (hole) => (show(), hole && holes.focus(hole)));
const turns = new Turns(game, /** @type {HTMLElement} */ (root.querySelector("#turns ol")), byId("steps"), {
  moved: step,
  again: replay,
});
const clocks = new Clocks(root, game, () => link.now(), announce);
const doing = new Doing(byId("doing"), command);
const talk = new Talk(byId("talking"), (text) => command("say", { text }));
const invitation = new Invitation(
  id,
  () => link.again(),
  (error) => refuse(error ? inWords(error) : ""),
);
const arrange = new Arrange(
  id,
  (array) => command("arrange", { array }),
  () => holes.focus(null),
);
choice.learned = arrange.learned = show;
offerSettings(byId("settings"), () => (animation.skip?.(), turn(), show()));
turn();
addEventListener("resize", turn);
addEventListener("keydown", key);
box.addEventListener("pointerdown", skip, { capture: true });
box.addEventListener("click", swallow, { capture: true });
// A claim comes with time alone.
setInterval(() => Object.values(presence?.claim_at ?? {}).some((at) => at !== null) && show(), 1_000);
link.again();

/** @param {import("./protocol").Role} role @param {number} head */
function enter(role, head) {
  own = role === "spectator" ? null : role;
  root.dataset.role = role;
  joined = true;
  past = head;
  turn();
  if (game.head >= head) rest();
}

/** @param {Event} event */
function hear(event) {
  const before = game.position;
  if (!game.take(event)) return;
  if ("position" in event) sent = null;
  if (game.head < past) return;
  const isNews = game.head > past;
  // Of what was missed, the newest is told.
  if (isNews || isShown) announce([tell(words, event, before), whoseTurn(event)].filter(Boolean).join(" "));
  isShown = true;
  if (event.kind === "rematched" && isNews && own) location.href = `/game/${event.rematch}`;
  if (event.kind === "acted" && turns.isLive && isNews && game.scene) return void play([game.scene]);
  if (root.dataset.busy === undefined || (turns.isLive && "position" in event)) rest();
  else show();
}

/** Shows actions, counter by counter. What came before and is still going is over at once. @param {import("./game/game-state").Scene[]} scenes */
async function play(scenes) {
  const mine = ++showing;
  root.dataset.busy = "";
  show();
  for (const scene of scenes) {
    const isWhole = await animation.play(game.rules, scene, settings.speed);
    if (mine !== showing) return;
    if (!isWhole) break;
  }
  rest();
}

/** Plays the turn that is shown once more, with all its actions. */
function replay() {
  const shown = game.line.slice(0, turns.ply + 1);
  const seat = shown.at(-1)?.act?.seat;
  const before = shown.filter(({ act }) => act?.seat !== seat).at(-1);
  const scenes = shown.slice(before ? before.ply + 1 : 0);
  if (seat && scenes.length) void play(scenes);
}

function step() {
  animation.skip?.();
  rest();
}

/** Shows the board that is to be shown, at rest. */
function rest() {
  showing += 1;
  animation.skip?.();
  delete root.dataset.busy;
  const scene = game.line[turns.ply];
  if (scene) {
    board.show(scene.position);
    board.mark(marksOf(scene));
    animation.hold(scene.position.pending);
  }
  root.dataset.seq = String(turns.isLive ? game.head : (scene?.seq ?? game.head));
  root.dataset.ply = String(scene?.ply ?? 0);
  show();
}

/** Where an action began, where it ended and what it took. @param {import("./game/game-state").Scene} scene @returns {Record<string, string[]>} */
function marksOf({ act }) {
  const laps = act?.laps ?? [];
  const first = laps[0];
  const last = laps.filter((lap) => "last" in lap).at(-1);
  return {
    from: first && "from" in first ? [first.from] : [],
    last: last && "last" in last ? [last.last] : [],
    captured: laps.flatMap((lap) =>
      "captured" in lap && lap.captured ? lap.captured.map(([hole]) => hole) : [],
    ),
  };
}

/** Shows everything but the counters. */
function show() {
  if (!joined || game.head < past) return;
  const scene = game.line[turns.ply];
  const isBusy = root.dataset.busy !== undefined;
  const position = turns.isLive ? game.position : (scene?.position ?? null);
  root.dataset.state = game.state;
  root.dataset.head = String(game.head);
  root.toggleAttribute("data-live", isOnline);
  const legal = (!isBusy && position?.legal) || [];
  const mayAct = isMyTurn();
  board.allow(legal);
  box.classList.toggle("mine", mayAct);
  holes.tell((hole) => ({
    name: nameOf(hole, position, mayAct ? legal : []),
    may: mayAct && sows(legal, hole).length > 0,
  }));
  choice.show(mayAct && !isBusy ? game.position : null);
  byId("state").textContent = stateWords(position);
  showPlayers(root, game, position, own, presence);
  cost.textContent = receipt(scene);
  watching.textContent = presence?.spectators ? words.many("game.watching", presence.spectators) : "";
  turns.show();
  clocks.show(own);
  doing.show(game, own, presence, link.now());
  talk.show(game, own !== null);
  arrange.show(game, own);
  invitation.show(game.state === "open", own !== null);
  const title = titleOf(game);
  document.title = (mayAct ? "▸ " : "") + say("game.tab", { title, site: say("site.name") });
}

/** @param {string} hole @param {import("./protocol").PositionView | null} position @param {string[]} legal */
function nameOf(hole, position, legal) {
  const [seat, index] = holeOf(hole);
  return holeName(words, hole, position?.holes[seat][index] ?? 0, legal, own);
}

/** @param {import("./protocol").PositionView | null} position */
function stateWords(position) {
  if (!turns.isLive) return say("game.earlier", { ply: turns.ply, plies: game.plies });
  if (game.outcome) return end(words, game.outcome, game.players);
  if (game.state !== "playing" || !position?.to_move)
    return say(game.state === "open" ? "game.open" : "game.arranging");
  const seat = say(`game.${position.to_move}`);
  if (position.to_move === own)
    return position.pending ? say("game.yours-on", { ...position.pending }) : say("game.yours");
  return position.pending
    ? say("game.in-hand", { seat, count: position.pending.hand, hole: position.pending.hole })
    : say("game.to-move", { seat });
}

/** Whose turn it is after an event that may change that. @param {Event} event */
function whoseTurn(event) {
  if (event.kind === "ended" && game.outcome) return end(words, game.outcome, game.players);
  if (!("position" in event) || game.outcome || !game.position?.to_move) return "";
  if (game.position.to_move !== own)
    return own ? "" : say("game.to-move", { seat: say(`game.${game.position.to_move}`) });
  return event.kind === "acted" && event.seat === own ? say("game.yours-still") : say("game.yours");
}

/** @param {string} text */
function announce(text) {
  if (!text) return;
  const news = byId("news");
  // One after the other: what has not been read out yet is not lost.
  news.append(element("p", {}, text));
  while (news.childElementCount > 3) news.firstElementChild?.remove();
}

function isMyTurn() {
  return own !== null && turns.isLive && game.position?.to_move === own && sent !== game.position.ply;
}

/** What can be played from a hole. @param {string[]} legal @param {string} hole */
function sows(legal, hole) {
  return legal.filter((action) => action[0] === hole);
}

/** A hole is pressed, by a finger, a key or its letter. @param {string} hole */
function press(hole) {
  animation.skip?.();
  if (root.dataset.busy !== undefined) rest();
  const position = game.position;
  if (!isMyTurn() || !position) return refuse(own && game.state === "playing" ? whyNot() : "");
  const actions = sows(position.legal, hole);
  if (!actions.length) return refuse(say("game.cannot", { hole }));
  if (actions.length === 1 && !settings.confirm) return act(actions[0]);
  refuse("");
  choice.ask(hole, position);
}

function whyNot() {
  if (!turns.isLive) return say("game.not-newest");
  return sent === null ? say("game.not-yours") : "";
}

/** @param {string} action */
async function act(action) {
  const position = game.position;
  if (!isMyTurn() || !position) return;
  // Nothing else can be played until its event comes.
  sent = position.ply;
  choice.hole = null;
  // What was pressed is about to go: the focus stays on the board.
  if (byId("ask").contains(document.activeElement))
    holes.focus(board.holes.has(action[0]) ? action[0] : null);
  show();
  if (await command("act", { ply: position.ply, action })) return;
  sent = null;
  show();
}

/**
 * Sends a command; says why, if it is refused. @param {string} type @param {Record<string, unknown>} [fields]
 * @returns {Promise<boolean>} whether it was done
 */
async function command(type, fields) {
  refuse("");
  try {
    await link.command(type, fields);
    return true;
  } catch (error) {
    refuse(inWords(error));
    return false;
  }
}

/** @param {unknown} error */
function inWords(error) {
  if (!(error instanceof Refused)) throw error;
  const key = `game.refused.${error.code}`;
  return say(key) === key ? say("game.refused", { why: error.detail || error.code }) : say(key);
}

/** @param {string} why */
function refuse(why) {
  if (refusal.textContent !== why) refusal.textContent = why;
}

/** @param {boolean} isLive @param {string | null} why */
function live(isLive, why) {
  const banner = byId("lost");
  banner.hidden = isLive;
  isOnline = isLive;
  if (isLive) show();
  else root.removeAttribute("data-live");
  banner.textContent = isLive
    ? ""
    : say(
        why === "restarting"
          ? "game.lost.restarting"
          : why === "unknown_game"
            ? "game.lost.gone"
            : "game.lost",
      );
}

/** Turns the board so that the own side is below, and upright where it would be too small otherwise. */
function turn() {
  const below = own ?? (settings.flip ? "north" : "south");
  const upright = board.columns > 10 && innerWidth < 640 && innerHeight > innerWidth;
  if (below !== board.below || upright !== board.upright) {
    board.turn(below, upright);
    box.classList.toggle("upright", upright);
    holes.lay();
  }
  const section = root.querySelector(".play");
  section?.classList.toggle("flipped", below === "north");
}

/** A press on the board while counters move ends that, and does nothing else. */
let swallows = false;
/** The position that a press on the board has begun in. @type {import("./protocol").PositionView | null} */
let touched = null;
function skip() {
  touched = game.position;
  swallows = root.dataset.busy !== undefined;
  if (swallows) animation.skip?.();
}

/** A press means the position that was there when it began; keys mean the one that is. @param {MouseEvent} event */
function swallow(event) {
  if (!swallows && (event.detail === 0 || touched === game.position)) return;
  swallows = false;
  event.stopPropagation();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.matches("input, select, textarea")) return;
  if (event.key === "Escape") return animation.skip ? animation.skip() : choice.hole && choice.close();
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    return turns.step(event.key === "ArrowLeft" ? "previous" : "next");
  }
  if (!settings.keys) return;
  if (event.key === ".") return replay();
  if (!own || !isMyTurn()) return;
  const hole = own === "south" ? event.key.toUpperCase() : event.key.toLowerCase();
  if (/^[a-tA-T]$/.test(event.key) && board.holes.has(hole)) press(hole);
  else if (/^[*-]$/.test(event.key) && game.position?.legal.includes(event.key)) void act(event.key);
}
