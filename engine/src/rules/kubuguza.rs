//! Kubuguza: docs/rules/kubuguza.md; Merriam 1953.

#[cfg(test)]
mod tests;

use super::four_row::{self, LapEnd, NextLap, RelayState, Sowing};
use super::{Hand, Progress, Rules};
use crate::actions::ActionSet;
use crate::board::{Board, HoleSet};
use crate::lap::Trace;
use crate::{
    Action, BySeat, CapturedCounters, Direction, GameTraits, IllegalAction, Outcome, Reason, RulesPage, Seat,
};

/// The description of the game.
pub(crate) const TRAITS: GameTraits = GameTraits {
    name: "kubuguza",
    rows: 2,
    captured: CapturedCounters::Hand,
    // Weak levels of computer players gain nothing by the first turn, and stronger ones about 100: this value is in between.
    first_turn_advantage: 40,
};

/// The page with the rules.
pub(crate) const PAGE: RulesPage = RulesPage {
    text: include_str!("../../../docs/rules/kubuguza.md"),
    source: "Merriam 1953",
    opening: &["First turns", "Start of a turn"],
    choice: &["Direction of the next lap"],
    turn: &["Start of a turn", "End of a lap", "Direction of the next lap"],
};

/// Holes in a row.
pub(crate) const COLUMNS: usize = 8;

/// The counters of a side before the first turn: four in every inner hole (Start).
pub(crate) const START: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4];

/// `A`, `H`, `J` and `O`, the holes that may be sown clockwise (Start of a turn).
const REVERSE_HOLES: [u8; 4] = [0, 7, 9, 14];

/// The state of a game of Kubuguza in addition to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct KubuguzaState {
    first_turns: BySeat<FirstTurn>,
    turn: KubuguzaTurn,
}

/// The progress of a seat through its first turn, in which it captures nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum FirstTurn {
    Due,
    /// It has been made, and the seat's next turn has not begun.
    Made,
    #[default]
    Over,
}

/// The state of a turn in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct KubuguzaTurn {
    relay: RelayState,
    /// Whether it is the seat's first turn, in which laps relay instead of capturing.
    captures_nothing: bool,
}

impl KubuguzaState {
    /// The state at the start of a game.
    pub(crate) fn start() -> KubuguzaState {
        KubuguzaState {
            first_turns: BySeat::new(FirstTurn::Due, FirstTurn::Due),
            turn: KubuguzaTurn::default(),
        }
    }
}

impl Rules for KubuguzaState {
    fn start_turn(&mut self, _: &Board, seat: Seat) {
        if self.first_turns[seat] == FirstTurn::Made {
            self.first_turns[seat] = FirstTurn::Over;
        }
    }

    fn legal_starts(&self, board: &Board, seat: Seat) -> ActionSet {
        let mut starts = ActionSet::default();
        four_row::insert_sowable(&mut starts, board, seat);
        if self.first_turns[seat] == FirstTurn::Over {
            four_row::insert_reverse(&mut starts, &REVERSE_HOLES, board, seat);
        }
        starts
    }

    fn play(&mut self, board: &mut Board, seat: Seat, action: Action, trace: &mut Trace<'_>) -> Progress {
        let Action::Sow { hole, direction } = action else {
            unreachable!("Kubuguza lists only sowings as legal")
        };
        let sowing = match self.turn.relay.hand.take() {
            Some(hand) => Sowing::from_hand(hand, direction),
            None => Sowing::from_hole(board, seat, hole.index, direction),
        };
        if self.first_turns[seat] == FirstTurn::Due {
            self.first_turns[seat] = FirstTurn::Made;
            self.turn.captures_nothing = true;
        }
        let end = four_row::RelayTurn::lap(&mut self.turn, sowing, board, seat, trace);
        four_row::continue_turn(&mut self.turn, end, board, seat, trace)
    }

    fn pending(&self) -> Option<Hand> {
        self.turn.relay.hand
    }

    fn choices(&self, board: &Board, seat: Seat) -> ActionSet {
        let choices =
            |hand| direction_choices(self.turn.captures_nothing, hand, board, seat).unwrap_or_default();
        self.turn.relay.hand.map_or_else(ActionSet::default, choices)
    }

