// @ts-check
/** Whether revealed arrays are the ones that were sealed: their hashes were shown before, with random salts. */

/** @typedef {import("../protocol").Seat} Seat */

/**
 * What is known of the seals: both are kept; the seat whose array is another one; or `unchecked`, where the browser has
 * no SHA-256, as on pages without https.
 * @typedef {"kept" | "unchecked" | Seat} SealCheck
 */

/**
 * Checks the arrays of a game against their seals; `null` before the reveal and in games whose arrays have no seals.
 * @param {Pick<import("./game-state").GameState, "arrays" | "seals" | "salts">} game
 * @param {SubtleCrypto | undefined} subtle the browser's cryptography
 * @returns {Promise<SealCheck | null>}
 */
export async function checkSeals({ arrays, seals, salts }, subtle = globalThis.crypto?.subtle) {
  if (!arrays || !seals.south || !seals.north) return null;
  if (!subtle) return "unchecked";
  for (const seat of /** @type {Seat[]} */ (["south", "north"])) {
    const seal = await sealOf(subtle, salts[seat], arrays[seat]);
    if (seal !== seals[seat]) return seat;
  }
  return "kept";
}

/**
 * The words for what is known of the seals.
 * @param {typeof import("../texts")} texts @param {SealCheck | null} check
 */
export function describeSeals({ translate }, check) {
  if (!check) return "";
  if (check === "kept" || check === "unchecked") return translate(`game.seals.${check}`);
  return translate("game.seals.broken", { seat: translate(`game.${check}`) });
}

/** @param {SubtleCrypto} subtle @param {string | null} commitment `salt:` and the salt @param {string} array */
async function sealOf(subtle, commitment, array) {
  const salt = commitment?.replace("salt:", "") ?? "";
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(salt + array));
  const digits = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `sha256:${digits.join("")}`;
}
