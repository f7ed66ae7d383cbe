// A real server with its own database, for the tests of one file.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The server's program: `IKIBUGUZO_SERVER` if set, else the one that cargo has built. */
function findProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "ikibuguzo-server"));
  const found = [process.env.IKIBUGUZO_SERVER ?? "", ...built].find((path) => path && existsSync(path));
  if (!found) throw new Error("no server is built: cargo build --release -p ikibuguzo-server");
  return found;
}

const databaseIn = (folder) => `sqlite://${join(folder, "games.db")}`;

/** Starts a server on a port that the system chooses. @returns {Promise<Server>} */
export async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), "ikibuguzo-page-"));
  // All requests come from one address: its rate limit is off.
  const options = [
    "--listen",
    "127.0.0.1:0",
    "--database-url",
    databaseIn(folder),
    "--requests-per-second",
    "0",
  ];
  // An analysis with the usual budget takes minutes in a program that is not optimised.
  options.push("--analysis-nodes", "300");
  const child = spawn(findProgram(), options, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = line.match(/http:\/\/[0-9.:]+/)?.[0];
    if (url) return new Server(url, child, folder);
  }
  throw new Error("the server did not start");
}

export class Server {
  constructor(url, child, folder) {
    Object.assign(this, { url, child, folder, program: child.spawnfile });
  }

  async stop() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    await gone;
    rmSync(this.folder, { recursive: true });
  }

  /** Sends a request to the API, with a token if given. */
  async api(method, path, body, token) {
    const headers = {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }

  /** Creates a player who has claimed a name: the name and the token. */
  async createClaimed(name) {
    const { token } = await this.createGuest();
    await this.claim(token, name);
    return { name, token };
  }

  /** Makes an account of a guest. */
  async claim(token, name) {
    await this.api("PUT", "/api/players/me", { name, passphrase: "four words and a comma" }, token);
  }

  /** Runs a command of the server's program on this server's database. @returns {string} what it prints */
  operate(...words) {
    return execFileSync(findProgram(), [...words, "--database-url", databaseIn(this.folder)], {
      encoding: "utf8",
    });
  }

  /** Creates a guest. */
  async createGuest() {
    return this.api("POST", "/api/players");
  }

  /** Creates a game with two guests, joined unless `begun` is false: its id, and both guests' credentials. */
  async createGame(rules, { begun = true, ...options } = {}) {
    const south = await this.createGuest();
    const north = await this.createGuest();
    const request = { id: "create", rules, starts: "me", public: true, ...options };
    const { game } = await this.api("POST", "/api/games", request, south.token);
    if (begun) await this.api("POST", `/api/games/${game}/join`, undefined, north.token);
    return { game, south, north };
  }

  /** Picks an array for both seats, in a game that has one to pick. */
  async arrange({ game, ...players }, array = "first") {
    if ((await this.view(game)).state !== "arranging") return;
    for (const seat of ["south", "north"]) {
      await this.api(
        "POST",
        "/api/commands",
        { type: "arrange", game, id: `a-${seat}`, array },
        players[seat].token,
      );
    }
  }

  /** A game in the middle of a turn, and an action after which the player must choose again: its seat and its ply. */
  async createGameWithTwoChoices() {
    for (let seed = 1; ; seed++) {
      const table = await this.createGame("ikibuguzo:first");
      await this.arrange(table);
      const found = await this.#playUntilTwoChoices(table, seededRandom(seed));
      if (found) return { table, ...found };
    }
  }

  async #playUntilTwoChoices({ game, ...players }, random) {
    let { seq } = await this.api("GET", `/api/games/${game}`);
    for (let actions = 0; actions < 120; actions++) {
      const { position, previews } = await this.api("GET", `/api/games/${game}/plies/last`);
      const { to_move: seat, pending, legal, ply } = position;
      if (!seat) return null;
      const again = pending && previews.find((preview) => preview.pending);
      if (again) return { seat, action: again.action, ply };
      const command = { type: "act", game, id: `choices-${seq}`, after: seq, action: pick(legal, random) };
      ({ seq } = await this.api("POST", "/api/commands", command, players[seat].token));
    }
    return null;
  }

  /** A game as the owner of a token sees it, or a spectator. */
  async view(game, token) {
    return (await this.api("GET", `/api/games/${game}`, undefined, token)).view;
  }

  /** The events of a game, as a spectator sees them. */
  async events(game, since = 0) {
    return (await this.api("GET", `/api/games/${game}/events?since=${since}`)).events;
  }

  /** Plays a number of random actions over HTTP, fewer if the game ends. */
  async playRandomly(table, actions, random) {
    for (let played = 0; played < actions; played++) {
      const token = await this.#moverToken(table);
      if (!token) return;
      const { seq, view } = await this.api("GET", `/api/games/${table.game}`, undefined, token);
      const action = pick(view.position.legal, random);
      const command = { type: "act", game: table.game, id: crypto.randomUUID(), after: seq, action };
      await this.api("POST", "/api/commands", command, token);
    }
  }

  /** A game that South resigns after some random actions. */
  async createFinishedGame(rules, actions = 16, seed = 7) {
    const table = await this.createGame(rules);
    await this.arrange(table);
    await this.playRandomly(table, actions, seededRandom(seed));
    await this.resign(table);
    return table;
  }

  /** South resigns. */
  async resign({ game, south }) {
    await this.api("POST", "/api/commands", { type: "resign", game, id: "resign" }, south.token);
  }

  /** Both players of a finished game begin another one: the same players at the new game. */
  async rematch({ game, south, north }) {
    const offer = { type: "offer_rematch", game, id: "rematch" };
    const { seq } = await this.api("POST", "/api/commands", offer, south.token);
    const answer = { type: "answer_rematch", game, id: "answer", offer: seq, accept: true };
    await this.api("POST", "/api/commands", answer, north.token);
    const next = (await this.events(game)).find(({ kind }) => kind === "rematched").rematch;
    const { players } = await this.view(next);
    const seated = [south, north].toSorted((one) => (one.name === players.south ? -1 : 1));
    return { game: next, south: seated[0], north: seated[1] };
  }

  async #moverToken(table) {
    const seat = (await this.view(table.game)).position?.to_move;
    return seat && table[seat].token;
  }
}

/** A random item of a list. */
export function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** A random number generator that repeats itself for the same seed (mulberry32). */
export function seededRandom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
