//! One or more tests for every section of testing/test-game/rules.md, in order.

use crate::rules::testing::{assert_board, assert_refused, assert_won, legal, new_game, play, set_up};
use crate::{Outcome, Reason, Seat, perft};

#[test]
fn each_hole_of_the_small_board_holds_three_counters() {
    assert_board(&new_game("test-game"), "A3 B3 C3", "a3 b3 c3");
}

#[test]
fn every_occupied_hole_of_the_small_board_can_be_sown() {
    let game = set_up("test-game", "A1 C2", "b1");
    assert_eq!(legal(&game), "A C");
    assert_refused(&game, "B", "B is empty");
}

#[test]
fn counters_are_sown_round_the_small_board() {
    let mut game = set_up("test-game", "A1 C8", "a1 b1");
    assert_eq!(play(&mut game, "C"), "C8>a");
    assert_board(&game, "A2 B1 C2", "a3 b2 c1");
    assert_eq!(play(&mut game, "c"), "c1>A");
    assert_board(&game, "A3 B1 C2", "a3 b2");
}

#[test]
fn a_last_counter_that_makes_two_captures_them_from_the_opponent_alone() {
    let mut game = set_up("test-game", "A1 B1 C2", "a1 b2");
    assert_eq!(play(&mut game, "C"), "C2>a+2");
    assert_board(&game, "A1 B1 C1", "b2");
    let mut game = set_up("test-game", "A1 B1 C1", "a2 c1");
    assert_eq!(play(&mut game, "A"), "A1>B");
    assert_eq!(play(&mut game, "a"), "a2>b");
    assert_board(&game, "B2 C1", "a1 b1 c1");
}

#[test]
fn a_seat_without_counters_on_the_small_board_loses_when_it_is_to_move() {
    let mut game = set_up("test-game", "C2", "a1");
    play(&mut game, "C");
    assert_won(&game, Seat::South, Reason::NoMove);
    let mut game = set_up("test-game", "C1", "b1");
    play(&mut game, "C");
    assert_eq!(game.outcome(), None, "South is not to move");
}

#[test]
fn the_small_game_is_drawn_by_repetition() {
    let mut game = set_up("test-game", "B1 C3", "a2 b2 c2");
    while game.outcome().is_none() {
        let first = game.legal_actions()[0];
        game.advance(first).expect("a legal action");
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
    assert_eq!(game.turns(), 34);
}

#[test]
fn the_small_game_has_its_number_of_action_sequences() {
    let game = new_game("test-game");
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&game, depth)).collect();
    assert_eq!(counts, [3, 9, 25, 66, 176]);
}
