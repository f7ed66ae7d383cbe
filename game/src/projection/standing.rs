use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{Offer, OfferKind, State};

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
    draw_offer: Option<Offer>,
    takeback_offer: Option<Offer>,
    previews_offer: Option<Offer>,
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
            draw_offer: room.draw_offer(),
            takeback_offer: room.takeback_offer(),
            previews_offer: room.previews_offer(),
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

    /// What the opponent of a seat offers during the game.
    pub fn offers_to(&self, seat: Seat) -> Vec<OfferKind> {
        let offers = [
            (self.draw_offer, OfferKind::Draw),
            (self.takeback_offer, OfferKind::Takeback),
            (self.previews_offer, OfferKind::Previews),
        ];
        let is_to_seat = |offer: Option<Offer>| offer.is_some_and(|offer| *offer.seat != seat);
        offers.into_iter().filter(|(offer, _)| is_to_seat(*offer)).map(|(_, kind)| kind).collect()
    }

    /// Whether the game waits for a player to move or to arrange; none unless the player has a seat in it and it is
    /// being arranged or played.
    pub fn waits_for(&self, player: &PlayerId) -> Option<bool> {
        self.seat_of(player).filter(|_| self.is_live).map(|seat| self.awaited[seat])
    }
}