    fn key(&self, seat: Seat) -> u64 {
        let [own, opposing] = [seat, !seat].map(|seat| self.first_turns[seat] as u64);
        let captures_nothing = u64::from(self.turn.captures_nothing);
        (own << 3 | opposing << 1 | captures_nothing) << RelayState::KEY_BITS | self.turn.relay.key()
    }

    fn is_opening_over(&self, seat: Seat) -> bool {
        self.first_turns[seat] == FirstTurn::Over
    }

    fn opening_text(&self, seat: Seat) -> String {
        self.first_turns[seat].as_str().to_owned()
    }

    fn read_opening(&mut self, seat: Seat, text: &str) -> bool {
        let mut all = [FirstTurn::Due, FirstTurn::Made, FirstTurn::Over].into_iter();
        all.find(|first| first.as_str() == text).is_some_and(|first| {
            self.first_turns[seat] = first;
            true
        })
    }

    fn turn_text(&self) -> (u16, Vec<&'static str>) {
        self.turn.relay.text()
    }

    fn read_turn(&mut self, hand: Hand, laps: u16, marks: &[&str]) -> bool {
        let Some((relay, [])) = RelayState::read(hand, laps, marks) else { return false };
        self.turn = KubuguzaTurn { relay, captures_nothing: false };
        true
    }

    /// End: a seat without counters loses at once.
    fn won_on_board(&self, board: &Board) -> Option<Outcome> {
        board.captured_all()
    }

    fn diagnose(&self, board: &Board, seat: Seat, action: Action) -> IllegalAction {
        four_row::diagnose(board, seat, action, &REVERSE_HOLES)
    }
}

impl four_row::RelayTurn for KubuguzaTurn {
    fn relay_state(&mut self) -> &mut RelayState {
        &mut self.relay
    }

    /// End of a lap. In a seat's first turn a lap relays where it would capture.
    fn lap(&mut self, sowing: Sowing, board: &mut Board, seat: Seat, trace: &mut Trace<'_>) -> LapEnd {
        let (lap, last) = self.relay.sow_until(self.halts(board, seat), sowing, board, seat, trace);
        if self.captures_nothing || !four_row::meets_opposition(board, seat, last) {
            return four_row::relay_or_stop(lap, last, board, seat, trace);
        }
        let (_, hand) = self.relay.capture_to_origin(lap, last, board, seat, trace);
        if board.is_empty_side(!seat) {
            // docs/rules/README.md: after a win inside a turn no counters are in hand.
            board.put(seat, hand.index, hand.counters);
            return LapEnd::Won(Reason::CapturedAll);
        }
        LapEnd::InHand(hand)
    }

    /// Direction of the next lap: clockwise is allowed from a reverse hole whenever that lap captures.
    fn onward(&mut self, hand: Hand, board: &Board, seat: Seat) -> NextLap {
        match direction_choices(self.captures_nothing, hand, board, seat) {
            Some(choices) => NextLap::Ask(choices),
            None => NextLap::Sow(Sowing::from_hand(hand, Direction::Anticlockwise)),
        }
    }
}

impl KubuguzaTurn {
    /// The holes at which a lap may capture or leave a choice.
    fn halts(&self, board: &Board, seat: Seat) -> HoleSet {
        if self.captures_nothing {
            return HoleSet(0);
        }
        four_row::holes_facing_two(board, seat).union(HoleSet::from_indices(&REVERSE_HOLES))
    }
}

impl FirstTurn {
    /// The text form.
    fn as_str(self) -> &'static str {
        match self {
            FirstTurn::Due => "due",
            FirstTurn::Made => "made",
            FirstTurn::Over => "-",
        }
    }
}

/// The choice between both directions, if the counters in hand have it.
fn direction_choices(captures_nothing: bool, hand: Hand, board: &Board, seat: Seat) -> Option<ActionSet> {
    if captures_nothing || !REVERSE_HOLES.contains(&hand.index) {
        return None;
    }
    let clockwise = Sowing::from_hand(hand, Direction::Clockwise);
    // Counters that a long lap left in its origin stay there (End of a lap).
    clockwise.would_capture(board, seat, board.counters(seat, hand.index)).then(|| {
        let mut choices = ActionSet::sow(hand.index, Direction::Anticlockwise);
        choices.insert_sow(hand.index, Direction::Clockwise);
        choices
    })
}
