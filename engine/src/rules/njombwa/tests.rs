//! One or more tests for every section of docs/rules/njombwa.md, in order.

use crate::rules::testing::{assert_board, assert_refused, assert_won, legal, new_game, play, set_up, side};
use crate::{Game, Reason, Seat};

const RULES: &str = "njombwa:8";

fn game(south: &str, north: &str) -> Game {
    set_up(RULES, south, north)
}

/// Plays this number of turns in which only one action is legal.
fn forced(game: &mut Game, turns: usize) -> Vec<String> {
    let mut laps = Vec::new();
    for _ in 0..turns {
        let only = legal(game);
        assert!(!only.contains(' '), "{only} is a choice");
        laps.push(play(game, &only));
    }
    laps
}

#[test]
fn every_board_begins_with_29_two_and_one() {
    for (rules, columns) in [("njombwa:8", 8), ("njombwa:9", 9), ("njombwa:10", 10)] {
        let game = new_game(rules);
        assert_eq!(game.ruleset().columns(), columns);
        assert_eq!(game.holes(Seat::South), side("A29 B2 C1", 2 * columns));
        assert_eq!(game.holes(Seat::North), side("a29 b2 c1", 2 * columns));
    }
}

#[test]
fn nothing_is_sown_clockwise() {
    assert_refused(&game("A3", "a3"), "A<", "A< is not played in this game");
}

#[test]
fn the_hole_with_two_counters_walks_without_relay() {
    let mut game = new_game(RULES);
    assert_eq!(legal(&game), "B");
    assert_refused(&game, "A", "your opening turn must sow B");
    assert_eq!(forced(&mut game, 4), ["B2>D", "b2>d", "C2>E", "c2>e"]);
    // C, which held one, holds two after B; its second counter relays nowhere.
    assert_board(&game, "A29 D2 E1", "a29 d2 e1");
}

#[test]
fn the_walk_captures_the_facing_inner_hole_alone() {
    let mut game = new_game(RULES);
    forced(&mut game, 18);
    assert_eq!(forced(&mut game, 2), ["K2>M+1", "k2>m+2"]);
    assert_board(&game, "A29 M1", "a29 l1 m1");
}

#[test]
fn the_walk_is_over_for_both_when_the_seat_to_move_has_nothing_to_walk_with() {
    let mut game = new_game(RULES);
    forced(&mut game, 20);
    assert_eq!(game.to_move(), Some(Seat::South));
    assert_eq!(legal(&game), "A");
    assert_refused(&game, "M", "your opening turn must sow A");
}

#[test]
fn the_spread_sows_a_with_relay_and_captures_nothing() {
    let mut game = new_game(RULES);
    forced(&mut game, 20);
    assert_eq!(
        forced(&mut game, 2),
        ["A29>N N2>P P2>B B3>E E3>H H3>K K3>N", "a29>n n2>p p2>b b3>e e3>h h3>k k3>n"]
    );
    assert_board(&game, "A2 C3 D3 F3 G3 I3 J3 L3 M4 N1 O2", "a2 c3 d3 f3 g3 i3 j3 l4 m4 n1 o2");
}

#[test]
fn the_main_phase_begins_when_both_have_spread() {
    let mut game = new_game(RULES);
    forced(&mut game, 22);
    assert_eq!(game.to_move(), Some(Seat::South));
    assert_eq!(legal(&game), "A C D F G I J L M O");
    assert_refused(&game, "N", "a hole needs two or more counters to be sown; N holds 1");
}

#[test]
fn the_main_phase_relays_until_an_empty_hole_and_captures_from_there() {
    let mut game = new_game(RULES);
    forced(&mut game, 22);
    // The hole behind i is empty: three are taken. Behind P stands A.
    assert_eq!(play(&mut game, "G"), "G3>J J4>N N2>P+3");
    assert_eq!(play(&mut game, "j"), "j3>m m5>b");
    assert_eq!(play(&mut game, "I"), "I4>M M6>C C4>G");
    assert_eq!(play(&mut game, "f"), "f3>i+5");
    assert_board(&game, "B1 D4 E1 F4 G1 H1 J1 K2 L5 N1 O4", "a3 b1 c3 d3 g4 h1 i1 k1 l5 n2 o3 p1");
    assert_eq!(game.to_move(), Some(Seat::South), "a capture ends the turn");
}

