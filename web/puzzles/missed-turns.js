// @ts-check
/** The puzzles of a finished game: the turns that its analysis marks as mistakes or blunders. */

import { RefusedError } from "../api.js";
import { Explorer } from "../game/explorer.js";
import { GameAnalysis, missedTurns, percentOf } from "../game/game-analysis.js";
import { refusalText } from "../game/refusal-notice.js";
import { translate } from "../texts.js";

/** @typedef {import("../protocol").AnalysedTurn} AnalysedTurn */
/** @typedef {import("./puzzle-page").Puzzle} Puzzle */

/**
 * Waits for the analysis of a game, and makes puzzles of its marked turns.
 * @param {string} game @param {(text: string) => void} tell says why there are no puzzles yet
 * @returns {Promise<Puzzle[]>} none if there is no analysis, or no mistake
 */
export async function loadMissedTurns(game, tell) {
  const turns = await readAnalysis(game, tell);
  if (!turns) return [];
  const missed = missedTurns(turns);
  if (!missed.length) tell(translate("puzzles.missed.none"));
  return puzzlesOf(missed, new Explorer({ game }, null), tell);
}

/**
 * Makes puzzles of turns, one after the other; of the first ones if the server fails.
 * @param {AnalysedTurn[]} turns @param {Explorer} explorer @param {(text: string) => void} tell
 */
async function puzzlesOf(turns, explorer, tell) {
  const puzzles = [];
  try {
    for (const turn of turns) puzzles.push(await puzzleOf(turn, explorer));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    tell(refusalText(error));
  }
  return puzzles;
}

/** @param {string} game @param {(text: string) => void} tell @returns {Promise<AnalysedTurn[] | null>} */
function readAnalysis(game, tell) {
  return new Promise((resolve) => {
    const analysis = new GameAnalysis(game, () => {
      const { answer, refusal } = analysis;
      if (refusal) {
        tell(describeRefusal(refusal));
        return resolve(null);
      }
      if (answer?.done) return resolve(answer.turns);
      if (answer)
        tell(translate("puzzles.missed.waiting", { done: answer.turns.length, count: answer.turn_count }));
    });
    analysis.read();
  });
}

/** @param {RefusedError} refusal */
function describeRefusal(refusal) {
  return refusal.code === "not_analysed" ? translate("puzzles.missed.unknown") : refusalText(refusal);
}

/** @param {AnalysedTurn} turn @param {Explorer} explorer @returns {Promise<Puzzle>} */
async function puzzleOf({ ply, seat, actions, value, loss, best }, explorer) {
  const { position } = await explorer.load(ply, []);
  const played = actions.join(".");
  const values = { seat: translate(`game.${seat}`), turn: played, loss: percentOf(loss) };
  return {
    position,
    turn: best[0],
    value,
    title: translate("puzzles.missed.one", { turn: played }),
    text: translate("puzzles.missed.text", values),
  };
}
