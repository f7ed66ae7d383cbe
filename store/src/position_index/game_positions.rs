//! The positions of one finished game.

use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_game::room::Room;

use super::position_hash::PositionHash;

/// The positions of a finished game. An action is none at the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamePositions {
    /// Every position that it reached: after how many actions first, and what was played there.
    pub first: BTreeMap<PositionHash, (u32, Option<Action>)>,
    /// Every action that it played in each position.
    pub played: BTreeSet<(PositionHash, Option<Action>)>,
    /// Who won; none for a draw.
    pub winner: Option<Seat>,
}

impl GamePositions {
    /// The positions of a game that is over. A game without a result has none.
    pub fn of(room: &Room) -> Self {
        let Some(outcome) = room.outcome().filter(|outcome| outcome.reason.has_result()) else {
            return Self::default();
        };
        let mut positions = Self { winner: outcome.winner.map(|seat| *seat), ..Self::default() };
        let Some(mut game) = room.game_after(0) else { return positions };
        let actions = room.actions().iter().map(|(_, action)| Some(*action)).chain([None]);
        for (ply, action) in (0..).zip(actions) {
            positions.add(PositionHash::of(game.position()), ply, action);
            // The room has played each of its actions before, so none is illegal.
            action.map(|action| game.advance(action));
        }
        positions
    }

    fn add(&mut self, position: PositionHash, ply: u32, action: Option<Action>) {
        self.first.entry(position).or_insert((ply, action));
        self.played.insert((position, action));
    }
}
