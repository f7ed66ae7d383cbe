//! The game that is analysed.

use ikibuguzo_engine::{Action, Game, IllegalAction, Record, RecordResult, ReplayError, Seat};

/// A game with all its actions.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    start: Game,
    /// The actions of each complete turn.
    turns: Vec<Vec<Action>>,
    result: RecordResult,
}

impl RecordedGame {
    /// A game from its start (after the arrangement, if it has one), the actions of both seats in order, and its result. If
    /// the rules ended the game, their result counts. A last turn that is not complete is left out.
    ///
    /// # Errors
    ///
    /// Refuses an illegal action.
    pub fn new(
        start: Game,
        actions: impl IntoIterator<Item = Action>,
        result: RecordResult,
    ) -> Result<RecordedGame, IllegalAction> {
        let (mut game, mut turns, mut turn) = (start.clone(), Vec::new(), Vec::new());
        for action in actions {
            game.advance(action)?;
            turn.push(action);
            if game.pending().is_none() {
                turns.push(std::mem::take(&mut turn));
            }
        }
        let result = game.outcome().map_or(result, RecordResult::of);
        Ok(RecordedGame { start, turns, result })
    }

    /// The game of a record. A last turn that is not complete is left out.
    ///
    /// # Errors
    ///
    /// Returns the tag, turn or result that is wrong, with the reason.
    pub fn from_record(record: &Record) -> Result<RecordedGame, ReplayError> {
        let end = record.replay()?;
        let mut turns: Vec<_> = record.turns.iter().map(|turn| turn.actions.clone()).collect();
        if end.pending().is_some() {
            turns.pop();
        }
        Ok(RecordedGame { start: record.begin()?, turns, result: record.result })
    }

    /// The game before its first turn.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The actions of each complete turn. The seats alternate.
    pub fn turns(&self) -> &[Vec<Action>] {
        &self.turns
    }

    /// The value of the game after its last turn: 1 if this seat won, 0 if it lost, one half for a draw; `None` without a
    /// result.
    pub fn final_value(&self, seat: Seat) -> Option<f64> {
        match self.result {
            RecordResult::Won(winner) => Some(if winner == seat { 1.0 } else { 0.0 }),
            RecordResult::Draw => Some(0.5),
            RecordResult::Open => None,
        }
    }
}
