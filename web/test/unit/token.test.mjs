import assert from "node:assert/strict";
import { test } from "node:test";

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => stored.set(key, value),
  removeItem: (key) => stored.delete(key),
};
const { forgetToken, readToken, storeToken } = await import("../../token.js");

test("a refused token is forgotten, and a newer one from another tab stays", () => {
  const refused = "0".repeat(52);
  const another = "1".repeat(52);
  storeToken(another);
  forgetToken(refused);
  assert.equal(readToken(), another);
  forgetToken(another);
  assert.equal(readToken(), null);
});
