//! What lists show of a game, in columns of its row.

use ikibuguzo_engine::Game;
use ikibuguzo_protocol::{Arrays, GameResult, Outcome, State};

use super::game_number::GameNumber;
use super::rows::{millis, word};
use super::statement::{Param, Statement};
use ikibuguzo_game::finished_game::arrays;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::Room;

/// What lists show of a game and filter on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// How far it is.
    pub state: State,
    /// Who sits South.
    pub south: Option<PlayerId>,
    /// Who sits North.
    pub north: Option<PlayerId>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Turns completed, once it is over.
    pub turns: Option<u32>,
    /// The opening arrays, once both seats have arranged.
    pub arrays: Option<Arrays>,
    /// When it ended, in milliseconds since 1970-01-01 UTC.
    pub ended_at: Option<u64>,
    /// Before this moment nothing can happen by itself; in milliseconds since 1970-01-01 UTC.
    pub due_at: Option<u64>,
}

const DUE: &str = "due_at";

/// A column of a game's row, and what is in it.
pub(super) type Column = (&'static str, Param);

/// What lists show of a game from now on: only what has changed, since every column costs the indexes that it is in.
#[derive(Clone, Debug)]
pub struct ListingUpdate {
    game: GameNumber,
    columns: Vec<Column>,
}

impl Listing {
    /// What lists show of a room.
    pub fn of(room: &Room, now: u64) -> Self {
        let id = |player: &Option<Player>| player.as_ref().map(|player| player.id.clone());
        Self {
            state: room.state(),
            south: id(&room.seats().south),
            north: id(&room.seats().north),
            outcome: room.outcome(),
            turns: room.outcome().map(|_| room.game().map_or(0, Game::turns)),
            arrays: room.arrays().map(arrays),
            ended_at: room.ended_at(),
            due_at: room.safe_until(now),
        }
    }

    pub(super) fn columns(&self) -> Vec<Column> {
        let id = |player: &Option<PlayerId>| player.as_ref().map(|id| id.as_str().to_owned()).into();
        let winner = self.outcome.and_then(|outcome| outcome.winner);
        vec![
            ("state", word(self.state).into()),
            ("south", id(&self.south)),
            ("north", id(&self.north)),
            ("winner", winner.map(|seat| seat.to_string()).into()),
            ("reason", self.outcome.map(|outcome| outcome.reason.as_str().to_owned()).into()),
            ("result", self.outcome.map(|outcome| GameResult::of(outcome).as_str().to_owned()).into()),
            ("turns", self.turns.map(i64::from).into()),
            ("arrays", self.arrays.map(|arrays| arrays.to_string()).into()),
            ("ended_at", self.ended_at.map(millis).into()),
            self.due(),
        ]
    }

    fn due(&self) -> Column {
        (DUE, self.due_at.map(millis).into())
    }

    /// Whether lists show the same of what was before. A moment before which nothing can happen holds good after it has
    /// grown, or when nothing can happen any more.
    fn shows_the_same_as(&self, before: &Self) -> bool {
        let Self { state, south, north, outcome, turns, arrays, ended_at, due_at } = before;
        self.due_at.is_none_or(|later| due_at.is_some_and(|due| due <= later))
            && (self.state, self.turns, self.ended_at) == (*state, *turns, *ended_at)
            && (self.outcome, self.arrays) == (*outcome, *arrays)
            && (&self.south, &self.north) == (south, north)
    }
}

impl ListingUpdate {
    /// When to look next whether something has happened in a game by itself.
    pub fn due(game: GameNumber, listing: &Listing) -> Self {
        Self { game, columns: vec![listing.due()] }
    }

    /// What has changed between two moments of a game; none where lists show the same of both.
    pub fn between(game: GameNumber, before: &Listing, after: &Listing) -> Option<Self> {
        if after.shows_the_same_as(before) {
            return None;
        }
        let columns = after.columns().into_iter().zip(before.columns());
        // What stands in the row may be nearer than what was before.
        let is_new = |(is, was): &(Column, Column)| is != was || (after.outcome.is_some() && is.0 == DUE);
        Some(Self { game, columns: columns.filter(is_new).map(|(is, _)| is).collect() })
    }

    pub(super) fn statement(&self) -> Statement {
        let mut statement = Statement::new("update game set ");
        for (place, (name, value)) in self.columns.iter().enumerate() {
            statement.push(if place > 0 { ", " } else { "" });
            statement.push(name);
            statement.push(" = ");
            statement.bind(value.clone());
        }
        statement.push(" where game_id = ");
        statement.bind(self.game.to_stored().into());
        statement
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::EndReason;

    use super::*;

    fn listing() -> Listing {
        Listing {
            state: State::Playing,
            south: None,
            north: None,
            outcome: None,
            turns: None,
            arrays: None,
            ended_at: None,
            due_at: Some(1_000),
        }
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let before = listing();
        let after = Listing { state: State::Finished, ended_at: Some(7), due_at: None, ..listing() };
        let game = GameNumber::new(1, 7);
        let statement = ListingUpdate::between(game, &before, &after).expect("a change").statement();
        let (sql, params) = statement.parts();
        assert_eq!(sql, "update game set state = $1, ended_at = $2, due_at = $3 where game_id = $4");
        let written: [Param; 4] = ["finished".into(), 7.into(), Param::Number(None), game.to_stored().into()];
        assert_eq!(params, written);
    }

    #[test]
    fn nothing_is_due_any_more_in_a_game_that_is_over() {
        let before = Listing { due_at: None, ..listing() };
        let outcome = Some(Outcome { winner: None, reason: EndReason::Agreement });
        let after = Listing { outcome, due_at: None, ..listing() };
        let game = GameNumber::new(1, 7);
        let statement = ListingUpdate::between(game, &before, &after).expect("a change").statement();
        assert_eq!(
            statement.parts().0,
            "update game set reason = $1, result = $2, due_at = $3 where game_id = $4"
        );
    }

    #[test]
    fn a_moment_is_written_only_where_it_comes_nearer() {
        let (before, after) = (listing(), Listing { due_at: Some(2_000), ..listing() });
        let game = GameNumber::new(1, 7);
        assert!(ListingUpdate::between(game, &before, &after).is_none());
        let never = Listing { due_at: None, ..listing() };
        assert!(ListingUpdate::between(game, &before, &never).is_none());
        assert!(ListingUpdate::between(game, &never, &before).is_some());
        let nearer = ListingUpdate::between(game, &after, &before).expect("a change").statement();
        assert_eq!(nearer.parts().0, "update game set due_at = $1 where game_id = $2");
    }
}
