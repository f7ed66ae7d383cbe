//! The analysis of a game, turn by turn.

use ikibuguzo_engine::{Action, Game};

use super::recorded_game::RecordedGame;
use super::turn_analysis::{Mark, TurnAnalysis};
use super::turn_search::{TurnSearch, ValuedTurn, game_after_line};
use crate::{Budget, Value};

/// Analyses a game: an iterator over its turns, the first one first. Each step searches one turn, so the caller can stop
/// after any of them.
///
/// A step makes up to three searches with the budget. The same game and budget give the same analysis, and no turn's
/// analysis depends on that of another one.
///
/// ```
/// use ikibuguzo_bot::{Budget, GameAnalysis, RecordedGame, accuracy};
/// use ikibuguzo_engine::Record;
///
/// let records = Record::read_all("[Rules \"kubuguza\"]\n\n1. O n 2. L south\n")?;
/// let game = RecordedGame::from_record(&records[0].record)?;
/// let turns: Vec<_> = GameAnalysis::new(&game, Budget::of_nodes(1_000)).collect();
/// assert_eq!(turns.len(), 3);
/// assert!(turns.iter().all(|turn| (0.0..=1.0).contains(&turn.value)));
/// assert!(accuracy(&turns).south.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameAnalysis<'a> {
    turns: std::iter::Enumerate<std::slice::Iter<'a, Vec<Action>>>,
    game: Game,
    /// The keys of the positions at the start of each turn so far.
    past: Vec<u64>,
    search: TurnSearch,
}

impl<'a> GameAnalysis<'a> {
    /// Begins the analysis of a game. `budget`: the work for one search; its depth includes the turn that is analysed.
    pub fn new(game: &'a RecordedGame, budget: Budget) -> GameAnalysis<'a> {
        let past = vec![game.start().position().key()];
        let turns = game.turns().iter().enumerate();
        GameAnalysis { turns, game: game.start().clone(), past, search: TurnSearch::new(budget) }
    }

    /// Passes over the next turns without searching them.
    pub fn pass_over(&mut self, count: usize) {
        for _ in 0..count {
            let Some((_, played)) = self.turns.next() else { return };
            self.advance(played);
        }
    }

    /// Compares the turn that was played with the best one. Both are searched to the same depth, because values from
    /// different depths cannot be compared.
    fn analyse_turn(&mut self, played: &[Action]) -> Option<(ValuedTurn, ValuedTurn)> {
        let best = self.search.best_turn(&self.game, &self.past)?;
        if best.line[0] == played {
            return Some((best.clone(), best));
        }
        let depth = best.depth.saturating_sub(1);
        let mut value = |turn: &[Action]| self.search.value_turn(&self.game, &self.past, turn, depth);
        let best = value(&best.line[0]);
        let played = value(played);
        Some(if played.value >= best.value { (played.clone(), played) } else { (best, played) })
    }

    fn advance(&mut self, turn: &[Action]) {
        self.game = game_after_line(&self.game, turn);
        self.past.push(self.game.position().key());
    }
}

impl Iterator for GameAnalysis<'_> {
    type Item = TurnAnalysis;

    fn next(&mut self) -> Option<TurnAnalysis> {
        let (index, played) = self.turns.next()?;
        let ply = self.game.plies();
        let seat = self.game.to_move()?;
        let (best, valued) = self.analyse_turn(played)?;
        let is_forced = is_forced(&self.game, played);
        let value = best.value.win_probability();
        let loss = value - valued.value.win_probability();
        let mark =
            if misses_win(&self.game, &best, &valued) { Some(Mark::Blunder) } else { Mark::of_loss(loss) };
        self.advance(played);
        let played = played.clone();
        let best_line = best.line;
        Some(TurnAnalysis { index, ply, seat, played, is_forced, value, loss, mark, best_line })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.turns.size_hint()
    }
}

impl ExactSizeIterator for GameAnalysis<'_> {}

/// Whether a turn is the only one that its seat can play.
fn is_forced(game: &Game, turn: &[Action]) -> bool {
    // In the middle of a turn there is always a choice.
    game.legal_actions().len() == 1 && turn.len() == 1
}

/// Whether the best turn wins at once, and the one that was played is not known to win.
fn misses_win(game: &Game, best: &ValuedTurn, played: &ValuedTurn) -> bool {
    let outcome = game_after_line(game, &best.line[0]).outcome();
    let wins = outcome.is_some_and(|outcome| outcome.winner.is_some() && outcome.winner == game.to_move());
    wins && played.value < Value::MIN_WIN
}
