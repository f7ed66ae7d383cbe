import assert from "node:assert/strict";
import { test } from "node:test";

import { RefusedError, requestApi } from "../../api.js";
import { serverNow } from "../../server-clock.js";

const NEW_GAME = { id: "p9V2kQm7sLxA", rules: "kubuguza" };
const CREATED = { game: "05cdv44x7ekv", seat: "south" };

function response(status, body, headers) {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
}

/** Answers requests in turn; an `Error` is a lost connection. Returns what was sent, and the delays between. */
function serve(t, answers) {
  const sent = [];
  const delays = [];
  t.mock.method(globalThis, "fetch", async (path, { body }) => {
    sent.push(`${path} ${body ?? ""}`);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  t.mock.method(globalThis, "setTimeout", (run, delay) => {
    delays.push(delay);
    queueMicrotask(run);
  });
  return { sent, delays };
}

test("a request that fails is sent again with the same id", async (t) => {
  const answers = [new TypeError("no connection"), response(502, "<html>"), response(201, CREATED)];
  const { sent, delays } = serve(t, answers);
  assert.deepEqual(await requestApi("POST", "/api/games", NEW_GAME), CREATED);
  assert.equal(sent.length, 3);
  for (const request of sent) assert.equal(request, `/api/games ${JSON.stringify(NEW_GAME)}`);
  const [first, second] = delays;
  assert.ok(first >= 100 && first <= 600, `${first}`);
  assert.ok(second >= 200 && second <= 1_200, `${second}`);
});

test("a command that gets no answer is sent again with the same id", async (t) => {
  const command = { type: "claim", game: CREATED.game, id: NEW_GAME.id, claim: "abort" };
  const { sent } = serve(t, [new TypeError("no connection"), response(200, { seq: 3 })]);
  assert.deepEqual(await requestApi("POST", "/api/commands", command), { seq: 3 });
  assert.deepEqual(sent, Array(2).fill(`/api/commands ${JSON.stringify(command)}`));
});

test("the delay is the one that the server asks for", async (t) => {
  const busy = response(503, { code: "busy", detail: "later" }, { "retry-after": "2" });
  const { delays } = serve(t, [busy, response(200, { games: [] })]);
  assert.deepEqual(await requestApi("GET", "/api/games"), { games: [] });
  assert.deepEqual(delays, [2_000]);
});

test("the third failure is told", async (t) => {
  const { sent } = serve(
    t,
    [1, 2, 3].map(() => response(502, "<html>")),
  );
  const isUnreachable = (error) => error instanceof RefusedError && error.code === "unreachable";
  await assert.rejects(requestApi("POST", "/api/games/05cdv44x7ekv/join"), isUnreachable);
  assert.equal(sent.length, 3);
  serve(
    t,
    [1, 2, 3].map(() => response(503, { code: "busy", detail: "later" })),
  );
  await assert.rejects(requestApi("GET", "/api/games"), { code: "busy", detail: "later" });
});

test("a refusal and a request with a passphrase are not repeated", async (t) => {
  const refused = serve(t, [response(409, { code: "game_full", detail: "both seats are taken" })]);
  await assert.rejects(requestApi("POST", "/api/games/05cdv44x7ekv/join"), { code: "game_full" });
  assert.equal(refused.sent.length, 1);
  for (const [method, path] of [
    ["POST", "/api/tokens"],
    ["PUT", "/api/players/me"],
    ["DELETE", "/api/tokens/5f0c1b6a9e37"],
  ]) {
    const { sent } = serve(t, [response(502, "<html>")]);
    await assert.rejects(requestApi(method, path), { code: "unreachable" });
    assert.equal(sent.length, 1, path);
  }
});

test("an answer tells the server's time to a browser whose clock is wrong", async (t) => {
  t.mock.method(Date, "now", () => Date.UTC(2026, 10, 27, 12));
  const fresh = { date: "Fri, 27 Nov 2026 14:30:00 GMT", "cache-control": "no-cache" };
  const kept = { date: "Thu, 26 Nov 2026 14:30:00 GMT", "cache-control": "max-age=86400" };
  serve(t, [response(200, {}, fresh), response(200, {}, kept), response(200, {})]);
  assert.equal(serverNow(), Date.now(), "before the first answer");
  for (let answer = 0; answer < 3; answer++) {
    await requestApi("GET", "/api/games");
    assert.equal(serverNow(), Date.UTC(2026, 10, 27, 14, 30, 0, 500));
  }
});
