//! Tests of the ends of a game, and of the lap limit.

use super::*;
use crate::rules::four_row::LAP_LIMIT;

#[test]
fn both_ends_in_one_turn_win_in_either_order() {
    let mut p_then_i = game("G2 I1 P1", "p4 a5 i1 h1 b2");
    assert_eq!(play(&mut p_then_i, "G"), "G2>I+9 G9>P+2");
    assert_won(&p_then_i, Seat::South, Reason::BothEnds);
    // The counters just captured are in the origin of their lap.
    assert_eq!(p_then_i.holes(Seat::South), side("G2 H2 I3 J1 K1 L1 M1 N1 O1 P2"));
    let mut i_then_p = game("I1 N2 P1", "i5 h6 p1 a1 b2");
    assert_eq!(play(&mut i_then_p, "N"), "N2>P+11 N11>I+2");
    assert_won(&i_then_p, Seat::South, Reason::BothEnds);
}

#[test]
fn both_ends_in_two_turns_do_not_win() {
    let mut game = game("G2 I1 N2 P1", "p1 a1 i1 h1 b2 d2");
    assert_eq!(play(&mut game, "G"), "G2>I+2 G2>I I3>L");
    assert_eq!(play(&mut game, "b"), "b2>d d3>g");
    play(&mut game, "N");
    assert_eq!(game.holes(Seat::North), side("c1 e1 f1 g1"));
    assert_won(&game, Seat::South, Reason::NoMove);
}

#[test]
fn a_capture_that_fulfils_two_wins_has_captured_all() {
    let mut game = game("G2 I1 P1", "p4 a5 i1 h1");
    play(&mut game, "G");
    assert_won(&game, Seat::South, Reason::CapturedAll);
    assert_eq!(game.turns(), 1);
}

#[test]
fn a_seat_without_a_hole_of_two_at_its_turn_loses() {
    let mut game = game("A2", "a1 b1");
    play(&mut game, "A");
    assert_won(&game, Seat::South, Reason::NoMove);
    assert_refused(&game, "a", "the game is over");
}

#[test]
fn ends_are_looked_for_at_once() {
    assert_won(&game("A1 B1", "a2"), Seat::North, Reason::NoMove);
    assert_won(&game("A1", ""), Seat::South, Reason::CapturedAll);
    assert_won(&game("", "a2"), Seat::North, Reason::CapturedAll);
    assert_won(&game("", ""), Seat::North, Reason::NoMove);
}

/// A side whose counters go round for ever without meeting an occupied hole.
const WALK: &str = "A2 B1";

#[test]
fn the_third_occurrence_is_drawn_and_the_start_position_is_the_first() {
    let mut game = game(WALK, WALK);
    while game.outcome().is_none() {
        game.advance(game.legal_actions()[0]).expect("listed as legal");
    }
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
    assert_eq!(game.turns(), 64, "both are back after sixteen turns each");
    assert_eq!(game.holes(Seat::South), side(WALK));
}

#[test]
fn a_position_in_which_an_opening_still_binds_is_another_one() {
    // South's schedule is done at the first occurrence, and it moves on without it at the others.
    let mut state = opening(Array::First, 3);
    state.opening.north = None;
    let position = crate::ruleset::GameState::Ikibuguzo(state);
    let start = Position::begin(RULESET, board(WALK, WALK), Seat::North, position);
    let mut game = Game::new(start);
    while game.outcome().is_none() {
        game.advance(game.legal_actions()[0]).expect("listed as legal");
    }
    assert_eq!(game.turns(), 65);
}

#[test]
fn the_same_board_with_the_other_seat_to_move_is_another_position() {
    let state = crate::ruleset::GameState::Ikibuguzo(IkibuguzoState::default());
    let [south, north] = Seat::ALL.map(|seat| Position::begin(RULESET, board(WALK, WALK), seat, state));
    assert_ne!(south.identity(), north.identity());
}

#[test]
fn two_hundred_turns_without_a_capture_are_drawn() {
    // A position alone does not end by repetition.
    let mut position = *game(WALK, WALK).position();
    while position.outcome().is_none() {
        position.advance(position.legal_actions()[0]).expect("listed as legal");
    }
    assert_eq!(position.outcome(), Some(Outcome::draw(Reason::Quiet)));
    assert_eq!(position.turns(), 200);
}

// docs/rules/README.md, The lap limit

/// The example of the page: the same again after 128 laps.
const ENDLESS: &str = "B1 D1 F1 H1 J1 L2 M1 N2 P1";

#[test]
fn a_turn_has_at_most_256_laps() {
    let mut game = game(ENDLESS, "i2");
    let laps = game.play("N".parse().expect("an action")).expect("a legal action");
    assert_eq!(laps.len(), 257);
    assert_eq!(lap_text(&laps[256]), "N!");
    assert_eq!(laps[..128], laps[128..256]);
    assert_eq!(game.holes(Seat::South), side(ENDLESS));
    assert_eq!((game.to_move(), game.pending(), game.turns()), (Some(Seat::North), None, 1));
}

/// Plays an action as the last lap that the limit allows.
fn last_lap(board: &mut Board, action: &str) -> (Progress, String) {
    let mut state = IkibuguzoState {
        turn: IkibuguzoTurn { relay: RelayState::after_laps(LAP_LIMIT - 1), ..IkibuguzoTurn::default() },
        ..IkibuguzoState::default()
    };
    let mut laps = Vec::new();
    let action = action.parse().expect("an action");
    let progress = state.play(board, Seat::South, action, &mut Trace::into_list(&mut laps));
    assert_eq!(state, IkibuguzoState::default(), "nothing of the turn is remembered");
    (progress, laps.iter().map(lap_text).collect::<Vec<_>>().join(" "))
}

#[test]
fn a_capture_by_the_last_lap_goes_to_its_origin_and_nothing_is_asked() {
    let mut board = board(SERIES.0, SERIES.1);
    let (progress, laps) = last_lap(&mut board, "A<");
    assert!(matches!(progress, Progress::TurnOver { captured: true }));
    assert_eq!(laps, "A2<O+2 A!");
    assert_eq!(board.side(Seat::South), side("A2 M1 O2 P1"));
}

#[test]
fn a_win_by_the_last_lap_counts_before_the_limit() {
    let mut board = board("M2 O1", "j3 g2");
    let (progress, laps) = last_lap(&mut board, "M");
    assert!(matches!(progress, Progress::Won(Reason::CapturedAll)));
    assert_eq!(laps, "M2>O+5");
}

#[test]
fn a_last_lap_that_ends_the_turn_by_itself_meets_no_limit() {
    let (progress, laps) = last_lap(&mut board("A2", "a2"), "A");
    assert!(matches!(progress, Progress::TurnOver { captured: false }));
    assert_eq!(laps, "A2>C");
}

#[test]
fn an_opening_turn_counts_as_one_lap() {
    let mut state = opening(Array::First, 2);
    state.turn.relay = RelayState::after_laps(LAP_LIMIT - 1);
    let mut board = board("J3 L1", "m2 d3 b2");
    let mut laps = Vec::new();
    let sow = Action::anticlockwise(Hole::new(Seat::South, 9));
    let progress = state.play(&mut board, Seat::South, sow, &mut Trace::into_list(&mut laps));
    assert!(matches!(progress, Progress::TurnOver { captured: true }));
    assert_eq!(laps.iter().map(lap_text).collect::<Vec<_>>().join(" "), "J3>L+5 J!");
}
