// @ts-check
/** Sends the visitor's commands, and shows why one is refused. */

export class CommandSender {
  /**
   * @param {import("./connection").GameConnection} connection
   * @param {import("./refusal-notice").RefusalNotice} refusal
   */
  constructor(connection, refusal) {
    this.connection = connection;
    this.refusal = refusal;
  }

  /**
   * Sends a command.
   * @param {string} type @param {Record<string, unknown>} [fields]
   * @returns {Promise<boolean>} whether it was accepted
   */
  send(type, fields) {
    this.refusal.clear();
    return this.isAccepted(this.connection.command(type, fields));
  }

  /** Waits for the answer to a command. @param {Promise<number>} answer */
  async isAccepted(answer) {
    try {
      await answer;
      return true;
    } catch (error) {
      this.refusal.explain(error);
      return false;
    }
  }
}
