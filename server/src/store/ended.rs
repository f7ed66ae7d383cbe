//! Finished games in the order of their ends.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::{GameId, GameSummary};

use super::{Filter, Store, StoreError, rows};

/// Which finished games, in the order of their ends. New ones come at the end, so a list goes on where it was left.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What else they have to be. Its `state`, its `after` and its `limit` say nothing here.
    pub filter: Filter,
    /// Games by invitation too, whoever asks: for whoever runs the server.
    pub by_invitation: bool,
    /// Only those that come after this one.
    pub after: Option<Ending>,
    /// Only those that had ended before: milliseconds since 1970-01-01 UTC.
    pub until: u64,
}

/// The end of a game, as a place in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// When it was: milliseconds since 1970-01-01 UTC.
    pub at: u64,
    /// The game.
    pub id: GameId,
}

impl Store {
    /// Some finished games, the first to end first.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn ended(&self, ended: &Ended, limit: u32) -> Result<Vec<GameSummary>, StoreError> {
        self.summaries(rows::ended_query(ended, limit)).await
    }
}

impl Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at, self.id)
    }
}

impl FromStr for Ending {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let place = text.split_once('.').and_then(|(at, id)| Some((at.parse().ok()?, id.parse().ok()?)));
        let (at, id) = place.ok_or("`after` is the cursor that a line or a record of an export carries")?;
        Ok(Self { at, id })
    }
}
