//! A position: everything about a game but its past.

use crate::actions::ActionSet;
use crate::board::Board;
use crate::history::{History, Past};
use crate::lap::Trace;
use crate::notation::Parts;
use crate::rules::Progress;
use crate::ruleset::State;
use crate::{
    Action, Actions, BySeat, Hole, IllegalAction, Lap, Outcome, Reason, Ruleset, Seat, Seen, Store, Viewer,
};

/// How many turns in a row without a capture end a game (docs/rules/README.md, Quiet games).
const QUIET_TURNS: u8 = 200;

/// The board, whose turn it is, what is under way in that turn, and whether the game is over.
///
/// A position is a plain value without heap. It knows all of its game but the positions that came before, so it
/// never ends by repetition: that is what a [`Game`](crate::Game) adds.
///
/// Two positions are equal if they look the same and will go on alike: the counts of turns, and of turns without a
/// capture, take part. Repetition compares less; [`Game`](crate::Game) says what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    ruleset: Ruleset,
    board: Board,
    seat: Seat,
    state: State,
    quiet: u8,
    turns: u32,
    /// Derived from the fields above whenever they change, and empty when the game is over.
    legal: ActionSet,
    outcome: Option<Outcome>,
}

/// Counters in hand in the middle of a turn: the player chooses how the turn goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Where they are in hand. They are in no hole.
    pub hole: Hole,
    /// How many there are: at least 2.
    pub hand: u8,
}

impl Position {
    /// The game and its options.
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The counters of a seat's holes from `A` on. Counters in hand ([`pending`](Position::pending)) are in no hole.
    pub fn holes(&self, seat: Seat) -> &[u8] {
        self.board.side(seat)
    }

    /// What may be seen of the stores and of what they allow. This is the one place that hides a store
    /// (docs/rules/azigo.md, Concealment).
    pub fn seen_by(&self, viewer: Viewer) -> Seen {
        let sees = |seat| viewer.sees_store_of(seat) || self.outcome.is_some();
        let stores = self.state.stores().map(|stores| {
            BySeat::from_fn(|seat| if sees(seat) { Store::Shown(stores[seat]) } else { Store::Concealed })
        });
        let legal = if sees(self.seat) { self.legal } else { self.legal.without_entering() };
        Seen { stores, legal: legal.list(self.seat) }
    }

