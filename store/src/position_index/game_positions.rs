//! The positions of one finished game.

use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_engine::{Action, Game, Seat};
use ikibuguzo_game::room::Room;

use super::position_hash::PositionHash;

/// Number of actions of a game whose positions are indexed. Two players can make a game as long as they like; its
/// positions are stored in one transaction, for which moves wait.
const MAX_INDEXED_ACTIONS: usize = 3_000;

/// The positions of a finished game, up to the 3,000th action. An action is none at the end of the game.
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
        if let Some(game) = room.revealed() {
            let actions = room.actions().iter().map(|(_, action)| Some(*action)).chain([None]);
            positions.add_reached(game.initial().clone(), actions.take(MAX_INDEXED_ACTIONS));
        }
        positions
    }

    /// Adds the positions in which these actions were played. The game has been played before, so none is illegal.
    fn add_reached(&mut self, mut game: Game, actions: impl Iterator<Item = Option<Action>>) {
        for (ply, action) in (0..).zip(actions) {
            self.add(PositionHash::of(game.position()), ply, action);
            action.map(|action| game.advance(action));
        }
    }

    fn add(&mut self, position: PositionHash, ply: u32, action: Option<Action>) {
        self.first.entry(position).or_insert((ply, action));
        self.played.insert((position, action));
    }
}
