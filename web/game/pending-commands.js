// @ts-check
/** Commands that were sent and not answered yet. The same id is sent again until the server answers it. */

import { RefusedError } from "../api.js";

/** @typedef {import("../protocol").ClientMessage} ClientMessage */
/**
 * @typedef {object} PendingCommand
 * @property {ClientMessage} message
 * @property {number} givenAt by this browser's clock
 * @property {(seq: number) => void} resolve
 * @property {(error: RefusedError) => void} reject
 */

export class PendingCommands {
  /** Whether the server has stored a command of this page. */
  hasStored = false;
  /** By command id. @type {Map<string, PendingCommand>} */
  _commands = new Map();

  /** @param {(message: ClientMessage) => void} send */
  constructor(send) {
    this.send = send;
  }

  /**
   * Adds a command and sends it.
   * @param {string} id @param {ClientMessage} message
   * @returns {Promise<number>} the `seq` of its event @throws {RefusedError}
   */
  add(id, message) {
    return new Promise((resolve, reject) => {
      this._commands.set(id, { message, givenAt: Date.now(), resolve, reject });
      this.send(message);
    });
  }

  /** For how long the oldest command has waited for its answer, in milliseconds; 0 if none waits. */
  get waitingTime() {
    const [oldest] = this._commands.values();
    return oldest ? Math.max(1, Date.now() - oldest.givenAt) : 0;
  }

  /** Whether this command waits for its answer. @param {string} id */
  has(id) {
    return this._commands.has(id);
  }

  /** Sends all commands again. */
  resendAll() {
    for (const { message } of this._commands.values()) this.send(message);
  }

  /** Sends one command again, if it is still unanswered. @param {string} id */
  resend(id) {
    const command = this._commands.get(id);
    if (command) this.send(command.message);
  }

  /** @param {string} id @param {number} seq */
  accept(id, seq) {
    const command = this._take(id);
    if (!command) return;
    this.hasStored = true;
    command.resolve(seq);
  }

  /** @param {string} id @param {string} code @param {string} detail */
  refuse(id, code, detail) {
    this._take(id)?.reject(new RefusedError(code, detail));
  }

  /** @param {string} id */
  _take(id) {
    const command = this._commands.get(id);
    this._commands.delete(id);
    return command;
  }
}
