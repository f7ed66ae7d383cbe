use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ErrorCode, Offer};

use super::rejection::Rejection;

/// Plies after an offer in which the same seat cannot offer again.
const OFFER_COOL_DOWN_PLIES: u32 = 6;

/// Largest number of takebacks in a game. Without a limit two players could play and take back one turn forever, and
/// every load of the game would read all of these turns.
const MAX_TAKEBACKS: u32 = 50;

/// The open offers of a game, and what limits further offers.
///
/// The `seq` of an offer's event identifies the offer, and an answer names it. A seat has at most one open offer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// Lapses when the other seat acts.
    pub(super) draw: Option<Offer>,
    /// Lapses when either seat acts.
    pub(super) takeback: Option<Offer>,
    /// Stays open until it is answered, or the game ends.
    pub(super) previews: Option<Offer>,
    /// Whether both players have agreed to previews.
    pub(super) previews_agreed: bool,
    /// Whether each seat's offer of previews was declined.
    pub(super) previews_declined: BySeat<bool>,
    /// Stays open until it is answered.
    pub(super) rematch: Option<Offer>,
    /// The ply from which each seat may offer again.
    next_offer_ply: BySeat<u32>,
    /// Whether each seat's rematch offer was declined.
    rematch_declined: BySeat<bool>,
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

    /// Records that a seat declined the rematch.
    pub(super) fn decline_rematch(&mut self, by: Seat) {
        self.rematch = None;
        self.rematch_declined[!by] = true;
    }

    /// Records that a seat declined previews.
    pub(super) fn decline_previews(&mut self, by: Seat) {
        self.previews = None;
        self.previews_declined[!by] = true;
    }

    /// Records that both players agreed to previews.
    pub(super) fn agree_to_previews(&mut self) {
        (self.previews, self.previews_agreed) = (None, true);
    }

    /// Closes the offers that concern a game in progress.
    pub(super) fn close(&mut self) {
        (self.draw, self.takeback, self.previews) = (None, None, None);
    }

    /// Records a takeback: earlier offers of a draw and a takeback are closed, and both seats may offer again.
    pub(super) fn record_takeback(&mut self) {
        (self.draw, self.takeback) = (None, None);
        self.next_offer_ply = BySeat::default();
        self.takebacks += 1;
    }

    /// Whether a seat may offer a rematch, as far as earlier offers allow.
    pub(super) fn can_offer_rematch(&self, seat: Seat) -> bool {
        self.rematch.is_none() && !self.rematch_declined[seat]
    }

    /// Rejects a new offer of a draw or a takeback while another one of the seat is open or recent.
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
        let message = format!("a game takes back at most {MAX_TAKEBACKS} turns");
        Err(Rejection::new(ErrorCode::CannotTakeBack, message))
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