#[test]
fn an_empty_facing_inner_hole_protects_what_stands_behind_it() {
    let mut game = game("G2", "a5 b2");
    assert_eq!(play(&mut game, "G"), "G2>I");
    assert_board(&game, "H1 I1", "a5 b2");
}

#[test]
fn a_single_counter_moves_only_where_no_hole_has_two_and_only_into_an_empty_hole() {
    let game = game("A1 B1 H1", "p3 a2 b2");
    assert_eq!(legal(&game), "B H");
    assert_refused(&game, "A", "the single counter in A may move only into an empty hole");
    assert_refused(&game, "C", "a hole needs two or more counters to be sown; C holds 0");
    assert_refused(&game, "-", "you may pass only when nothing else is possible");
    let mut captures = game.clone();
    assert_eq!(play(&mut captures, "H"), "H1>I+5");
    let with_two = set_up(RULES, "A1 C2", "a2");
    assert_eq!(legal(&with_two), "C");
}

#[test]
fn a_seat_that_can_move_nothing_passes() {
    // Single counters in all sixteen holes.
    let all = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 M1 N1 O1 P1";
    let mut game = game(all, "a2");
    assert_eq!(legal(&game), "-");
    assert_refused(&game, "A", "the single counter in A may move only into an empty hole");
    assert_eq!(play(&mut game, "-"), "-");
    assert_board(&game, all, "a2");
    assert_eq!(game.to_move(), Some(Seat::North));
}

#[test]
fn the_last_counter_captured_wins_at_once() {
    let mut game = game("H1 C1", "p3 a2");
    assert_eq!(play(&mut game, "H"), "H1>I+5");
    assert_won(&game, Seat::South, Reason::CapturedAll);
    assert_board(&game, "C1 I1", "");
}

#[test]
fn with_nine_columns_north_spreads_first() {
    let mut game = new_game("njombwa:9");
    let laps = forced(&mut game, 23);
    assert_eq!(laps[22], "M2>O+2");
    assert_eq!((game.to_move(), legal(&game)), (Some(Seat::North), "a".to_owned()));
}

#[test]
fn with_ten_columns_south_spreads_first() {
    let mut game = new_game("njombwa:10");
    let laps = forced(&mut game, 26);
    assert!(laps[24].ends_with("+1") && laps[25].ends_with("+2"), "{laps:?}");
    assert_eq!((game.to_move(), legal(&game)), (Some(Seat::South), "A".to_owned()));
}

#[test]
fn a_turn_without_end_is_stopped_and_its_counters_stay() {
    // docs/rules/README.md, The lap limit: this side is the same again after 128 laps.
    let mut game = game("B1 D1 F1 H1 J1 L2 M1 N2 P1", "a2");
    let laps = play(&mut game, "N");
    assert!(laps.ends_with("N!"), "{laps}");
    assert_eq!(laps.split(' ').count(), 257);
    assert_eq!(game.to_move(), Some(Seat::North));
}

#[test]
fn a_spread_that_meets_the_lap_limit_counts_as_done() {
    // Found by search: A's relay goes on for more than 256 laps.
    let text = "njombwa:8 7,0,2,1,2,1,0,3,2,3,0,1,2,3,0,1 29,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3 \
                - south spread/spread - 0 0 -";
    let mut game = Game::new(text.parse().expect("a position"));
    let laps = play(&mut game, "A");
    assert!(laps.ends_with('!'), "{laps}");
    assert_eq!(game.to_move(), Some(Seat::North));
    assert_eq!(legal(&game), "a", "North spreads, and then the main phase begins");
    play(&mut game, "a");
    assert_ne!(legal(&game), "A");
}

#[test]
fn singles_that_walk_round_for_ever_are_drawn() {
    // One counter on each side, far from each other, and no hole of two: nothing is ever captured.
    let mut game = game("A1", "a1 b1");
    while game.outcome().is_none() {
        let action = game.legal_actions()[0];
        game.advance(action).expect("listed as legal");
    }
    let reason = game.outcome().expect("over").reason;
    assert!(matches!(reason, Reason::Repetition | Reason::Quiet | Reason::CapturedAll), "{reason:?}");
}
