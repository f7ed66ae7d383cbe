use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Offer, OfferKind};

use crate::room::Room;

/// The open offers of a game. Everybody may know them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenOffers([Option<(OfferKind, Offer)>; 4]);

impl OpenOffers {
    /// The open offers at the newest entry of a game.
    pub fn of(room: &Room) -> Self {
        let with_kind = |kind, offer: Option<Offer>| offer.map(|offer| (kind, offer));
        Self([
            with_kind(OfferKind::Draw, room.draw_offer()),
            with_kind(OfferKind::Takeback, room.takeback_offer()),
            with_kind(OfferKind::Previews, room.previews_offer()),
            with_kind(OfferKind::Rematch, room.rematch().offer),
        ])
    }

    /// The kinds of those that are not open any more, after further entries were applied to the room.
    pub fn closed_since(self, room: &Room) -> Vec<OfferKind> {
        let still_open = Self::of(room);
        self.kinds(|open| !still_open.0.contains(&Some(open)))
    }

    /// The kinds of those that the opponent of a seat has made.
    pub(super) fn to_seat(self, seat: Seat) -> Vec<OfferKind> {
        self.kinds(|(_, offer)| *offer.seat != seat)
    }

    fn kinds(self, is_included: impl Fn((OfferKind, Offer)) -> bool) -> Vec<OfferKind> {
        self.0.into_iter().flatten().filter(|open| is_included(*open)).map(|(kind, _)| kind).collect()
    }
}
