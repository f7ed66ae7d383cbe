//! What lists show of a game: the columns of its row that change.

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ArrayPair, GameResult, Outcome, State, Timestamp};

use crate::game_number::GameNumber;
use crate::rows::{stored_number, stored_time, word};
use crate::statement::{Param, Statement};

/// What lists show of a game and filter on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Open, arranging, playing or finished.
    pub state: State,
    /// Who sits South.
    pub south: Option<PlayerId>,
    /// Who sits North.
    pub north: Option<PlayerId>,
    /// Whether a bot has a seat.
    pub has_bot: bool,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Turns completed by both seats; none before the end.
    pub turns: Option<u32>,
    /// The opening arrays, from the reveal on.
    pub arrays: Option<ArrayPair>,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// Nothing happens in the game by itself before this time; none if nothing ever will.
    pub due_at: Option<Timestamp>,
}

pub(crate) const DUE_AT_COLUMN: &str = "due_at";

/// The name of a column of `game`, and its value.
pub(crate) type Column = (&'static str, Param);

/// A change to what lists show of a game. It has only the columns that changed, since each costs the indexes that it is
/// in.
#[derive(Clone, Debug)]
pub struct ListingUpdate {
    number: GameNumber,
    columns: Vec<Column>,
    /// What must hold for the change to be written; nothing if none.
    condition: Option<SeenGame>,
}

/// What a server that checked a game knew of it.
#[derive(Clone, Copy, Debug)]
struct SeenGame {
    /// The `due_at` of its row.
    due_at: Timestamp,
    /// Its newest entry.
    head: u64,
}

impl Listing {
    /// What lists show of a room at a time.
    pub fn of(room: &Room, now: Timestamp) -> Self {
        let id = |player: &Option<Player>| player.as_ref().map(|player| player.id.clone());
        Self {
            state: room.state(),
            south: id(&room.seats().south),
            north: id(&room.seats().north),
            has_bot: room.bots().next().is_some(),
            outcome: room.outcome(),
            turns: room.outcome().map(|_| room.turns()),
            arrays: room.arrays().map(ArrayPair::from),
            ended_at: room.ended_at(),
            due_at: room.next_check_at(now),
        }
    }

    /// All its columns.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let id = |player: &Option<PlayerId>| player.as_ref().map(|id| id.as_str().to_owned()).into();
        let winner = self.outcome.and_then(|outcome| outcome.winner);
        vec![
            ("state", word(self.state).into()),
            ("south", id(&self.south)),
            ("north", id(&self.north)),
            ("has_bot", i64::from(self.has_bot).into()),
            ("winner", winner.map(|seat| seat.to_string()).into()),
            ("reason", self.outcome.map(|outcome| outcome.reason.as_str().to_owned()).into()),
            ("result", self.outcome.map(|outcome| GameResult::of(outcome).as_str().to_owned()).into()),
            ("turns", self.turns.map(i64::from).into()),
            ("arrays", self.arrays.map(|arrays| arrays.to_string()).into()),
            ("ended_at", self.ended_at.map(stored_time).into()),
            due_column(self.due_at),
        ]
    }

    /// Whether the row of `before` needs no change. A stored `due_at` stays valid if the new one is later or none: the
    /// game is then only checked once too early.
    fn is_covered_by(&self, before: &Self) -> bool {
        let Self { state, south, north, has_bot, outcome, turns, arrays, ended_at, due_at } = before;
        self.due_at.is_none_or(|later| due_at.is_some_and(|due| due <= later))
            && (self.state, self.turns, self.ended_at) == (*state, *turns, *ended_at)
            && (self.outcome, self.arrays) == (*outcome, *arrays)
            && (&self.south, &self.north, self.has_bot) == (south, north, *has_bot)
    }
}

fn due_column(due_at: Option<Timestamp>) -> Column {
    (DUE_AT_COLUMN, due_at.map(stored_time).into())
}

impl ListingUpdate {
    /// Stores when to check again whether something happened in a game by itself; none if nothing ever will.
    pub fn due(number: GameNumber, due_at: Option<Timestamp>) -> Self {
        Self { number, columns: vec![due_column(due_at)], condition: None }
    }

