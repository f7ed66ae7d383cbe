//! A position: the state of a game without its history.

use crate::actions::ActionSet;
use crate::board::Board;
use crate::history::{History, PastPositions};
use crate::identity::Identity;
use crate::lap::Trace;
use crate::rules::Progress;
use crate::ruleset::GameState;
use crate::{
    Action, ActionCounts, Actions, BySeat, Hole, IllegalAction, Lap, LegalActions, Outcome, Reason, Ruleset,
    Seat, Store, Viewer, VisibleState,
};

/// The state of a game without its history: the board, the seat to move, the turn in progress, and the outcome.
///
/// A position is a plain value without heap allocation. It does not contain earlier positions, so it never ends by
/// repetition; a [`Game`](crate::Game) does.
///
/// Equality compares everything, including the numbers of turns and of turns without a capture. Repetition compares
/// less; see [`Game`](crate::Game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    ruleset: Ruleset,
    board: Board,
    seat: Seat,
    state: GameState,
    quiet: u8,
    turns: u32,
    /// Derived from the fields above. Empty when the game is over.
    legal: ActionSet,
    outcome: Option<Outcome>,
}

/// Counters in hand in the middle of a turn, when the player has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// The hole from which they would be sown. The counters in hand are in no hole.
    pub hole: Hole,
    /// Number of counters in hand, at least 2.
    pub hand: u8,
}

/// The fields of a position, without those that are derived from them.
#[derive(Clone, Copy)]
pub(crate) struct PositionParts {
    pub(crate) ruleset: Ruleset,
    pub(crate) board: Board,
    pub(crate) seat: Seat,
    pub(crate) state: GameState,
    pub(crate) quiet: u8,
    pub(crate) turns: u32,
    pub(crate) outcome: Option<Outcome>,
}

impl Position {
    /// Number of turns in a row without a capture that end a game (docs/rules/README.md, Quiet games).
    pub const QUIET_TURNS: u8 = 200;

    /// The game and its options.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The counters in a seat's holes, from `A` on. Counters in hand ([`pending`](Position::pending)) are in no hole.
    pub fn holes(&self, seat: Seat) -> &[u8] {
        self.board.side(seat)
    }

    /// The stores and legal actions that a viewer may see. Only this function and
    /// [`stores_seen_by`](Position::stores_seen_by) reveal stores (docs/rules/azigo.md, Concealment).
    pub fn seen_by(&self, viewer: Viewer) -> VisibleState {
        let sees = self.shows_store_to(viewer, self.seat);
        let legal = if sees { self.legal } else { self.legal.without_entering() };
        VisibleState { stores: self.stores_seen_by(viewer), legal: legal.list(self.seat) }
    }

    /// The stores that a viewer may see; the first half of [`seen_by`](Position::seen_by).
    pub fn stores_seen_by(&self, viewer: Viewer) -> Option<BySeat<Store>> {
        let store = |seat, counters| {
            if self.shows_store_to(viewer, seat) { Store::Shown(counters) } else { Store::Concealed }
        };
        self.state.stores().map(|stores| BySeat::from_fn(|seat| store(seat, stores[seat])))
    }

