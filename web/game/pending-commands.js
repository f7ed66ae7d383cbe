// @ts-check
/** Commands that were sent and not answered yet. The same id is sent again until the server answers it. */

import { RefusedError } from "../api.js";

/** @typedef {import("../protocol").ClientMessage} ClientMessage */
/**
 * @typedef {object} PendingCommand
 * @property {ClientMessage} message
 * @property {(seq: number) => void} resolve
 * @property {(error: RefusedError) => void} reject
 */

export class PendingCommands {
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
      this._commands.set(id, { message, resolve, reject });
      this.send(message);
    });
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
    this._take(id)?.resolve(seq);
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