    /// The seat that has to act, or `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        match self.outcome {
            None => Some(self.seat),
            Some(_) => None,
        }
    }

    /// The counters in hand, in the middle of a turn; `None` at its start and when the game is over.
    pub fn pending(&self) -> Option<Pending> {
        self.state
            .rules()
            .pending()
            .map(|hand| Pending { hole: Hole::new(self.seat, hand.index), hand: hand.counters })
    }

    /// What the seat to move may do; empty when the game is over. Every other question about legality is answered
    /// from this list.
    pub fn legal_actions(&self) -> Actions {
        self.legal.list(self.seat)
    }

    /// Whether `action` is one of the [`legal_actions`](Position::legal_actions).
    pub fn is_legal(&self, action: Action) -> bool {
        self.legal.contains(self.seat, action)
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How many turns were completed since the start; the turn that wins the game is one of them.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Carries out an action and tells what happened, in order.
    ///
    /// # Errors
    ///
    /// Refuses what [`legal_actions`](Position::legal_actions) does not list, and changes nothing then.
    pub fn play(&mut self, action: Action) -> Result<Vec<Lap>, IllegalAction> {
        let mut laps = Vec::new();
        self.apply(action, Trace::into_list(&mut laps), Past::Unknown)?;
        Ok(laps)
    }

    /// Carries out an action without telling what happened; this allocates nothing.
    ///
    /// # Errors
    ///
    /// Refuses what [`legal_actions`](Position::legal_actions) does not list, and changes nothing then.
    pub fn advance(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action, Trace::declined(), Past::Unknown)
    }

    /// The position in which `seat` starts its turn on this board, the first one of a game.
    pub(crate) fn begin(ruleset: Ruleset, board: Board, seat: Seat, state: State) -> Position {
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
        position.start_turn(Past::Unknown);
        position
    }

    /// Carries out an action; the past says whether a position stands for the third time.
    pub(crate) fn apply(
        &mut self,
        action: Action,
        mut laps: Trace<'_>,
        past: Past<'_>,
    ) -> Result<(), IllegalAction> {
        if !self.is_legal(action) {
            return Err(self.diagnose(action));
        }
        let rules = self.state.rules_mut();
        match rules.play(&mut self.board, self.seat, action, &mut laps) {
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

    /// All that makes the position, but what follows from it.
    pub(crate) fn parts(&self) -> Parts {
        let Position { ruleset, board, seat, state, quiet, turns, legal: _, outcome } = *self;
        Parts { ruleset, board, seat, state, quiet, turns, outcome }
    }

    /// The position that these make, if a game can be in it: what binds the seat to move really binds it, there is a
    /// choice where counters are in hand, and the game is over where an end stands on the board.
    pub(crate) fn from_parts(parts: Parts) -> Option<Position> {
        let Parts { ruleset, board, seat, state, quiet, turns, outcome } = parts;
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
        position.legal = state.rules().starts(&board, seat);
        (started == state && position.look_for_end(Past::Unknown).is_none()).then_some(position)
    }

    /// What identifies the position when repetitions are counted.
    pub(crate) fn identity(&self) -> Identity {
        Identity { board: self.board, seat: self.seat, state: self.state }
    }

    fn start_turn(&mut self, past: Past<'_>) {
        let rules = self.state.rules_mut();
        rules.start_turn(&self.board, self.seat);
        self.legal = rules.starts(&self.board, self.seat);
        if let Some(outcome) = self.look_for_end(past) {
            self.end(outcome);
        }
    }

    /// Whether the game is over at the start of a turn. A win inside a turn has ended it before, so what is found
    /// here in that way stood on the board of a setup (docs/rules/README.md, Ends are looked for in this order).
    fn look_for_end(&self, past: Past<'_>) -> Option<Outcome> {
        if let Some(won) = self.state.rules().won_on_board(&self.board) {
            return Some(won);
        }
        if self.legal.is_empty() {
            return Some(Outcome::win(!self.seat, Reason::NoMove));
        }
        let occurrences = past.occurrences(self.identity());
        let limit = self.state.rules().turn_limit();
        let reason = if occurrences >= History::DRAWN_AT {
            Reason::Repetition
        } else if self.quiet >= QUIET_TURNS {
            Reason::Quiet
        } else if limit.is_some_and(|limit| self.turns >= limit) {
            Reason::TurnLimit
        } else {
            return None;
        };
        Some(self.state.rules().settle(&self.board, reason))
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
        self.legal = ActionSet::default();
    }

    /// Why an action is refused that is not legal.
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

/// What makes two positions at the start of a turn the same: all holes, the seat to move, and whatever of the
/// opening still binds either seat (docs/rules/README.md, Repetition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    board: Board,
    seat: Seat,
    state: State,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// South's turn, after 199 turns without a capture. Only `M` and `A` can be sown, and `M` captures.
    fn nearly_quiet(north: [u8; 16]) -> Position {
        let south = vec![2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0];
        let holes = BySeat::new(south, north.to_vec());
        let (ruleset, stores) = (Ruleset::ALL[0], BySeat::default());
        let setup = Setup { ruleset, holes, stores, to_move: Seat::South };
        let position = Position::from_setup(&setup).expect("a setup");
        Position { quiet: QUIET_TURNS - 1, ..position }
    }

    const NORTH: [u8; 16] = [2, 2, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0];
    const NORTH_IN_SINGLES: [u8; 16] = [1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];

    fn after(mut position: Position, action: &str) -> Position {
        position.advance(action.parse().expect("an action")).expect("a legal action");
        position
    }

    #[test]
    fn the_last_quiet_turn_ends_the_game_and_a_capture_begins_the_count_anew() {
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
        let mut asked = position;
        asked.apply(action, Trace::declined(), Past::Asked(&history)).expect("a legal action");
        position.apply(action, Trace::declined(), Past::Made(&mut history)).expect("a legal action");
        assert_eq!([asked.outcome(), position.outcome()], [Some(Outcome::draw(Reason::Repetition)); 2]);
    }
}
