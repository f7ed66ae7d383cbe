//! One or more tests for every section of docs/rules/ikibuguzo.md, in order. The ends are in `ends`.
//!
//! A side is written as its occupied holes: `A2 P1` has two counters in `A` and one in `P`.

mod ends;

use super::*;
use crate::rules::testing::{self, assert_refused, assert_won, in_hand, lap_text, legal, play};
use crate::{Game, Opening, Position, Ruleset};

const RULESET: Ruleset = Ruleset::Ikibuguzo { opening: Opening::Choice };

fn side(occupied: &str) -> [u8; 16] {
    testing::side(occupied, 16).try_into().expect("sixteen holes")
}

fn board(south: &str, north: &str) -> Board {
    Board::new(BySeat::new(&side(south), &side(north)))
}

/// Makes a game from a board and a state. South is to move.
fn game_in(state: IkibuguzoState, south: &str, north: &str) -> Game {
    let state = crate::ruleset::GameState::Ikibuguzo(state);
    Game::new(Position::begin(RULESET, board(south, north), Seat::South, state))
}

/// Makes a game from a board after the opening. South is to move.
fn game(south: &str, north: &str) -> Game {
    game_in(IkibuguzoState::default(), south, north)
}

fn opening(array: Array, done: u8) -> IkibuguzoState {
    let schedule = Some(Schedule { array, done });
    IkibuguzoState { opening: BySeat::new(schedule, schedule), turn: IkibuguzoTurn::default() }
}

// Opening turns

#[test]
fn opening_turns_follow_the_schedule_and_relay_nowhere() {
    let mut game = Game::from_rulespec("ikibuguzo:first").expect("a rulespec");
    for turn in ["N", "n", "L", "l", "J", "j"] {
        assert_eq!(legal(&game), turn);
        play(&mut game, turn);
    }
    assert_eq!(game.holes(Seat::South), side("B6 H17 K2 L1 M2 N1 O2 P1"));
    assert_eq!(legal(&game), "B H K M O");
}

#[test]
fn the_second_array_drops_two_one_and_one() {
    let mut game = Game::from_rulespec("ikibuguzo:second").expect("a rulespec");
    assert_eq!(play(&mut game, "H"), "H4>K");
    assert_eq!(game.holes(Seat::South), side("A4 B4 C4 D4 E4 F4 G4 I2 J1 K1"));
}

#[test]
fn an_opening_turn_must_sow_its_hole() {
    let game = Game::from_rulespec("ikibuguzo:first").expect("a rulespec");
    assert_refused(&game, "B", "your opening turn must sow N");
    assert_refused(&game, "N<", "your opening turn must sow N");
}

#[test]
fn an_opening_turn_captures_when_its_last_hole_was_occupied_and_in_opposition() {
    let mut game = game_in(opening(Array::First, 2), "J3 L1", "m2 d3 b2");
    assert_eq!(legal(&game), "J");
    assert_eq!(play(&mut game, "J"), "J3>L+5 J5>O");
    assert_eq!(game.holes(Seat::South), side("K3 L3 M1 N1 O1"));
    assert_eq!(game.to_move(), Some(Seat::North));
}

#[test]
fn an_opening_turn_captures_nothing_from_a_hole_that_was_empty_or_faces_one_empty_hole() {
    for (south, north) in [("J3", "m2 d3 b2"), ("J3 L1", "m2 b2"), ("J3 L1", "d2 b2")] {
        let mut game = game_in(opening(Array::First, 2), south, north);
        assert_eq!(play(&mut game, "J"), "J3>L");
        assert_eq!(game.to_move(), Some(Seat::North));
    }
}

#[test]
fn after_an_opening_capture_the_turn_goes_on_like_one_that_began_anticlockwise() {
    let mut game = game_in(opening(Array::First, 2), "J3 L1 O1", "m2 d3 l1 e1 b2");
    assert_eq!(play(&mut game, "J"), "J3>L+5 J5>O");
    assert_eq!(game.pending(), in_hand("O", 2));
    assert_eq!(legal(&game), "O O<");
}