    /// Like [`due`](Self::due), after a check for which the row had the time `seen`, by a server that knew the entries up
    /// to `head`. Nothing is written if the row has another time now, or the log a newer entry: other servers know more
    /// of the game.
    pub fn next_due(number: GameNumber, seen: Timestamp, head: u64, due_at: Option<Timestamp>) -> Self {
        let condition = Some(SeenGame { due_at: seen, head });
        Self { condition, ..Self::due(number, due_at) }
    }

    /// What changed between two moments of a game; none if its row needs no change.
    pub fn between(number: GameNumber, before: &Listing, after: &Listing) -> Option<Self> {
        if after.is_covered_by(before) {
            return None;
        }
        let columns = after.columns().into_iter().zip(before.columns());
        // At the end `due_at` is always written: the stored one may be earlier than that of `before`.
        let has_changed =
            |(is, was): &(Column, Column)| is != was || (after.outcome.is_some() && is.0 == DUE_AT_COLUMN);
        let columns = columns.filter(has_changed).map(|(is, _)| is).collect();
        Some(Self { number, columns, condition: None })
    }

    /// The game whose row changes.
    pub(crate) fn number(&self) -> GameNumber {
        self.number
    }

    /// The statement that changes the row.
    pub(crate) fn statement(&self) -> Statement {
        let mut statement = Statement::new("update game set ");
        for (index, (name, value)) in self.columns.iter().enumerate() {
            statement.push(if index > 0 { ", " } else { "" });
            statement.push(name);
            statement.push(" = ");
            statement.bind(value.clone());
        }
        statement.push(" where game_id = ");
        statement.bind(self.number.to_stored().into());
        if let Some(seen) = self.condition {
            statement.push(" and due_at = ");
            statement.bind(stored_time(seen.due_at).into());
            statement.push(" and not exists (select 1 from event where game_id = ");
            statement.bind(self.number.to_stored().into());
            statement.push(" and seq > ");
            statement.bind(stored_number(seen.head).into());
            statement.push(")");
        }
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
            has_bot: false,
            outcome: None,
            turns: None,
            arrays: None,
            ended_at: None,
            due_at: Some(Timestamp::from_millis(1_000)),
        }
    }

    #[test]
    fn only_changed_columns_are_written() {
        let before = listing();
        let after = Listing {
            state: State::Finished,
            ended_at: Some(Timestamp::from_millis(7)),
            due_at: None,
            ..listing()
        };
        let game = GameNumber::new(Timestamp::from_millis(1), 7);
        let statement = ListingUpdate::between(game, &before, &after).expect("a change").statement();
        let (sql, params) = statement.parts();
        assert_eq!(sql, "update game set state = $1, ended_at = $2, due_at = $3 where game_id = $4");
        let written: [Param; 4] = ["finished".into(), 7.into(), Param::Number(None), game.to_stored().into()];
        assert_eq!(params, written);
    }

    #[test]
    fn the_end_of_a_game_clears_its_due_time() {
        let before = Listing { due_at: None, ..listing() };
        let outcome = Some(Outcome { winner: None, reason: EndReason::Agreement });
        let after = Listing { outcome, due_at: None, ..listing() };
        let game = GameNumber::new(Timestamp::from_millis(1), 7);
        let statement = ListingUpdate::between(game, &before, &after).expect("a change").statement();
        assert_eq!(
            statement.parts().0,
            "update game set reason = $1, result = $2, due_at = $3 where game_id = $4"
        );
    }

    #[test]
    fn a_due_time_is_written_only_if_it_is_earlier() {
        let before = listing();
        let after = Listing { due_at: Some(Timestamp::from_millis(2_000)), ..listing() };
        let game = GameNumber::new(Timestamp::from_millis(1), 7);
        assert!(ListingUpdate::between(game, &before, &after).is_none());
        let never = Listing { due_at: None, ..listing() };
        assert!(ListingUpdate::between(game, &before, &never).is_none());
        assert!(ListingUpdate::between(game, &never, &before).is_some());
        let nearer = ListingUpdate::between(game, &after, &before).expect("a change").statement();
        assert_eq!(nearer.parts().0, "update game set due_at = $1 where game_id = $2");
    }
}
