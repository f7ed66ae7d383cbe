//! The game that is analysed.

use ikibuguzo_engine::{Action, Game, IllegalAction, Record, ReplayError};

/// A game with the actions of all its complete turns.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    start: Game,
    /// The actions of each complete turn.
    turns: Vec<Vec<Action>>,
}

impl RecordedGame {
    /// A game from its start (after the arrangement, if it has one) and the actions of both seats in order. A last turn that
    /// is not complete is left out.
    ///
    /// # Errors
    ///
    /// Refuses an illegal action.
    pub fn new(
        start: Game,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<RecordedGame, IllegalAction> {
        let mut game = start.clone();
        let mut turns = Vec::new();
        let mut turn = Vec::new();
        for action in actions {
            game.advance(action)?;
            turn.push(action);
            if game.pending().is_none() {
                turns.push(std::mem::take(&mut turn));
            }
        }
        Ok(RecordedGame { start, turns })
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
        Ok(RecordedGame { start: record.begin()?, turns })
    }

    /// The game before its first turn.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The actions of each complete turn. The seats alternate.
    pub fn turns(&self) -> &[Vec<Action>] {
        &self.turns
    }
}