#[test]
fn a_capture_in_an_opening_turn_counts_for_a_win() {
    let mut game = game_in(opening(Array::First, 2), "J3 L1", "m2 d3");
    play(&mut game, "J");
    assert_won(&game, Seat::South, Reason::CapturedAll);
    assert_eq!(game.holes(Seat::South), side("J5 K2 L2"));
}

#[test]
fn with_unlike_arrays_the_third_turn_already_captures() {
    let mut game = Game::from_rulespec("ikibuguzo:second-first").expect("a rulespec");
    play(&mut game, "H.n");
    assert_eq!(legal(&game), "G");
    assert_eq!(play(&mut game, "G"), "G4>J+8 G8>O");
    assert_eq!(game.holes(Seat::North), side("h17 j3 l3 p1"), "b and o were taken");
    assert_eq!(legal(&game), "l", "its groups are complete, so North's opening continues");
}

#[test]
fn a_seat_whose_next_group_was_disturbed_is_out_of_its_opening_and_the_other_is_not() {
    for disturbed in ["L2 J3", "L4 J3"] {
        let mut game = game_in(opening(Array::First, 1), disturbed, "l3 j3");
        assert_eq!(legal(&game), "J L");
        play(&mut game, "J");
        assert_eq!(legal(&game), "l");
    }
}

#[test]
fn an_opening_binds_until_its_owners_own_turn_begins_without_it() {
    let mut state = opening(Array::First, 3);
    let board = board("A2", "a2");
    state.start_turn(&board, Seat::North);
    assert_eq!((state.opening.south.is_some(), state.opening.north), (true, None));
    state.start_turn(&board, Seat::South);
    assert_eq!(state, IkibuguzoState::default());
}

// Start of a turn

#[test]
fn singletons_cannot_move() {
    let game = game("A2 B1 P9", "a2");
    assert_eq!(legal(&game), "A P");
    assert_refused(&game, "B", "a hole needs two or more counters to be sown; B holds 1");
    assert_refused(&game, "C", "a hole needs two or more counters to be sown; C holds 0");
}

#[test]
fn clockwise_only_from_a_reverse_hole_of_two_or_more_whose_lap_captures() {
    assert_eq!(legal(&game("A2 O1", "j1 g1 b2")), "A A<");
    assert_eq!(legal(&game("A3 O2 N1 M1", "l1 e1 k1 f1 b2")), "A O A< O<");
    assert_eq!(legal(&game("A1 P1", "i1 h1 b2")), "");
    let game = game("A2 B2 O1", "j1 b2");
    assert_eq!(legal(&game), "A B");
    assert_refused(&game, "A<", "clockwise from A is allowed only when that lap captures");
    assert_refused(&game, "B<", "only A and O can be sown clockwise");
    assert_refused(&game, "O<", "a hole needs two or more counters to be sown; O holds 1");
}

#[test]
fn sixteen_sown_clockwise_end_in_the_hole_they_left_empty() {
    assert_eq!(legal(&game("O16", "j1 g1 b2")), "O");
    assert_eq!(legal(&game("O32", "j1 g1 b2")), "O O<");
}

#[test]
fn actions_of_other_boards_and_games_are_refused() {
    let game = game("A2", "a2");
    assert_refused(&game, "Q", "there is no such hole; yours end at P");
    assert_refused(&game, "a", "a is not your hole; south is to move");
    assert_refused(&game, "*", "* is not played in this game");
    assert_refused(&game, "-", "- is not played in this game");
}

// End of a lap

#[test]
fn a_lap_that_ends_in_an_empty_hole_ends_the_turn() {
    let mut game = game("A2 B1", "a2");
    assert_eq!(play(&mut game, "A"), "A2>C");
    assert_eq!(game.holes(Seat::South), side("B2 C1"));
    assert_eq!((game.to_move(), game.turns(), game.plies()), (Some(Seat::North), 1, 1));
}

#[test]
fn a_lap_that_ends_in_an_occupied_hole_out_of_opposition_is_relayed() {
    // An outer hole; an inner one that faces nothing, only an inner hole, only an outer hole.
    assert_eq!(play(&mut game("B2 D1", "b2"), "B"), "B2>D D2>F");
    for north in ["b2", "l2 b2", "e2 b2"] {
        assert_eq!(play(&mut game("K2 M1", north), "K"), "K2>M M2>O");
    }
}

