//! Offers between the seats: a draw, a takeback, a rematch. An offer has the `seq` of its event as its name, an answer
//! names it, and a seat has at most one open.

use ikibuguzo_engine::{Action, BySeat, Game, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{EndReason, ErrorCode, GameId, Offer, Outcome, Text};

use super::decide::{begin_facts, many, new};
use super::{Answer, GameOptions, NewRematch, Rejection, Room};
use crate::fact::Fact;

/// For so many plies after an offer the same seat offers nothing more.
const COOL_DOWN: u32 = 6;

/// Turns that are taken back in a game at the most: nothing else would ever end a game in which two play one turn again
/// and again, and everybody who follows it must read all of that back.
const MOST_TAKEN_BACK: u32 = 50;

/// The offers of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Offers {
    /// Lapses when the other seat acts.
    pub(super) draw: Option<Offer>,
    /// Lapses when anybody acts.
    pub(super) takeback: Option<Offer>,
    /// Stands until it is answered.
    pub(super) rematch: Option<Offer>,
    again_at: BySeat<u32>,
    /// Whose offer of a rematch was declined.
    turned_down: BySeat<bool>,
    /// How often something was taken back.
    taken_back: u32,
}

impl Offers {
    /// Takes note of an offer in the middle of a game.
    pub(super) fn note(&mut self, seat: Seat, plies: u32) {
        self.again_at[seat] = plies + COOL_DOWN;
    }

    /// Takes note of an action.
    pub(super) fn pass_over(&mut self, acting: Seat) {
        self.takeback = None;
        self.draw = self.draw.filter(|offer| *offer.seat == acting);
    }

    /// Takes note of what was declined by a seat.
    pub(super) fn turn_down_rematch(&mut self, by: Seat) {
        self.rematch = None;
        self.turned_down[!by] = true;
    }

    /// Nothing of the game itself is offered any more.
    pub(super) fn close(&mut self) {
        (self.draw, self.takeback) = (None, None);
    }

    /// Takes note of a takeback: what was offered before it has gone with it, and both seats may offer again.
    pub(super) fn take_back(&mut self) {
        self.close();
        self.again_at = BySeat::default();
        self.taken_back += 1;
    }

    fn may_offer(&self, seat: Seat, plies: u32) -> Result<(), Rejection> {
        let mut open = [self.draw, self.takeback].into_iter().flatten();
        if open.any(|offer| *offer.seat == seat) || self.again_at[seat] > plies {
            return Err(already_offered());
        }
        Ok(())
    }
}

impl Room {
    pub(super) fn decide_offer_draw(&self, seat: Seat) -> Result<Answer, Rejection> {
        let game = self.being_played()?;
        if self.offers.draw.is_some_and(|offer| *offer.seat != seat) {
            // Both want it: an offer against an offer is an agreement.
            return agreed();
        }
        self.offers.may_offer(seat, game.plies())?;
        new(Fact::DrawOffered { seat: Text(seat) })
    }

    pub(super) fn answer_draw(&self, seat: Seat, offer: u64, accept: bool) -> Result<Answer, Rejection> {
        self.being_played()?;
        check_answer(self.offers.draw, seat, offer)?;
        if accept { agreed() } else { new(Fact::DrawDeclined { seat: Text(seat), offer }) }
    }

    pub(super) fn decide_offer_takeback(&self, seat: Seat) -> Result<Answer, Rejection> {
        let game = self.being_played()?;
        if self.offers.takeback.is_some_and(|offer| *offer.seat != seat) {
            let message = "answer the takeback that your opponent asks for first";
            return Err(Rejection::new(ErrorCode::AlreadyOffered, message));
        }
        if self.offers.taken_back >= MOST_TAKEN_BACK {
            let message = format!("a game takes back at most {MOST_TAKEN_BACK} turns");
            return Err(Rejection::new(ErrorCode::CannotTakeBack, message));
        }
        self.offers.may_offer(seat, game.plies())?;
        self.plies_before_the_last_turn_of(seat)?;
        new(Fact::TakebackOffered { seat: Text(seat) })
    }

