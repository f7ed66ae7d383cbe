// @ts-check
/** What can be done with the games of this browser: begin one, save its record, give it to the server. */

import { RefusedError, requestApi } from "../api.js";
import { LOCAL_GAME_FIELD } from "../game/address.js";
import { askLocalServer, requireLocalServer } from "../local-server/local-server.js";
import { sendAsPlayer } from "../new-game.js";
import { saveFile } from "../save-file.js";
import { keepAdditions, noteGiven, readLog } from "./kept-games.js";

/** @typedef {import("./kept-games").KeptGame} KeptGame */

/**
 * A game to begin: its rules, the seat of the user, and `bot:1` to `bot:8` or the name of the other person.
 * @typedef {{ rules: string, seat: "south" | "north", opponent: string }} NewLocalGame
 */

/** The address of the page of a game in this browser. @param {string} rules @param {string} game */
export function addressOfLocalGame(rules, game) {
  return `/offline/${rules}?${LOCAL_GAME_FIELD}=${game}`;
}

/**
 * Begins a game and keeps it.
 * @param {NewLocalGame} game @returns {Promise<string>} the address of its page @throws {RefusedError}
 */
export async function beginLocalGame(game) {
  const { game: id, additions } = await askOwnServer({ type: "begin", ...game });
  await keepAdditions(additions);
  // The browser deletes what is kept so only if the visitor asks it to. It may refuse.
  navigator.storage?.persist?.().catch(() => {});
  return addressOfLocalGame(game.rules, id);
}

/** The record of a kept game, as in docs/NOTATION.md. @param {string} game @returns {Promise<string>} */
export async function recordOf(game) {
  const log = await readLog(game);
  if (!log) throw new RefusedError("not_kept", "");
  return askOwnServer({ type: "record", game, log });
}

/** Saves the records of games in one file. @param {string[]} games @param {string} name of the file */
export async function saveRecords(games, name) {
  const records = [];
  for (const game of games) records.push(await recordOf(game));
  saveFile(name, new Blob([records.join("\n")], { type: "text/plain" }));
}

/** Whether the server takes a game: it is over, and was played against the computer. @param {KeptGame} kept */
export function canBeGiven({ summary, given }) {
  return summary.state === "finished" && Boolean(summary.bots?.length) && given === null;
}

/** Gives a game to the server, as a casual game of this browser's player. @param {string} game @returns {Promise<string>} its id there */
export async function giveToServer(game) {
  const record = await recordOf(game);
  const answer = await sendAsPlayer(() => requestApi("POST", "/api/games/offline", { record }));
  await noteGiven(game, answer.game);
  return answer.game;
}

/** The local server's answer, once it is loaded. @param {Record<string, unknown>} request @returns {Promise<any>} */
async function askOwnServer(request) {
  const answer = (await requireLocalServer()) ? await askLocalServer(request) : undefined;
  if (answer === undefined) throw new RefusedError("no_module", "");
  return answer;
}
