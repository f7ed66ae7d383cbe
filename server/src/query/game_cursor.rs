//! The cursor of a list of games, as text.

use std::fmt::{self, Display};
use std::str::FromStr;

use ikibuguzo_protocol::{ErrorCode, Notation, TextFormat};
use ikibuguzo_store::{Cursor, Search};
use sha2::{Digest, Sha256};

use crate::error::Error;

/// A place in a list of games, bound to the search and the order of that list: `TIME.GAME.FINGERPRINT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameCursor {
    place: Cursor,
    fingerprint: u32,
}

impl GameCursor {
    /// The cursor of a place in a search.
    pub(crate) fn new(place: Cursor, search: &Search) -> Self {
        Self { place, fingerprint: fingerprint(search) }
    }

    /// The place in a search.
    ///
    /// # Errors
    ///
    /// `wrong_cursor` if the cursor belongs to another search.
    pub(crate) fn place_in(self, search: &Search) -> Result<Cursor, Error> {
        if self.fingerprint == fingerprint(search) {
            return Ok(self.place);
        }
        let message = "the cursor belongs to another search or another order: begin this one without";
        Err(Error::new(ErrorCode::WrongCursor, message))
    }
}

/// The same for every viewer of a search, and different for every other search.
fn fingerprint(search: &Search) -> u32 {
    let search = Search { viewer: None, ..search.clone() };
    let hash = Sha256::digest(format!("{search:?}"));
    hash.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

impl Display for GameCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{:08x}", self.place.at, self.place.id, self.fingerprint)
    }
}

impl FromStr for GameCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = "a cursor is what an earlier answer gave as `next`";
        let mut parts = text.splitn(3, '.');
        let mut part = || parts.next().ok_or(bad);
        let (at, id, fingerprint) = (part()?, part()?, part()?);
        let at = at.parse().map_err(|_| bad)?;
        let place = Cursor { at, id: id.parse().map_err(|_| bad)? };
        Ok(Self { place, fingerprint: u32::from_str_radix(fingerprint, 16).map_err(|_| bad)? })
    }
}

impl Notation for GameCursor {
    const NAME: &'static str = "Cursor";
    const DESCRIPTION: &'static str = "A place in a search, as an earlier answer gave it.";

    fn text_format() -> TextFormat {
        TextFormat::Pattern(r"^[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}\.[0-9a-f]{8}$")
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{GameId, GameResult};

    use super::*;

    fn search(result: Option<GameResult>) -> Search {
        Search { result, ..Search::default() }
    }

    fn cursor(search: &Search) -> GameCursor {
        GameCursor::new(
            Cursor { at: Timestamp::from_millis(7), id: GameId::from_random([1; GameId::LENGTH]) },
            search,
        )
    }

    #[test]
    fn a_cursor_is_read_from_its_own_text() {
        let cursor = cursor(&search(None));
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", "7", "7.x.0", "7.000000000000", "seven.000000000000.00000000"] {
            assert!(text.parse::<GameCursor>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_cursor_is_a_place_in_its_own_search_only() {
        let (all, draws) = (search(None), search(Some(GameResult::Draw)));
        let cursor = cursor(&draws);
        assert_eq!(cursor.place_in(&draws).expect("its own search").at, Timestamp::from_millis(7));
        let refused = cursor.place_in(&all).expect_err("another search").into_rejection();
        assert_eq!(refused.code, ErrorCode::WrongCursor);
    }
}
