//! Which players sit where in the games of a search.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::PlayerName;

use crate::error::StoreError;
use crate::store::Store;

/// Who sits where in the games to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SeatFilter {
    /// Any players.
    #[default]
    Any,
    /// This player in either seat, against this opponent or any.
    Either(PlayerName, Option<PlayerName>),
    /// These players in these seats; at least one is named.
    Seated {
        /// Who sits South.
        south: Option<PlayerName>,
        /// Who sits North.
        north: Option<PlayerName>,
    },
}

/// The players of South and North; none for any player.
pub(crate) type Seating = [Option<PlayerId>; 2];

impl Store {
    /// The seatings that a filter allows; none if it names a player who does not exist.
    pub(crate) async fn find_seatings(&self, seats: &SeatFilter) -> Result<Option<Vec<Seating>>, StoreError> {
        let (one, other) = match seats {
            SeatFilter::Any => return Ok(Some(vec![[None, None]])),
            SeatFilter::Either(player, opponent) => (Some(player), opponent.as_ref()),
            SeatFilter::Seated { south, north } => (south.as_ref(), north.as_ref()),
        };
        let (Some(one), Some(other)) = (self.find_if_named(one).await?, self.find_if_named(other).await?)
        else {
            return Ok(None);
        };
        Ok(Some(match seats {
            SeatFilter::Either(..) => vec![[one.clone(), other.clone()], [other, one]],
            _ => vec![[one, other]],
        }))
    }

    /// The player of a name, if a name is given; none if there is no such player.
    async fn find_if_named(&self, name: Option<&PlayerName>) -> Result<Option<Option<PlayerId>>, StoreError> {
        match name {
            None => Ok(Some(None)),
            Some(name) => Ok(self.find_player(name).await?.map(|player| Some(player.id))),
        }
    }
}

/// The seatings of a viewer's own games among those of a seating.
pub(crate) fn own_seatings<'a>(seating: &'a Seating, viewer: &'a PlayerId) -> Vec<[Option<&'a PlayerId>; 2]> {
    match seating.each_ref().map(Option::as_ref) {
        taken if taken.contains(&Some(viewer)) => vec![taken],
        [None, None] => vec![[Some(viewer), None], [None, Some(viewer)]],
        [None, north] => vec![[Some(viewer), north]],
        [south, None] => vec![[south, Some(viewer)]],
        [Some(_), Some(_)] => Vec::new(),
    }
}