#[test]
fn captured_counters_go_on_from_the_origin_of_their_lap() {
    let mut game = game("M2 O1", "j3 g2 a2");
    assert_eq!(play(&mut game, "M"), "M2>O+5 M5>B");
    assert_eq!(game.holes(Seat::South), side("N2 O3 P1 A1 B1"));
    assert_eq!(game.holes(Seat::North), side("a2"));
}

#[test]
fn a_lap_of_sixteen_ends_in_its_own_hole_which_was_empty() {
    let mut game = game("C16", "b2");
    assert_eq!(play(&mut game, "C"), "C16>C");
    assert_eq!(game.holes(Seat::South), [1; 16]);
}

#[test]
fn what_a_long_lap_left_in_its_origin_stays_there() {
    let mut game = game("E20", "p2 a3 b2");
    assert!(play(&mut game, "E").starts_with("E20>I+5 E5>J J2>L L2>N"));
    assert_eq!(game.holes(Seat::South), side("A2 C2 E2 G4 H4 I4 J1 K2 M2 O2"));
}

#[test]
fn a_lap_clockwise_over_its_own_origin_sees_what_it_drops() {
    // The 21st counter falls into L, which the 5th one had occupied.
    assert_eq!(legal(&game("A21", "m1 d1 b2")), "A A<");
    assert_eq!(legal(&game("A5", "m1 d1 b2")), "A");
    let mut game = game("A21", "m1 d1 b2");
    assert!(play(&mut game, "A<").starts_with("A21<L+2"));
}

// Direction of the next lap: a series

/// `A<` captures two; then `O<` can capture two.
const SERIES: (&str, &str) = ("A2 M1 O1", "j1 g1 l1 e1 b2");

#[test]
fn a_series_goes_on_anticlockwise_from_the_same_hole() {
    let mut game = game(SERIES.0, SERIES.1);
    assert_eq!(play(&mut game, "A<"), "A2<O+2");
    assert_eq!((game.to_move(), game.pending()), (Some(Seat::South), in_hand("A", 2)));
    assert_eq!(game.holes(Seat::South), side("M1 O2 P1"), "counters in hand are in no hole");
    assert_eq!(legal(&game), "A O<");
    assert_refused(&game, "M", "counters are in hand at A; you may choose A or O<");
    assert_eq!(play(&mut game, "A"), "A2>C");
    assert_eq!(game.turns(), 1);
}

#[test]
fn a_series_goes_on_clockwise_from_the_same_hole_as_often_as_it_captures() {
    let mut game = game("O2 M1 L1 K1", "l1 e2 m2 d2 n1 c1 b2");
    assert_eq!(play(&mut game, "O<"), "O2<M+3");
    assert_eq!(legal(&game), "O O<");
    assert_eq!(play(&mut game, "O<"), "O3<L+4");
    assert_eq!(legal(&game), "O O<");
    assert_eq!(play(&mut game, "O<"), "O4<K+2 O2>A");
}

#[test]
fn a_series_leaves_the_captured_counters_and_switches_to_the_other_reverse_hole() {
    let mut game = game(SERIES.0, SERIES.1);
    assert_eq!(play(&mut game, "A<.O<"), "O2<M+2");
    assert_eq!(game.pending(), in_hand("O", 2));
    assert_eq!(game.holes(Seat::South), side("A2 M2 N1 P1"));
}

#[test]
fn the_counters_left_can_be_what_makes_the_other_lap_capture() {
    let mut game = game("A2 M1 O2", "l1 e1 j1 g1 b2");
    assert_eq!(play(&mut game, "O<"), "O2<M+2");
    assert_eq!(legal(&game), "O A<");
    assert_eq!(play(&mut game, "A<"), "A2<O+2");
}

#[test]
fn any_other_hole_once_counters_were_left_and_the_possibilities_are_exhausted() {
    let mut game = game(SERIES.0, SERIES.1);
    play(&mut game, "A<.O<");
    assert_eq!(legal(&game), "A M O");
    assert_eq!(play(&mut game, "M"), "M2>O O3>B");
    assert_eq!(game.holes(Seat::South), side("A3 B1 N2 P2"));
    assert_eq!((game.turns(), game.plies()), (1, 3));
}

