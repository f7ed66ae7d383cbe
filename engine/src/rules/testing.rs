//! Helpers of the games' tests: boards from short texts, turns to short texts, and assertions.

use crate::{
    Action, BySeat, Capture, Direction, Game, Hole, Lap, Outcome, Pending, Position, Reason, Seat, Setup,
};

/// Makes a side from its occupied holes: `A2 P1` has two counters in `A` and one in `P`.
pub(crate) fn side(occupied: &str, holes: usize) -> Vec<u8> {
    let mut side = vec![0; holes];
    for word in occupied.split_whitespace() {
        let (letter, counters) = word.split_at(1);
        let hole: Hole = letter.parse().expect("a letter");
        side[usize::from(hole.index)] = counters.parse().expect("a number");
    }
    side
}

/// Makes a game from a board after the opening. South is to move.
pub(crate) fn set_up(rules: &str, south: &str, north: &str) -> Game {
    set_up_with_stores(rules, south, north, BySeat::default())
}

/// Makes a game from a board and stores. South is to move.
pub(crate) fn set_up_with_stores(rules: &str, south: &str, north: &str, stores: BySeat<u8>) -> Game {
    let ruleset: crate::Ruleset = rules.parse().expect("rules");
    let length = ruleset.rows() * ruleset.columns();
    let holes = BySeat::new(side(south, length), side(north, length));
    let setup = Setup { ruleset, holes, stores, to_move: Seat::South };
    Game::new(Position::from_setup(&setup).expect("a setup"))
}

/// Starts a game.
pub(crate) fn new_game(rulespec: &str) -> Game {
    Game::from_rulespec(rulespec).expect("a rulespec")
}

/// The legal actions, separated by blanks.
pub(crate) fn legal(game: &Game) -> String {
    let legal = game.legal_actions();
    legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn in_hand(hole: &str, hand: u8) -> Option<Pending> {
    Some(Pending { hole: hole.parse().expect("a letter"), hand })
}

/// Plays actions joined by dots and returns the laps of the last one: `A2>C`, `O5<I+10` with ten captured, `N!` for the
/// lap limit.
pub(crate) fn play(game: &mut Game, actions: &str) -> String {
    let mut laps = Vec::new();
    for action in actions.split('.') {
        laps = game.play(action.parse().expect("an action")).expect("a legal action");
    }
    laps.iter().map(lap_text).collect::<Vec<_>>().join(" ")
}

pub(crate) fn lap_text(lap: &Lap) -> String {
    match lap {
        Lap::Endless { hole } => format!("{hole}!"),
        Lap::Passed => "-".to_owned(),
        Lap::Entered { count, last, captures, .. } => format!("*{count}>{last}{}", captures_text(captures)),
        Lap::Sown { from, direction, count, last, captures } => {
            let sign = if *direction == Direction::Clockwise { '<' } else { '>' };
            format!("{from}{count}{sign}{last}{}", captures_text(captures))
        }
    }
}

fn captures_text(captures: &[Capture]) -> String {
    let captured: u8 = captures.iter().map(|capture| capture.counters).sum();
    if captures.is_empty() { String::new() } else { format!("+{captured}") }
}

/// Asserts that an action is refused with this message.
#[track_caller]
pub(crate) fn assert_refused(game: &Game, action: &str, message: &str) {
    let mut game = game.clone();
    let action: Action = action.parse().expect("an action");
    let error = game.play(action).expect_err("not legal");
    assert_eq!(error.to_string(), message);
}

/// Asserts the counters in all holes.
#[track_caller]
pub(crate) fn assert_board(game: &Game, south: &str, north: &str) {
    for (seat, expected) in [(Seat::South, south), (Seat::North, north)] {
        assert_eq!(game.holes(seat), side(expected, game.holes(seat).len()));
    }
}

/// Asserts that the game is over with this winner.
#[track_caller]
pub(crate) fn assert_won(game: &Game, winner: Seat, reason: Reason) {
    assert_eq!(game.outcome(), Some(Outcome::win(winner, reason)));
    assert_eq!((game.to_move(), game.pending(), legal(game)), (None, None, String::new()));
}