    /// The seat to move, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.outcome {
            None => Some(self.seat),
            Some(_) => None,
        }
    }

    /// The counters in hand in the middle of a turn. `None` at the start of a turn and when the game is over.
    pub fn pending(&self) -> Option<Pending> {
        self.state
            .rules()
            .pending()
            .map(|hand| Pending { hole: Hole::new(self.seat, hand.index), hand: hand.counters })
    }

    /// The legal actions. Empty when the game is over. This list alone decides what is legal.
    pub fn legal_actions(&self) -> Actions {
        self.legal.list(self.seat)
    }

    /// Iterates over the [`legal_actions`](Position::legal_actions) without making a list.
    pub fn iter_actions(&self) -> LegalActions {
        self.legal.iter(self.seat)
    }

    /// Whether `action` is one of the [`legal_actions`](Position::legal_actions).
    pub fn is_legal(&self, action: Action) -> bool {
        self.legal.contains(self.seat, action)
    }

    /// The outcome, or `None` while the game is in progress.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The number of completed turns of both seats, including the turn that ended the game.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The number of turns in a row without a capture, up to the last completed turn. At
    /// [`QUIET_TURNS`](Position::QUIET_TURNS) the game ends.
    pub fn quiet_turns(&self) -> u8 {
        self.quiet
    }

    /// The number of turns at which the game ends, in games that have a limit.
    pub fn turn_limit(&self) -> Option<u32> {
        self.state.rules().turn_limit()
    }

    /// Whether neither seat is bound by an opening rule.
    pub fn is_opening_over(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.state.rules().is_opening_over(seat))
    }

    /// The outcome that the game would have if it ended here by repetition.
    pub fn outcome_if_repeated(&self) -> Outcome {
        self.state.rules().adjudicate(&self.board, Reason::Repetition)
    }

    /// A 64-bit hash of what repetition compares, and of the turn in progress.
    ///
    /// It is computed from the view of the seat to move: a position and the same one with the seats exchanged have the
    /// same key. Different positions of one ruleset can have the same key, but this is very rare. Keys of different
    /// rulesets and of different versions of this crate cannot be compared.
    pub fn key(&self) -> u64 {
        self.identity().key()
    }

    /// The position with another number of counters in a store, as a player who does not see that store imagines it.
    ///
    /// Returns `None` in games without stores, if the game is over, or if there would be more than
    /// [`MAX_COUNTERS`](crate::Setup::MAX_COUNTERS) counters.
    pub fn with_store(mut self, owner: Seat, counters: u8) -> Option<Position> {
        let is_set = self.outcome.is_none() && self.state.set_store(owner, counters);
        let stores = self.state.stores().filter(|_| is_set)?;
        let on_board = self.board.sum(Seat::South) + self.board.sum(Seat::North);
        let total = on_board + u16::from(stores.south) + u16::from(stores.north);
        self.start_turn(PastPositions::Unknown);
        (usize::from(total) <= crate::Setup::MAX_COUNTERS).then_some(self)
    }

    /// Plays an action and returns its laps.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Position::legal_actions) does not list the action. An error changes nothing.
    pub fn play(&mut self, action: Action) -> Result<Vec<Lap>, IllegalAction> {
        let mut laps = Vec::new();
        self.apply(action, &mut Trace::into_list(&mut laps), PastPositions::Unknown)?;
        Ok(laps)
    }

    /// Plays an action without collecting its laps. This allocates nothing.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Position::legal_actions) does not list the action. An error changes nothing.
    pub fn advance(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action, &mut Trace::disabled(), PastPositions::Unknown)
    }

    /// Plays an action and counts its laps and captures. This allocates nothing.
    ///
    /// # Errors
    ///
    /// If [`legal_actions`](Position::legal_actions) does not list the action. An error changes nothing.
    pub fn advance_counting(&mut self, action: Action) -> Result<ActionCounts, IllegalAction> {
        let mut trace = Trace::disabled();
        self.apply(action, &mut trace, PastPositions::Unknown)?;
        Ok(trace.counts())
    }

    /// Makes the first position of a game, in which `seat` starts its turn.
    pub(crate) fn begin(ruleset: Ruleset, board: Board, seat: Seat, state: GameState) -> Position {
        let mut position = Position {
            ruleset,
            board,
            seat,
            state,
            quiet: 0,
            turns: 0,
            legal: ActionSet::default(),
            outcome: None,
        };
        position.start_turn(PastPositions::Unknown);
        position
    }

    /// Plays an action. `past` counts the occurrences of positions.
    pub(crate) fn apply(
        &mut self,
        action: Action,
        laps: &mut Trace<'_>,
        past: PastPositions<'_>,
    ) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            return Err(self.diagnose(action));
        }
        let rules = self.state.rules_mut();
        match rules.play(&mut self.board, self.seat, action, laps) {
            Progress::Choice(choices) => self.legal = choices,
            Progress::TurnOver { captured } => {
                self.turns = self.turns.saturating_add(1);
                self.quiet = if captured { 0 } else { self.quiet + 1 };
                self.seat = !self.seat;
                self.start_turn(past);
            }
            Progress::Won(reason) => {
                self.turns = self.turns.saturating_add(1);
                self.end(Outcome::win(self.seat, reason));
            }
        }
        Ok(())
    }

    /// The fields of the position without those that are derived from them.
    pub(crate) fn parts(&self) -> PositionParts {
        let Position { ruleset, board, seat, state, quiet, turns, legal: _, outcome } = *self;
        PositionParts { ruleset, board, seat, state, quiet, turns, outcome }
    }

    /// Makes a position from its fields. Returns `None` if no game can have it: if the seat to move has an opening rule
    /// that does not bind it, if counters are in hand without a choice, or if the game would be over but has no
    /// outcome.
    pub(crate) fn from_parts(parts: PositionParts) -> Option<Position> {
        let PositionParts { ruleset, board, seat, state, quiet, turns, outcome } = parts;
        let mut position =
            Position { ruleset, board, seat, state, quiet, turns, legal: ActionSet::default(), outcome };
        if outcome.is_some() {
            return state.rules().pending().is_none().then_some(position);
        }
        if state.rules().pending().is_some() {
            position.legal = state.rules().choices(&board, seat);
            return (position.legal.len() > 1).then_some(position);
        }
        let mut started = state;
        started.rules_mut().start_turn(&board, seat);
        position.legal = state.rules().legal_starts(&board, seat);
        (started == state && position.find_end(PastPositions::Unknown).is_none()).then_some(position)
    }

    /// The fields that repetition compares.
    pub(crate) fn identity(&self) -> Identity {
        Identity { board: self.board, seat: self.seat, state: self.state }
    }

    fn shows_store_to(&self, viewer: Viewer, owner: Seat) -> bool {
        viewer.sees_store_of(owner) || self.outcome.is_some()
    }

    fn start_turn(&mut self, past: PastPositions<'_>) {
        let rules = self.state.rules_mut();
        rules.start_turn(&self.board, self.seat);
        self.legal = rules.legal_starts(&self.board, self.seat);
        if let Some(outcome) = self.find_end(past) {
            self.end(outcome);
        }
    }

    /// Finds the outcome at the start of a turn (docs/rules/README.md, Ends are looked for in this order).
    ///
    /// A win within a turn ends the game earlier, so a board that is won at the start of a turn comes from a setup.
    fn find_end(&self, past: PastPositions<'_>) -> Option<Outcome> {
        if let Some(won) = self.state.rules().won_on_board(&self.board) {
            return Some(won);
        }
        if self.legal.is_empty() {
            return Some(Outcome::win(!self.seat, Reason::NoMove));
        }
        let occurrences = past.occurrences(self.identity());
        let limit = self.state.rules().turn_limit();
        let reason = if occurrences >= History::DRAWING_OCCURRENCE {
            Reason::Repetition
        } else if self.quiet >= Position::QUIET_TURNS {
            Reason::Quiet
        } else if limit.is_some_and(|limit| self.turns >= limit) {
            Reason::TurnLimit
        } else {
            return None;
        };
        Some(self.state.rules().adjudicate(&self.board, reason))
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.legal = ActionSet::default();
    }

    /// Explains why an illegal action is refused.
    fn diagnose(&self, action: Action) -> IllegalAction {
        if self.outcome.is_some() {
            return IllegalAction::GameOver;
        }
        if let Action::Sow { hole, .. } = action {
            if hole.index >= self.board.holes() {
                let last = Hole::new(self.seat, self.board.holes() - 1);
                return IllegalAction::NoSuchHole { last };
            }
            if hole.seat != self.seat {
                let to_move = self.seat;
                return IllegalAction::NotYourHole { hole, to_move };
            }
            if let Some(pending) = self.pending() {
                return IllegalAction::NotAChoice { hole: pending.hole, choices: self.legal_actions() };
            }
        }
        self.state.rules().diagnose(&self.board, self.seat, action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// South's turn, after 199 turns without a capture. Only `M` and `A` can be sown, and `M` captures.
    fn nearly_quiet(north: [u8; 16]) -> Position {
        let south = vec![2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0];
        let holes = BySeat::new(south, north.to_vec());
        let ruleset = Ruleset::ALL[0];
        let stores = BySeat::default();
        let setup = Setup { ruleset, holes, stores, to_move: Seat::South };
        let position = Position::from_setup(&setup).expect("a setup");
        Position { quiet: Position::QUIET_TURNS - 1, ..position }
    }

    const NORTH: [u8; 16] = [2, 2, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0];
    const NORTH_IN_SINGLES: [u8; 16] = [1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];

    fn after(mut position: Position, action: &str) -> Position {
        position.advance(action.parse().expect("an action")).expect("a legal action");
        position
    }

    #[test]
    fn the_last_quiet_turn_ends_the_game_and_a_capture_starts_the_count_again() {
        let outcome = after(nearly_quiet(NORTH), "A").outcome();
        assert_eq!(outcome, Some(Outcome::draw(Reason::Quiet)));
        let captured = after(nearly_quiet(NORTH), "M");
        assert_eq!((captured.outcome(), captured.quiet), (None, 0));
    }

    #[test]
    fn no_move_is_looked_for_before_repetition_and_repetition_before_quiet() {
        let outcome = after(nearly_quiet(NORTH_IN_SINGLES), "A").outcome();
        assert_eq!(outcome, Some(Outcome::win(Seat::South, Reason::NoMove)));

        let mut history = History::default();
        let mut position = nearly_quiet(NORTH);
        let next = after(position, "A").identity();
        assert_eq!([history.record(next), history.record(next)], [1, 2]);
        let action = "A".parse().expect("an action");
        let mut previewed = position;
        previewed
            .apply(action, &mut Trace::disabled(), PastPositions::ReadOnly(&history))
            .expect("a legal action");
        position
            .apply(action, &mut Trace::disabled(), PastPositions::Recording(&mut history))
            .expect("a legal action");
        assert_eq!([previewed.outcome(), position.outcome()], [Some(Outcome::draw(Reason::Repetition)); 2]);
    }
}
