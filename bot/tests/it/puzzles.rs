//! The stored puzzles in `pages/puzzles` have one best turn each, as a search with a small budget sees too.

use ikibuguzo_bot::{Budget, Puzzle};
use ikibuguzo_engine::{Action, Position};

const FILES: [(&str, &str); 4] = [
    ("ikibuguzo", include_str!("../../../pages/puzzles/ikibuguzo.txt")),
    ("kubuguza", include_str!("../../../pages/puzzles/kubuguza.txt")),
    ("njombwa", include_str!("../../../pages/puzzles/njombwa.txt")),
    ("azigo", include_str!("../../../pages/puzzles/azigo.txt")),
];

/// The smallest budget with which they were found.
const BUDGET: Budget = Budget::of_nodes(1_000);

/// The position, the turn and the two values of a line.
fn read_line(line: &str) -> (Position, Vec<Action>, [f64; 2]) {
    let [position, turn, value, other_value] = line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{line}: four fields");
    };
    let turn = turn.split('.').map(|action| action.parse().expect(line)).collect();
    (position.parse().expect(line), turn, [value, other_value].map(|value| value.parse().expect(line)))
}

#[test]
fn every_stored_puzzle_has_one_best_turn() {
    for (game, file) in FILES {
        assert!(file.lines().count() >= 12, "{game}");
        for line in file.lines() {
            let (position, turn, _) = read_line(line);
            assert_eq!(position.ruleset().name(), game, "{line}");
            let puzzle =
                Puzzle::from_position(&position, BUDGET).unwrap_or_else(|| panic!("{line}: no puzzle"));
            assert_eq!(puzzle.turn, turn, "{line}");
        }
    }
}

#[test]
fn the_stored_values_differ_by_the_margin() {
    for (_, file) in FILES {
        for line in file.lines() {
            let (_, _, [value, other_value]) = read_line(line);
            // The values are rounded to three digits.
            assert!(value - other_value > Puzzle::MARGIN - 0.001, "{line}");
        }
    }
}

#[test]
fn a_position_with_equal_turns_is_no_puzzle() {
    let game = ikibuguzo_engine::Game::from_rulespec("azigo").expect("a start");
    assert_eq!(Puzzle::from_position(game.position(), BUDGET), None);
}
