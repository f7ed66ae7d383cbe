// Every page in each of its states: axe finds nothing, no other host is asked, nothing is heavy, nothing is wider than
// the screen. Pictures of all of them are kept for people to look at.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { before, test } from "node:test";

import { DESK, PHONE, TABLET, visitor } from "./browser.mjs";
import { chance, pick } from "./server.mjs";
import { browser, server } from "./setup.mjs";

const PICTURES = process.env.IKIBUGUZO_SCREENSHOTS ?? "screenshots";

/** What a page may weigh: its HTML, modules, styles and texts, uncompressed and without pictures. */
const HEAVIEST = 150 * 1024;

before(() => mkdirSync(PICTURES, { recursive: true }));

/** Each state: how it comes about, and which page shows it to whom. */
const STATES = {
  "home-empty": async () => ({ path: "/" }),
  "stats-empty": async () => ({ path: "/stats" }),
  "game-open": async () => at(await server.game("azigo", { begun: false }), "south"),
  "game-arranging": async () => at(await server.game("ikibuguzo:choice"), "south"),
  "game-playing": async () => at(await played("kubuguza", 7), "south"),
  "game-watched": async () => at(await played("njombwa:10", 12)),
  "game-with-clock": async () => at(await played("kubuguza", 6, { clock: "fischer:300+5" }), "north"),
  "game-azigo": async () => at(await played("azigo", 9), "north"),
  "game-offer": async () => {
    const game = await played("njombwa:8", 4);
    await say(game, "south", { type: "offer_draw", id: "offer" });
    return at(game, "north");
  },
  "game-choice": async () => at(await choice(), "mover"),
  "game-over": async () => {
    const game = await played("kubuguza", 9);
    await say(game, "south", { type: "resign", id: "resign" });
    return at(game, "north");
  },
  "game-stepped": async () => ({ path: `${at(await played("ikibuguzo:first", 12)).path}?ply=5` }),
  home: async () => ({ path: "/" }),
  games: async () => ({ path: "/games" }),
  player: async () => ({ path: `/players/${(await server.game("kubuguza")).south.name}` }),
  rules: async () => ({ path: "/rules" }),
  "rules-ikibuguzo": async () => ({ path: "/rules/ikibuguzo" }),
  "rules-kubuguza": async () => ({ path: "/rules/kubuguza" }),
  "rules-njombwa": async () => ({ path: "/rules/njombwa" }),
  "rules-azigo": async () => ({ path: "/rules/azigo" }),
  stats: async () => {
    for (const [rules, games] of [
      ["ikibuguzo:choice", 3],
      ["kubuguza", 11],
      ["azigo:handicap=south,own-row", 2],
    ]) {
      for (let seed = 1; seed <= games; seed++) await given(rules, seed);
    }
    return { path: "/stats" };
  },
  you: async () => ({ path: "/you", token: (await server.guest()).token }),
  api: async () => ({ path: "/api" }),
  "not-found": async () => ({ path: "/game/000000000000", status: 404 }),
};

for (const [name, come] of Object.entries(STATES)) {
  test(name, { timeout: 120_000 }, async () => {
    const { path, token, status = 200 } = await come();
    for (const [size, viewport] of Object.entries({ 360: PHONE, 768: TABLET, 1280: DESK })) {
      for (const colorScheme of size === "768" ? ["light"] : ["light", "dark"]) {
        const person = await visitor(browser, server, { viewport, colorScheme });
        if (token) await person.become(token);
        const weights = weigh(person.page);
        const answer = await person.goto(path);
        assert.equal(answer.status(), status);
        await person.page.waitForLoadState("networkidle");
        await person.page.screenshot({
          path: `${PICTURES}/${name}-${size}-${colorScheme}.png`,
          fullPage: true,
        });
        assert.deepEqual(await person.axe(), [], `axe at ${size} px, ${colorScheme}`);
        assert.ok(await fits(person.page), `no wider than ${size} px`);
        const weight = (await Promise.all(weights)).reduce((sum, one) => sum + one, 0);
        assert.ok(weight <= HEAVIEST, `${weight} bytes`);
        const policy = answer.headers()["content-security-policy"];
        assert.match(policy, /default-src 'self'/);
        assert.doesNotMatch(policy, /unsafe/);
        if (status === 200) person.contented();
        await person.leave();
      }
    }
  });
}

/** What comes over the line, but for pictures, in bytes as the browser unpacks them. */
function weigh(page) {
  const weights = [];
  page.on("response", (answer) => {
    if (/html|javascript|css|json/.test(answer.headers()["content-type"] ?? "")) {
      weights.push(
        answer.body().then(
          (body) => body.length,
          () => 0,
        ),
      );
    }
  });
  return weights;
}

async function fits(page) {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

async function played(rules, actions, options) {
  const game = await server.game(rules, options);
  await server.arrange(game);
  await server.play(game, actions, chance(3));
  return game;
}

/** A game that somebody gave up, by chance after how many actions. */
async function given(rules, seed) {
  const random = chance(seed);
  const game = await server.game(rules);
  await server.arrange(game, ["first", "second"][seed % 2]);
  await server.play(game, Math.floor(random() * 12), random);
  await say(game, pick(["south", "north"], random), { type: "resign", id: "resign" });
}

/** A game in the middle of a turn, whose player has to choose how it goes on. */
async function choice() {
  for (let seed = 1; ; seed++) {
    const game = await server.game("ikibuguzo:first");
    await server.arrange(game);
    const random = chance(seed);
    for (let actions = 0; actions < 120; actions++) {
      const { position } = await server.view(game.game);
      if (!position.to_move) break;
      if (position.pending) return { ...game, mover: game[position.to_move] };
      await server.play(game, 1, random);
    }
  }
}

const at = (game, name) => ({ path: `/game/${game.game}`, token: game[name]?.token });

const say = ({ game, ...players }, seat, command) =>
  server.api("POST", "/api/commands", { game, ...command }, players[seat].token);
