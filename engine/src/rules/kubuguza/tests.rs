//! One or more tests for every section of docs/rules/kubuguza.md, in order.

use crate::rules::testing::{
    assert_board, assert_refused, assert_won, in_hand, legal, new_game, play, set_up,
};
use crate::{Action, Game, Outcome, Reason, Seat};

const RULES: &str = "kubuguza";

fn game(south: &str, north: &str) -> Game {
    set_up(RULES, south, north)
}

#[test]
fn four_counters_are_in_every_inner_hole() {
    let game = new_game(RULES);
    assert_board(&game, "I4 J4 K4 L4 M4 N4 O4 P4", "i4 j4 k4 l4 m4 n4 o4 p4");
    assert_eq!((game.ruleset().columns(), game.ruleset().rows()), (8, 2));
    assert_eq!(legal(&game), "I J K L M N O P");
}

#[test]
fn two_counters_or_more_are_sown_and_the_reverse_holes_clockwise_where_that_captures() {
    // From A two clockwise reach O, which is occupied and faces j and g; from O one lap reaches M.
    let game = game("A2 B1 C3 O3 H2 J2", "j2 g1 p1");
    assert_eq!(legal(&game), "A C H J O A<");
    assert_refused(&game, "B", "a hole needs two or more counters to be sown; B holds 1");
    assert_refused(&game, "C<", "only A, H, J and O can be sown clockwise");
    assert_refused(&game, "O<", "clockwise from O is allowed only when that lap captures");
    assert_refused(&game, "*", "* is not played in this game");
    assert!(!game.position().is_legal(Action::Pass));
}

#[test]
fn all_four_reverse_holes_capture_clockwise() {
    let game = game("A2 H8 J3 O3 P1 L1", "j1 g1 m1 d1 i1 h1 p1 a1");
    let clockwise: Vec<String> =
        game.legal_actions().iter().map(ToString::to_string).filter(|action| action.ends_with('<')).collect();
    for action in &clockwise {
        let mut next = game.clone();
        assert!(play(&mut next, action).contains("<"), "{action}");
    }
    assert!(clockwise.contains(&"A<".to_owned()), "{clockwise:?}");
}

#[test]
fn a_lap_into_an_empty_hole_ends_the_turn() {
    let mut game = game("A2", "a2");
    assert_eq!(play(&mut game, "A"), "A2>C");
    assert_eq!(game.to_move(), Some(Seat::North));
}

#[test]
fn what_is_captured_is_sown_from_the_origin_of_its_lap() {
    let mut game = game("G2 I1", "p4 a5 i1 h1");
    assert_eq!(play(&mut game, "G"), "G2>I+9 G9>P");
    assert_board(&game, "H2 I3 J1 K1 L1 M1 N1 O1 P1", "i1 h1");
}

#[test]
fn without_opposition_an_occupied_hole_relays() {
    // The outer hole behind p is empty, and so I is not in opposition.
    let mut inner = game("G2 I1", "p4 b2");
    assert_eq!(play(&mut inner, "G"), "G2>I I2>K");
    let mut outer = game("A2 C1", "p4 b2");
    assert_eq!(play(&mut outer, "A"), "A2>C C2>E");
}

#[test]
fn first_turns_capture_nothing_and_the_next_ones_do() {
    let mut game = new_game(RULES);
    assert_eq!(play(&mut game, "O"), "O4>C");
    assert_eq!(legal(&game), "i j k l m n o p", "o< would capture if it were not the first turn");
    play(&mut game, "n.L");
    assert_board(&game, "A2 B2 C2 D1 E1 F1 I4 J4 K4 M5 N5 O1", "a1 b1 i4 j4 k4 l4 m4 o5 p5");
    assert!(legal(&game).ends_with(" o<"), "{}", legal(&game));
}

#[test]
fn a_first_turn_relays_where_a_later_one_would_capture() {
    // P is occupied after O's lap, and so are the holes facing it when North has made its first turn.
    let mut later = game("M3 P2", "i4 h2 a2");
    assert_eq!(play(&mut later, "M"), "M3>P+6 M6>C");
    let mut first = new_game(RULES);
    let laps = play(&mut first, "P");
    assert!(!laps.contains('+'), "{laps}");
}

#[test]
fn counters_in_hand_go_clockwise_from_a_reverse_hole_as_often_as_that_captures() {
    let mut game = new_game(RULES);
    play(&mut game, "O.n.L");
    assert_eq!(play(&mut game, "o<"), "o5<j+3");
    assert_eq!((game.pending(), legal(&game)), (in_hand("o", 3), "o o<".to_owned()));
    assert_refused(&game, "a", "counters are in hand at o; you may choose o or o<");
    assert_eq!(play(&mut game, "o<"), "o3<l+6 o6>e", "clockwise again would not capture: nothing is asked");
    assert_board(&game, "A2 C2 E1 F1 I4 J4 K4 N5", "a2 b2 c1 d1 e1 i4 j5 k5 l6 m6 n2 p6");
}

#[test]
fn relay_into_a_reverse_hole_asks_where_clockwise_captures() {
    // M relays into A, from which two clockwise reach O again.
    let mut game = game("M5 A1 O2", "j2 g1 a2");
    let laps = play(&mut game, "M");
    assert_eq!(laps, "M5>B");
    let mut game = set_up(RULES, "M4 A1 O2", "j2 g1 a2");
    assert_eq!(play(&mut game, "M"), "M4>A");
    assert_eq!((game.pending(), legal(&game)), (in_hand("A", 2), "A A<".to_owned()));
    assert_eq!(play(&mut game.clone(), "A"), "A2>C");
    assert_eq!(play(&mut game, "A<"), "A2<O+3 A3>D");
}

#[test]
fn counters_in_hand_are_never_left() {
    let mut game = new_game(RULES);
    play(&mut game, "O.n.L.o<");
    assert!(game.legal_actions().iter().all(|action| action.to_string().starts_with('o')));
}

#[test]
fn a_seat_without_counters_loses_at_once() {
    let mut game = game("G2 I1 B3", "p4 a5");
    assert_eq!(play(&mut game, "G"), "G2>I+9");
    assert_won(&game, Seat::South, Reason::CapturedAll);
    assert_board(&game, "B3 G9 H1 I2", "");
    assert_won(&set_up(RULES, "", "a2"), Seat::North, Reason::CapturedAll);
}

#[test]
fn a_seat_that_cannot_move_loses() {
    let mut game = game("A2", "a1 b1");
    play(&mut game, "A");
    assert_won(&game, Seat::South, Reason::NoMove);
}

#[test]
fn repetition_and_quiet_are_drawn() {
    let mut games = 0;
    let mut rng = fastrand::Rng::with_seed(3);
    while games < 4 {
        // Two counters on each side, which never meet: nothing is ever captured.
        let mut game = game("A2 C2", "a2 c2");
        while game.outcome().is_none() {
            let actions = game.legal_actions();
            game.advance(actions[rng.usize(..actions.len())]).expect("listed as legal");
        }
        let outcome = game.outcome().expect("over");
        let drawn = [Reason::Repetition, Reason::Quiet].map(Outcome::draw).contains(&outcome);
        assert!(drawn || outcome.reason == Reason::NoMove, "{outcome:?}");
        games += 1;
    }
}
