use ikibuguzo_engine::{Arrangement, Array, BySeat, Seat};
use ikibuguzo_protocol::{Commitment, DeclineReason, GameId, Outcome, Timestamp};

use super::offers::RematchOffers;
use super::playing::Playing;
use crate::player::Player;

/// The phase of a game, with what belongs to it.
#[derive(Clone, Copy, Debug)]
pub enum Phase<'a> {
    /// A seat is free.
    Seating(&'a Seating),
    /// The players choose their opening arrays, hidden from each other.
    Arranging(&'a Arranging),
    /// The game is being played.
    Playing(&'a Playing),
    /// The game is over.
    Finished(&'a Finished),
}

/// The last phase of a game before its end. It stays when the game ends: a game can end in each of them.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    Seating(Seating),
    Arranging(Arranging),
    Playing(Box<Playing>),
}

/// A game in which a seat is free.
#[derive(Clone, Debug, Default)]
pub struct Seating {
    /// The player for whom the free seat is kept.
    pub(super) invited: Option<Player>,
    /// When the invitation ends, if its maker has chosen that.
    pub(super) open_until: Option<Timestamp>,
    /// The reason of the invited player for declining.
    pub(super) declined: Option<DeclineReason>,
}

/// A game whose players choose their opening arrays.
#[derive(Clone, Debug)]
pub struct Arranging {
    pub(super) arrangement: Arrangement,
    pub(super) commitments: BySeat<Option<Commitment>>,
    /// When the second player sat down.
    pub(super) since: Timestamp,
    /// The time limit, in games with a clock.
    pub(super) until: Option<Timestamp>,
}

impl Arranging {
    /// The arrays that the seats may choose, and those that they have chosen.
    pub(crate) fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }

    /// The commitment to the array of a seat, with its salt; none if the seat has not arranged.
    pub(crate) fn commitment(&self, seat: Seat) -> Option<&Commitment> {
        self.commitments[seat].as_ref()
    }

    /// The arrays, once both seats have chosen.
    pub(super) fn revealed(&self) -> Option<RevealedArrays> {
        let chosen = BySeat::from_fn(|seat| self.arrangement.chosen(seat));
        let arrays = BySeat::new(chosen.south?, chosen.north?);
        Some(RevealedArrays { arrays, commitments: self.commitments.clone() })
    }
}

/// The opening arrays of both seats, which everybody may see.
#[derive(Clone, Debug)]
pub(crate) struct RevealedArrays {
    /// The arrays.
    pub arrays: BySeat<Array>,
    /// The commitments to them, with their salts; none in logs from before there were commitments.
    pub commitments: BySeat<Option<Commitment>>,
}

/// The end of a game, and what follows it.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    pub(super) outcome: Outcome,
    pub(super) ended_at: Timestamp,
    pub(super) rematch_offers: RematchOffers,
    pub(super) rematch_game: Option<GameId>,
}

impl Finished {
    pub(super) fn new(outcome: Outcome, ended_at: Timestamp) -> Self {
        Self { outcome, ended_at, rematch_offers: RematchOffers::default(), rematch_game: None }
    }

    pub(super) fn begin_rematch(&mut self, game: GameId) {
        self.rematch_offers.open = None;
        self.rematch_game = Some(game);
    }
}
