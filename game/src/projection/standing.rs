use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{OfferKind, State};

use super::open_offers::OpenOffers;
use crate::player::PlayerId;
use crate::room::Room;

/// For whom a game waits. Everybody may know it: a seat that has arranged is public, its array is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    head: u64,
    seats: BySeat<Option<PlayerId>>,
    is_live: bool,
    to_move: Option<Seat>,
    awaited: BySeat<bool>,
    offers: OpenOffers,
}

impl Standing {
    /// The standing of a game at its newest entry.
    pub fn of(room: &Room) -> Self {
        let awaited = BySeat::from_fn(|seat| room.awaited_since(seat).is_some());
        let is_playing = room.state() == State::Playing;
        Self {
            head: room.head(),
            seats: BySeat::from_fn(|seat| room.seats()[seat].as_ref().map(|player| player.id.clone())),
            is_live: is_playing || room.state() == State::Arranging,
            to_move: Seat::ALL.into_iter().find(|seat| is_playing && awaited[*seat]),
            awaited,
            offers: OpenOffers::of(room),
        }
    }

    /// The `seq` of the newest entry.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// The seat to move; none if the game is not being played.
    pub fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.seats[*seat].as_ref() == Some(player))
    }

    /// The offers of the opponent of a seat during the game.
    pub fn offers_to(&self, seat: Seat) -> Vec<OfferKind> {
        let mut offers = self.offers.to_seat(seat);
        offers.retain(|kind| *kind != OfferKind::Rematch);
        offers
    }

    /// Whether the game waits for a player to move or to arrange; none unless the player has a seat in it and it is
    /// being arranged or played.
    pub fn waits_for(&self, player: &PlayerId) -> Option<bool> {
        self.seat_of(player).filter(|_| self.is_live).map(|seat| self.awaited[seat])
    }
}
