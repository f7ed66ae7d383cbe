//! A game: a position and its history, which repetition needs.

use crate::history::{History, PastPositions};
use crate::lap::Trace;
use crate::{
    Action, Actions, IllegalAction, Lap, Outcome, Pending, Position, Ruleset, Seat, Viewer, VisibleState,
};

/// A game in progress or over.
///
/// It plays like its [`Position`], and also ends when the same position occurs for the third time at the start of a
/// turn. Two positions are the same if all holes, the stores, the seat to move and the opening rules that still bind
/// the seats are equal.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    history: History,
    plies: u32,
}

impl Game {
    /// Starts a game from `position`, which counts as its first occurrence.
    pub fn new(position: Position) -> Game {
        let mut history = History::default();
        if position.outcome().is_none() && position.pending().is_none() {
            history.record(position.identity());
        }
        Game { position, history, plies: 0 }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game's rules and options.
    pub fn ruleset(&self) -> Ruleset {
        self.position.ruleset()
    }

    /// The counters in a seat's holes, from `A` on; see [`Position::holes`].
    pub fn holes(&self, seat: Seat) -> &[u8] {
        self.position.holes(seat)
    }

    /// The stores and legal actions that a viewer may see; see [`Position::seen_by`].
    pub fn seen_by(&self, viewer: Viewer) -> VisibleState {
        self.position.seen_by(viewer)
    }

    /// The seat to move, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.position.to_move()
    }

    /// The counters in hand, in the middle of a turn; see [`Position::pending`].
    pub fn pending(&self) -> Option<Pending> {
        self.position.pending()
    }

    /// The legal actions. Empty when the game is over.
    pub fn legal_actions(&self) -> Actions {
        self.position.legal_actions()
    }

    /// The outcome, or `None` while the game is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The number of actions played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The number of completed turns; see [`Position::turns`].
    pub fn turns(&self) -> u32 {
        self.position.turns()
    }

    /// The outcome that an action would bring, or `None` if the game would continue. It copies only the position.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Game::legal_actions) does not list the action.
    pub fn outcome_after(&self, action: Action) -> Result<Option<Outcome>, IllegalAction> {
        let mut position = self.position;
        position.apply(action, &mut Trace::disabled(), PastPositions::ReadOnly(&self.history))?;
        Ok(position.outcome())
    }

    /// Plays an action and returns its laps.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Game::legal_actions) does not list the action. An error changes nothing.
    pub fn play(&mut self, action: Action) -> Result<Vec<Lap>, IllegalAction> {
        let mut laps = Vec::new();
        self.apply(action, &mut Trace::into_list(&mut laps))?;
        Ok(laps)
    }

    /// Plays an action without collecting its laps.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Game::legal_actions) does not list the action. An error changes nothing.
    pub fn advance(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action, &mut Trace::disabled())
    }

    fn apply(&mut self, action: Action, laps: &mut Trace<'_>) -> Result<(), IllegalAction> {
        self.position.apply(action, laps, PastPositions::Recording(&mut self.history))?;
        self.plies = self.plies.saturating_add(1);
        Ok(())
    }
}
