use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_engine::{Action, Seat};
use ikibuguzo_game::room::Room;

use super::Name;

/// The positions of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GamePositions {
    /// Every position that it has reached: after how many actions first, and what was played there.
    pub first: BTreeMap<Name, (u32, Option<Action>)>,
    /// Every action that it has played in each position.
    pub played: BTreeSet<(Name, Option<Action>)>,
    /// Who won; none for a draw.
    pub winner: Option<Seat>,
}

impl GamePositions {
    /// The positions of a game that is over. One without a result has none to tell of.
    pub fn of(room: &Room) -> Self {
        let Some(outcome) = room.outcome().filter(|outcome| outcome.reason.is_a_result()) else {
            return Self::default();
        };
        let mut positions = Self { winner: outcome.winner.map(|seat| *seat), ..Self::default() };
        let Some(mut game) = room.game_after(0) else { return positions };
        let actions = room.acts().iter().map(|(_, action)| Some(*action)).chain([None]);
        for (ply, action) in (0..).zip(actions) {
            positions.note(Name::of(game.position()), ply, action);
            // A room has played every one of its actions before.
            action.map(|action| game.advance(action));
        }
        positions
    }

    fn note(&mut self, position: Name, ply: u32, action: Option<Action>) {
        self.first.entry(position).or_insert((ply, action));
        self.played.insert((position, action));
    }
}
