import assert from "node:assert/strict";
import { test } from "node:test";

import { PendingCommands } from "../../game/pending-commands.js";

test("a command without an answer is sent again unchanged, until it is answered", async () => {
  const sent = [];
  const commands = new PendingCommands((message) => sent.push(message));
  const message = { type: "resign", game: "05cdv44x7ekv", id: "once" };
  const answer = commands.add("once", message);
  commands.resendAll();
  commands.resend("once");
  assert.deepEqual(sent, [message, message, message]);
  commands.accept("once", 7);
  assert.equal(await answer, 7);
  commands.resendAll();
  assert.equal(sent.length, 3);
});
