import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { checkSeals } from "../../game/array-seals.js";

const salts = { south: `salt:${"0a".repeat(16)}`, north: `salt:${"f1".repeat(16)}` };
const arrays = { south: "first", north: "second" };

const sealOf = (seat) =>
  `sha256:${createHash("sha256")
    .update(salts[seat].slice(5) + arrays[seat])
    .digest("hex")}`;
const seals = { south: sealOf("south"), north: sealOf("north") };

test("arrays that were sealed are recognised", async () => {
  assert.equal(await checkSeals({ arrays, seals, salts }), "kept");
});

test("another array, another salt or none is recognised as not the sealed one", async () => {
  const changed = { ...arrays, north: "first" };
  assert.equal(await checkSeals({ arrays: changed, seals, salts }), "north");
  assert.equal(await checkSeals({ arrays, seals, salts: { ...salts, south: salts.north } }), "south");
  assert.equal(await checkSeals({ arrays, seals, salts: { south: null, north: null } }), "south");
});

test("nothing is said before the reveal, and of games without seals", async () => {
  assert.equal(await checkSeals({ arrays: null, seals, salts }), null);
  assert.equal(await checkSeals({ arrays, seals: { south: null, north: null }, salts }), null);
});

test("a browser without SHA-256 does not check", async () => {
  assert.equal(await checkSeals({ arrays, seals, salts }, null), "unchecked");
});