#[test]
fn not_any_other_hole_before_counters_were_left() {
    // Only sowing on anti-clockwise is legal, so it happens without a choice.
    let mut game = game("A2 C4 O1", "j1 g1 b2");
    assert_eq!(play(&mut game, "A<"), "A2<O+2 A2>C C5>H");
}

#[test]
fn other_holes_are_illegal_while_a_clockwise_lap_captures() {
    let mut game = game("A2 L1 M1 O1 P2", "j1 g1 l1 e2 m1 d1 b2");
    play(&mut game, "A<.O<");
    assert_eq!(legal(&game), "O O<");
}

#[test]
fn counters_once_left_are_remembered_through_further_clockwise_captures() {
    let mut game = game("A2 L1 M1 O1 P2", "j1 g1 l1 e2 m1 d1 b2");
    assert_eq!(play(&mut game, "A<.O<.O<"), "O3<L+2");
    assert_eq!(legal(&game), "A L M N O P");
}

#[test]
fn captured_counters_are_left_on_top_of_what_a_long_lap_left_there() {
    let mut game = game("A20 O1", "l1 e1 m1 d1 j1 g1 b2");
    assert_eq!(play(&mut game, "A<"), "A20<M+2");
    assert_eq!((game.pending(), game.holes(Seat::South)[0]), (in_hand("A", 2), 1));
    assert_eq!(legal(&game), "A A< O<");
    assert_eq!(play(&mut game, "O<"), "O3<L+2");
    assert_eq!(game.holes(Seat::South)[0], 3);
}

#[test]
fn a_series_that_turned_anticlockwise_has_no_clockwise_lap_any_more() {
    // The relay from O could capture at L.
    let mut game = game("A2 O1", "j7 g7 m1 d1 b2");
    assert!(play(&mut game, "A<").starts_with("A2<O+14 A14>O O3>B B2>D"));
    assert_eq!(game.to_move(), Some(Seat::North));
}

// Direction of the next lap: a turn that began anti-clockwise

#[test]
fn counters_relayed_at_a_reverse_hole_may_go_clockwise_if_that_captures() {
    let mut game = game("K4 O1", "l1 e1 b2");
    assert_eq!(play(&mut game, "K"), "K4>O");
    assert_eq!(game.pending(), in_hand("O", 2));
    assert_eq!(legal(&game), "O O<");
    assert_eq!(play(&mut game, "O"), "O2>A");
}

#[test]
fn counters_captured_at_a_reverse_hole_may_go_clockwise_if_that_captures() {
    let mut game = game("O10 I1 M1", "p1 a1 l1 e1 b2");
    assert_eq!(play(&mut game, "O"), "O10>I+2");
    assert_eq!(game.pending(), in_hand("O", 2));
    assert_eq!(legal(&game), "O O<");
}

#[test]
fn counters_in_hand_can_end_in_their_own_occupied_hole() {
    // A lap of 26 has left one counter in O; sixteen more end on it, and without it would end in an empty hole.
    let mut game = game("O26", "p9 a7 j1 g1 b2");
    assert_eq!(play(&mut game, "O"), "O26>I+16");
    assert_eq!(game.pending(), in_hand("O", 16));
    assert_eq!(legal(&game), "O O<");
    assert!(play(&mut game, "O<").starts_with("O16<O+2 O2>A"));
}

#[test]
fn counters_at_a_reverse_hole_go_on_unasked_where_clockwise_captures_nothing() {
    assert_eq!(play(&mut game("K4 O1", "l1 b2"), "K"), "K4>O O2>A");
}

#[test]
fn one_clockwise_capture_in_a_turn_that_began_anticlockwise() {
    // Three from O could capture at L, as a series would.
    let mut game = game("K4 O1", "l1 e2 m1 d1 b2");
    assert_eq!(play(&mut game, "K.O<"), "O2<M+3 O3>B");
    assert_eq!(game.to_move(), Some(Seat::North));
}
