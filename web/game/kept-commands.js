// @ts-check
/**
 * Stores commands in the browser until the server answers them. After a reload or a restart of the browser, the page of
 * the game sends them again.
 */

import { readJson, writeJson } from "../storage.js";

/** @typedef {import("../protocol").ClientMessage} ClientMessage */
/**
 * A command of a player.
 * @typedef {object} KeptCommand
 * @property {string} id
 * @property {string} game
 * @property {string} player the name of the player who gave it
 * @property {number} head the newest event of the game when it was given
 * @property {ClientMessage} message
 */

const KEY = "ikibuguzo.commands";

/** The largest number of stored commands. Older ones are removed. */
const MAX_COMMANDS = 32;

/**
 * Commands that can be sent in any state of the game: the server refuses a turn in another position, and a message fits
 * everywhere.
 */
const FITS_ANY_STATE = ["act", "say"];

/** Stores a command. @param {KeptCommand} command */
export function keepCommand(command) {
  writeJson(KEY, [...readCommands(), command].slice(-MAX_COMMANDS));
}

/** Removes a command. @param {string} id */
export function dropCommand(id) {
  const commands = readCommands();
  if (commands.some((command) => command.id === id))
    writeJson(
      KEY,
      commands.filter((command) => command.id !== id),
    );
}

/**
 * Returns the commands of a game that this player can send in its present state. Other commands of this game are removed.
 * @param {string} game @param {string | null} player @param {number} head the newest event of the game
 * @returns {KeptCommand[]}
 */
export function takeCommands(game, player, head) {
  const commands = readCommands();
  const ofGame = commands.filter((command) => command.game === game);
  if (!ofGame.length) return [];
  const fitting = ofGame.filter(
    (command) =>
      command.player === player && (FITS_ANY_STATE.includes(command.message.type) || command.head === head),
  );
  writeJson(
    KEY,
    commands.filter((command) => command.game !== game || fitting.includes(command)),
  );
  return fitting;
}

/** @returns {KeptCommand[]} */
function readCommands() {
  const commands = readJson(KEY);
  return Array.isArray(commands) ? commands : [];
}
