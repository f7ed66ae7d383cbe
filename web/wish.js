// @ts-check
/** What a player who plays with anybody accepts, and which open games fit. */

/** @typedef {import("./protocol").NewGame} NewGame */
/** @typedef {import("./protocol").GameSummary} GameSummary */
/** @typedef {import("./protocol").GameRating[]} OwnRatings */

/**
 * @typedef {object} Wish
 * @property {NewGame} game the game to open if none fits; its rules and its clock are accepted too
 * @property {string[]} rules the accepted rules, each with its options
 * @property {string[]} clocks the accepted clocks
 * @property {number | null} range the difference of ratings that is accepted at first; `null` accepts any
 */

/**
 * How long the maker of an open game without a clock is expected to be there, in milliseconds. The server withdraws a
 * game with a clock in seconds whose maker has left, and nobody has to be there for a game with a clock in days.
 */
const MAX_AGE = 600_000;

/** The time in which the accepted difference of ratings grows by the range, in milliseconds. */
const WIDENING_TIME = 60_000;

/** The rating of a player without rated games. */
const FIRST_RATING = 1_500;

/**
 * Whether an open game is one that a wish accepts, apart from ratings.
 * @param {GameSummary} game @param {Wish} wish @param {number} now the server's time, in milliseconds since 1970
 */
export function fits(game, { rules, clocks, game: { starts = "random", rated = false } }, now) {
  const clock = game.clock ?? "none";
  const freeSeat = game.players.south ? "north" : "south";
  const isOwnSeat = starts === "random" || freeSeat === (starts === "me" ? "south" : "north");
  const isWaiting = clock !== "none" || now - game.created_at < MAX_AGE;
  return (
    rules.includes(game.rules) &&
    clocks.includes(clock) &&
    (game.rated ?? false) === rated &&
    isOwnSeat &&
    isWaiting &&
    !game.bots &&
    !game.invited
  );
}

/**
 * The difference of ratings that is accepted after a wait.
 * @param {number | null} range @param {number} waited in milliseconds
 */
export function allowedDifference(range, waited) {
  return range === null ? Infinity : range * (1 + Math.max(0, waited) / WIDENING_TIME);
}

/**
 * The difference between the rating of the player who waits in an open game and one's own. A player without a rating
 * counts as one who begins.
 * @param {GameSummary} game @param {OwnRatings} own
 */
export function ratingDifference(game, own) {
  const name = game.rules.split(":")[0];
  const isCorrespondence = (game.clock ?? "").startsWith("days:");
  const mine = own.find((rating) => rating.game === name && rating.correspondence === isCorrespondence);
  const theirs = game.ratings?.south ?? game.ratings?.north;
  return Math.abs((mine?.rating ?? FIRST_RATING) - (theirs?.rating ?? FIRST_RATING));
}

/** Whether a wish can be met by games that are not like its own one. @param {Wish} wish */
export function isFlexible({ rules, clocks, range }) {
  return rules.length > 1 || clocks.length > 1 || range !== null;
}
