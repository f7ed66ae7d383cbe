use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ErrorCode, Offer};

use super::rejection::Rejection;

/// Plies after an offer in which the same seat cannot offer again.
const OFFER_COOL_DOWN_PLIES: u32 = 6;

/// Largest number of takebacks in a game. Without a limit two players could play and take back one turn forever, and
/// every load of the game would read all of these turns.
const MAX_TAKEBACKS: u32 = 50;

/// The open offers of a draw and of a takeback, and what limits further ones.
///
/// The `seq` of an offer's event identifies the offer, and an answer names it. A seat has at most one of them open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// Lapses when the other seat acts.
    pub(super) draw: Option<Offer>,
    /// Lapses when either seat acts.
    pub(super) takeback: Option<Offer>,
    /// The ply from which each seat may offer again.
    next_offer_ply: BySeat<u32>,
    takebacks: u32,
}

impl Offers {
    /// Records an offer of a draw or a takeback.
    pub(super) fn record_offer(&mut self, seat: Seat, plies: u32) {
        self.next_offer_ply[seat] = plies + OFFER_COOL_DOWN_PLIES;
    }

    /// Records an action of a seat: offers lapse.
    pub(super) fn record_action(&mut self, acting: Seat) {
        self.takeback = None;
        self.draw = self.draw.filter(|offer| *offer.seat == acting);
    }

    /// Closes both offers.
    pub(super) fn close(&mut self) {
        self.draw = None;
        self.takeback = None;
    }

    /// Records a takeback: earlier offers are closed, and both seats may offer again.
    pub(super) fn record_takeback(&mut self) {
        self.close();
        self.next_offer_ply = BySeat::default();
        self.takebacks += 1;
    }

    /// Rejects a new offer while another one of the seat is open or recent.
    pub(super) fn check_new_offer(&self, seat: Seat, plies: u32) -> Result<(), Rejection> {
        let mut open = [self.draw, self.takeback].into_iter().flatten();
        if open.any(|offer| *offer.seat == seat) || self.next_offer_ply[seat] > plies {
            return Err(Rejection::already_offered());
        }
        Ok(())
    }

    /// Rejects a takeback beyond the limit.
    pub(super) fn check_takeback_limit(&self) -> Result<(), Rejection> {
        if self.takebacks < MAX_TAKEBACKS {
            return Ok(());
        }
        let message = format!("a game has at most {MAX_TAKEBACKS} takebacks");
        Err(Rejection::new(ErrorCode::CannotTakeBack, message))
    }
}

/// The agreement to previews, and the offer of it, which stays open until it is answered or the game ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Previews {
    pub(super) offer: Option<Offer>,
    /// Whether both players have agreed.
    pub(super) are_agreed: bool,
    /// Whether each seat's offer was declined.
    pub(super) declined: BySeat<bool>,
}

impl Previews {
    /// Records that a seat declined.
    pub(super) fn decline(&mut self, by: Seat) {
        self.offer = None;
        self.declined[!by] = true;
    }

    /// Records that both players agreed.
    pub(super) fn agree(&mut self) {
        self.offer = None;
        self.are_agreed = true;
    }
}

/// The offer of a rematch, which stays open until it is answered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RematchOffers {
    pub(super) open: Option<Offer>,
    /// Whether each seat's offer was declined.
    declined: BySeat<bool>,
}

impl RematchOffers {
    /// Records that a seat declined.
    pub(super) fn decline(&mut self, by: Seat) {
        self.open = None;
        self.declined[!by] = true;
    }

    /// Whether a seat may offer, as far as earlier offers allow.
    pub(super) fn can_offer(&self, seat: Seat) -> bool {
        self.open.is_none() && !self.declined[seat]
    }
}

/// Rejects an answer that does not name the open offer, or that comes from the seat that made it.
pub(super) fn check_answer(open: Option<Offer>, seat: Seat, offer: u64) -> Result<(), Rejection> {
    match open.filter(|open| open.offer == offer) {
        None => Err(Rejection::new(ErrorCode::StaleOffer, format!("the offer {offer} is not open"))),
        Some(open) if *open.seat == seat => {
            Err(Rejection::new(ErrorCode::OwnOffer, "the other seat answers your offer"))
        }
        Some(_) => Ok(()),
    }
}
