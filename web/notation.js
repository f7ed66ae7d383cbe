// @ts-check
/** Seats, and holes by their letters: A, B, C … for South, a, b, c … for North. */

/** @typedef {import("./protocol").Seat} Seat */

/** @type {Seat[]} */
export const SEATS = ["south", "north"];

const UPPER_A = 65;
const LOWER_A = 97;

/** The opponent's seat. @param {Seat} seat */
export function otherSeat(seat) {
  return seat === "south" ? "north" : "south";
}

/** The letter of a hole. @param {Seat} seat @param {number} index */
export function holeLetter(seat, index) {
  return String.fromCharCode((seat === "south" ? UPPER_A : LOWER_A) + index);
}

/** The seat and the index of a hole. @param {string} letter @returns {[Seat, number]} */
export function parseHole(letter) {
  const code = letter.charCodeAt(0);
  return code < LOWER_A ? ["south", code - UPPER_A] : ["north", code - LOWER_A];
}
