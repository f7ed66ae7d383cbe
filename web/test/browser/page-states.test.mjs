// Every page in each of its states: it looks as it should on every screen, no other host is asked, and the page is small.
//
// Parts: pages/src, web/style.css, web/text

import assert from "node:assert/strict";
import { test } from "node:test";

import { openVisitor } from "./browser.mjs";
import { assertLooks } from "./looks.mjs";
import { seededRandom, pick } from "./server.mjs";
import { browser, server } from "./setup.mjs";

/** The largest size of a page in bytes as it is transferred: HTML, modules, styles and texts, without pictures. */
const MAX_PAGE_SIZE = 150_000;

const eachGame = (states) => Object.assign({}, ...["ikibuguzo", "kubuguza", "njombwa", "azigo"].map(states));

/** Prepares each state: the path of its page, and the token of the visitor. */
const STATES = {
  "home-empty": async () => ({ path: "/" }),
  "stats-empty": async () => ({ path: "/stats" }),
  "game-open": async () => pageOf(await server.createGame("azigo", { begun: false }), "south"),
  "game-arranging": async () => pageOf(await server.createGame("ikibuguzo:choice"), "south"),
  "game-playing": async () => pageOf(await playedGame("kubuguza", 7), "south"),
  "game-watched": async () => pageOf(await playedGame("njombwa:10", 12)),
  "game-with-clock": async () => pageOf(await playedGame("kubuguza", 6, { clock: "fischer:300+5" }), "north"),
  "game-azigo": async () => pageOf(await playedGame("azigo", 9), "north"),
  "game-offer": async () => {
    const game = await playedGame("njombwa:8", 4);
    await send(game, "south", { type: "offer_draw", id: "offer" });
    return pageOf(game, "north");
  },
  "game-choice": async () => pageOf(await gameWithChoice(), "mover"),
  "game-over": async () => {
    const game = await playedGame("kubuguza", 9);
    await send(game, "south", { type: "resign", id: "resign" });
    return pageOf(game, "north");
  },
  "game-analysed": async () => {
    const game = await playedGame("ikibuguzo:first", 16);
    await send(game, "south", { type: "resign", id: "resign" });
    const path = `/api/games/${game.game}/analysis`;
    await server.api("POST", path, undefined, game.south.token);
    while (!(await server.api("GET", path)).done) await new Promise((resolve) => setTimeout(resolve, 50));
    return pageOf(game, "north");
  },
  "game-stepped": async () => ({ path: `${pageOf(await playedGame("ikibuguzo:first", 12)).path}?ply=5` }),
  offline: async () => ({ path: "/offline" }),
  "analysis-board": async () => ({ path: "/analysis?rules=azigo" }),
  home: async () => ({ path: "/" }),
  games: async () => ({ path: "/games" }),
  player: async () => ({ path: `/players/${(await server.createGame("kubuguza")).south.name}` }),
  rules: async () => ({ path: "/rules" }),
  learn: async () => ({ path: "/learn" }),
  leaderboards: async () => ({ path: "/leaderboards" }),
  puzzles: async () => ({ path: "/puzzles" }),
  ...eachGame((game) => ({
    [`rules-${game}`]: async () => ({ path: `/rules/${game}` }),
    [`lesson-${game}`]: async () => ({ path: `/learn/${game}` }),
    [`puzzle-${game}`]: async () => ({ path: `/puzzles/${game}` }),
  })),
  stats: async () => {
    for (const [rules, games] of [
      ["ikibuguzo:choice", 3],
      ["kubuguza", 11],
      ["azigo:handicap=south,own-row", 2],
    ]) {
      for (let seed = 1; seed <= games; seed++) await resignedGame(rules, seed);
    }
    return { path: "/stats" };
  },
  you: async () => ({ path: "/you", token: (await server.createGuest()).token }),
  api: async () => ({ path: "/api" }),
  "wrong-search": async () => ({ path: "/games?from=x", status: 400 }),
  "not-found": async () => ({ path: "/game/000000000000", status: 404 }),
};

for (const [name, prepare] of Object.entries(STATES)) {
  // On a busy machine, the check of the longest page took more than two minutes.
  test(name, { timeout: 300_000 }, async () => {
    const { path, token, status = 200 } = await prepare();
    const visitor = await openVisitor(browser, server);
    if (token) await visitor.signIn(token);
    const requests = recordRequests(visitor.page);
    const response = await visitor.goto(path);
    assert.equal(response.status(), status);
    const policy = response.headers()["content-security-policy"];
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    await visitor.waitUntilLoaded();
    const bytes = await transferredBytes(requests);
    assert.ok(bytes > 0, "sizes are recorded");
    assert.ok(bytes <= MAX_PAGE_SIZE, `${bytes} bytes`);
    await assertLooks(visitor, name);
    if (status === 200) visitor.assertNoErrors();
    await visitor.close();
  });
}

/** Records each request that has ended well. */
function recordRequests(page) {
  const requests = [];
  page.on("requestfinished", (request) => requests.push(request));
  return requests;
}

/** The size of all answers but pictures, in bytes as they are transferred. */
async function transferredBytes(requests) {
  const sizes = await Promise.all(requests.map(transferredSize));
  return sizes.reduce((sum, one) => sum + one, 0);
}

async function transferredSize(request) {
  const type = (await request.response())?.headers()["content-type"] ?? "";
  return /html|javascript|css|json/.test(type) ? (await request.sizes()).responseBodySize : 0;
}

async function playedGame(rules, actions, options) {
  const game = await server.createGame(rules, options);
  await server.arrange(game);
  await server.playRandomly(game, actions, seededRandom(3));
  return game;
}

/** A game that one player resigns after a random number of actions. */
async function resignedGame(rules, seed) {
  const random = seededRandom(seed);
  const game = await server.createGame(rules);
  await server.arrange(game, ["first", "second"][seed % 2]);
  await server.playRandomly(game, Math.floor(random() * 12), random);
  await send(game, pick(["south", "north"], random), { type: "resign", id: "resign" });
}

/** A game in the middle of a turn, whose player must choose how the turn goes on. */
async function gameWithChoice() {
  for (let seed = 1; ; seed++) {
    const game = await server.createGame("ikibuguzo:first");
    await server.arrange(game);
    const random = seededRandom(seed);
    for (let actions = 0; actions < 120; actions++) {
      const { position } = await server.view(game.game);
      if (!position.to_move) break;
      if (position.pending) return { ...game, mover: game[position.to_move] };
      await server.playRandomly(game, 1, random);
    }
  }
}

const pageOf = (game, name) => ({ path: `/game/${game.game}`, token: game[name]?.token });

const send = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, ...command }, players[seat].token);