    pub(super) fn answer_takeback(&self, seat: Seat, offer: u64, accept: bool) -> Result<Answer, Rejection> {
        self.being_played()?;
        check_answer(self.offers.takeback, seat, offer)?;
        if !accept {
            return new(Fact::TakebackDeclined { seat: Text(seat), offer });
        }
        new(Fact::TakenBack { offer, plies: self.plies_before_the_last_turn_of(!seat)? })
    }

    pub(super) fn offer_rematch(&self, id: GameId, seat: Seat, next: GameId) -> Result<Answer, Rejection> {
        self.over()?;
        match self.offers.rematch {
            Some(offer) if *offer.seat != seat => self.begin_rematch(id, next),
            None if !self.offers.turned_down[seat] && self.next.is_none() => {
                new(Fact::RematchOffered { seat: Text(seat) })
            }
            _ => Err(already_offered()),
        }
    }

    pub(super) fn answer_rematch(
        &self,
        id: GameId,
        seat: Seat,
        offer: u64,
        accept: Option<GameId>,
    ) -> Result<Answer, Rejection> {
        self.over()?;
        check_answer(self.offers.rematch, seat, offer)?;
        match accept {
            Some(next) => self.begin_rematch(id, next),
            None => new(Fact::RematchDeclined { seat: Text(seat), offer }),
        }
    }

    fn begin_rematch(&self, id: GameId, next: GameId) -> Result<Answer, Rejection> {
        let sitting =
            Seat::ALL.into_iter().filter_map(|seat| Some((seat, self.seats[!seat].clone()?))).collect();
        let terms = GameOptions { rules_version: Ruleset::VERSION, ..self.terms };
        let facts = begin_facts(terms, Some(id), sitting);
        Ok(Answer::New {
            facts: vec![Fact::Rematched { rematch: next }],
            rematch: Some(NewRematch { id: next, facts }),
        })
    }

    fn over(&self) -> Result<(), Rejection> {
        if self.outcome.is_some() {
            return Ok(());
        }
        Err(Rejection::new(ErrorCode::GameNotOver, "a rematch can be offered when the game is over"))
    }

    /// How many actions were played before the last turn of a seat, if that turn can be taken back.
    fn plies_before_the_last_turn_of(&self, seat: Seat) -> Result<u32, Rejection> {
        let cannot = |why: &str| Rejection::new(ErrorCode::CannotTakeBack, why);
        let last = self.acts.iter().rposition(|(who, _)| *who == seat);
        let last = last.ok_or_else(|| cannot("you have not made a turn yet"))?;
        let before = self.acts[..last].iter().rposition(|(who, _)| *who != seat).map_or(0, |other| other + 1);
        if self.touches_a_store(before) {
            return Err(cannot("what a concealed store has told cannot be taken back"));
        }
        u32::try_from(before).map_err(|_| cannot("the game is too long"))
    }

    /// Whether a store has changed since so many actions had been played.
    fn touches_a_store(&self, plies: usize) -> bool {
        let Some(mut game) = self.replayed(&self.acts[..plies]) else { return true };
        let stores = |game: &Game| game.seen_by(Viewer::Afterwards).stores;
        self.acts[plies..].iter().any(|(_, action)| {
            let before = stores(&game);
            game.advance(*action).is_err() || stores(&game) != before
        })
    }

    /// The game after these actions, from its first position.
    pub(super) fn replayed(&self, acts: &[(Seat, Action)]) -> Option<Game> {
        let mut game = self.first.clone()?;
        acts.iter().try_for_each(|(_, action)| game.advance(*action)).ok()?;
        Some(game)
    }
}

fn check_answer(standing: Option<Offer>, seat: Seat, offer: u64) -> Result<(), Rejection> {
    match standing.filter(|standing| standing.offer == offer) {
        None => Err(Rejection::new(ErrorCode::StaleOffer, format!("no such offer {offer} stands"))),
        Some(standing) if *standing.seat == seat => {
            Err(Rejection::new(ErrorCode::OwnOffer, "the other seat answers your offer"))
        }
        Some(_) => Ok(()),
    }
}

fn agreed() -> Result<Answer, Rejection> {
    many([Some(Fact::Ended(Outcome { winner: None, reason: EndReason::Agreement })), None, None])
}

fn already_offered() -> Rejection {
    Rejection::new(
        ErrorCode::AlreadyOffered,
        "you have offered something already: wait for the answer, or for some more actions",
    )
}
