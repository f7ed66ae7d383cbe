//! A game: a position and the past that repetition asks about.

use crate::history::{History, Past};
use crate::lap::Trace;
use crate::{Action, Actions, IllegalAction, Lap, Outcome, Pending, Position, Ruleset, Seat, Seen, Viewer};

/// A game under way or over.
///
/// It plays like its [`Position`] and ends drawn besides when the same position stands at the start of a turn for
/// the third time. A position is the same when all holes, the seat to move, and whatever of the opening still binds
/// either seat agree; they are compared, not only their hashes.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    history: History,
    plies: u32,
}

impl Game {
    /// A game that starts from `position`, which is its first occurrence.
    pub fn new(position: Position) -> Game {
        let mut history = History::default();
        if position.outcome().is_none() && position.pending().is_none() {
            history.record(position.identity());
        }
        Game { position, history, plies: 0 }
    }

    /// The position that stands now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game's rules and options.
    pub fn ruleset(&self) -> Ruleset {
        self.position.ruleset()
    }

    /// The counters of a seat's holes from `A` on; see [`Position::holes`].
    pub fn holes(&self, seat: Seat) -> &[u8] {
        self.position.holes(seat)
    }

    /// What may be seen of the stores and of what they allow; see [`Position::seen_by`].
    pub fn seen_by(&self, viewer: Viewer) -> Seen {
        self.position.seen_by(viewer)
    }

    /// The seat that has to act, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.position.to_move()
    }

    /// The counters in hand, in the middle of a turn.
    pub fn pending(&self) -> Option<Pending> {
        self.position.pending()
    }

    /// What the seat to move may do; empty when the game is over.
    pub fn legal_actions(&self) -> Actions {
        self.position.legal_actions()
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How many actions were played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many turns were completed; see [`Position::turns`].
    pub fn turns(&self) -> u32 {
        self.position.turns()
    }

    /// How an action would end the game, or `None` if it would go on; nothing is changed, and nothing copied but the
    /// position.
    ///
    /// # Errors
    ///
    /// Refuses what [`legal_actions`](Game::legal_actions) does not list.
    pub fn outcome_after(&self, action: Action) -> Result<Option<Outcome>, IllegalAction> {
        let mut position = self.position;
        position.apply(action, Trace::declined(), Past::Asked(&self.history))?;
        Ok(position.outcome())
    }

    /// Carries out an action and tells what happened, in order.
    ///
    /// # Errors
    ///
    /// Refuses what [`legal_actions`](Game::legal_actions) does not list, and changes nothing then.
    pub fn play(&mut self, action: Action) -> Result<Vec<Lap>, IllegalAction> {
        let mut laps = Vec::new();
        self.apply(action, Trace::into_list(&mut laps))?;
        Ok(laps)
    }

    /// Carries out an action without telling what happened.
    ///
    /// # Errors
    ///
    /// Refuses what [`legal_actions`](Game::legal_actions) does not list, and changes nothing then.
    pub fn advance(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action, Trace::declined())
    }

    fn apply(&mut self, action: Action, laps: Trace<'_>) -> Result<(), IllegalAction> {
        self.position.apply(action, laps, Past::Made(&mut self.history))?;
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }
}
