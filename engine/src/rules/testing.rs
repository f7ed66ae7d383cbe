//! How the tests of the games write boards and read turns.

use crate::{
    Action, BySeat, Capture, Direction, Game, Hole, Lap, Outcome, Pending, Position, Reason, Seat, Setup,
};

/// A side as its occupied holes: `A2 P1` holds two counters in `A` and one in `P`.
pub(crate) fn side(occupied: &str, holes: usize) -> Vec<u8> {
    let mut side = vec![0; holes];
    for word in occupied.split_whitespace() {
        let (letter, counters) = word.split_at(1);
        let hole: Hole = letter.parse().expect("a letter");
        side[usize::from(hole.index)] = counters.parse().expect("a number");
    }
    side
}

/// South's turn on this board, long after every opening.
pub(crate) fn set_up(rules: &str, south: &str, north: &str) -> Game {
    set_up_with_stores(rules, south, north, BySeat::default())
}

/// South's turn on this board with these stores.
pub(crate) fn set_up_with_stores(rules: &str, south: &str, north: &str, stores: BySeat<u8>) -> Game {
    let ruleset: crate::Ruleset = rules.parse().expect("rules");
    let length = ruleset.rows() * ruleset.columns();
    let holes = BySeat::new(side(south, length), side(north, length));
    let setup = Setup { ruleset, holes, stores, to_move: Seat::South };
    Game::new(Position::from_setup(&setup).expect("a setup"))
}

/// A new game of these rules.
pub(crate) fn new_game(rulespec: &str) -> Game {
    Game::from_rulespec(rulespec).expect("a rulespec")
}

/// The legal actions with blanks between them.
pub(crate) fn legal(game: &Game) -> String {
    let legal = game.legal_actions();
    legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(crate) fn in_hand(hole: &str, hand: u8) -> Option<Pending> {
    Some(Pending { hole: hole.parse().expect("a letter"), hand })
}

/// Plays actions joined by dots, and tells the laps of the last one: `A2>C`, `O5<I+10` with ten captured, `N!`.
pub(crate) fn play(game: &mut Game, actions: &str) -> String {
    let mut laps = Vec::new();
    for action in actions.split('.') {
        laps = game.play(action.parse().expect("an action")).expect("a legal action");
    }
    laps.iter().map(told).collect::<Vec<_>>().join(" ")
}

pub(crate) fn told(lap: &Lap) -> String {
    match lap {
        Lap::Endless { hole } => format!("{hole}!"),
        Lap::Passed => "-".to_owned(),
        Lap::Entered { count, last, captures, .. } => format!("*{count}>{last}{}", taken(captures)),
        Lap::Sown { from, direction, count, last, captures } => {
            let way = if *direction == Direction::Clockwise { '<' } else { '>' };
            format!("{from}{count}{way}{last}{}", taken(captures))
        }
    }
}

fn taken(captures: &[Capture]) -> String {
    let captured: u8 = captures.iter().map(|capture| capture.counters).sum();
    if captures.is_empty() { String::new() } else { format!("+{captured}") }
}

#[track_caller]
pub(crate) fn refused(game: &Game, action: &str, sentence: &str) {
    let mut game = game.clone();
    let action: Action = action.parse().expect("an action");
    let error = game.play(action).expect_err("not legal");
    assert_eq!(error.to_string(), sentence);
}

/// These counters stand in the holes.
#[track_caller]
pub(crate) fn stands(game: &Game, south: &str, north: &str) {
    for (seat, expected) in [(Seat::South, south), (Seat::North, north)] {
        assert_eq!(game.holes(seat), side(expected, game.holes(seat).len()));
    }
}

#[track_caller]
pub(crate) fn won(game: &Game, winner: Seat, reason: Reason) {
    assert_eq!(game.outcome(), Some(Outcome::win(winner, reason)));
    assert_eq!((game.to_move(), game.pending(), legal(game)), (None, None, String::new()));
}
