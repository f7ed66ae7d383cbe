//! One or more tests for every section of docs/rules/azigo.md, in order.

use crate::rules::testing::{self, assert_refused, assert_won, legal, new_game, play, set_up_with_stores};
use crate::{Action, BySeat, Game, Outcome, Reason, Seat, Store, Viewer};

fn game(rules: &str, south: &str, north: &str, stores: [u8; 2]) -> Game {
    set_up_with_stores(rules, south, north, BySeat::new(stores[0], stores[1]))
}

fn stores(game: &Game) -> [Store; 2] {
    let stores = game.seen_by(Viewer::AfterGame).stores.expect("Azigo has stores");
    [stores.south, stores.north]
}

#[track_caller]
fn assert_board(game: &Game, south: &str, north: &str, held: [u8; 2]) {
    testing::assert_board(game, south, north);
    assert_eq!(stores(game), held.map(Store::Shown));
}

#[test]
fn each_seat_takes_nine_counters_into_its_store() {
    let row = "A5 B5 C5 D5 E5 F5 G5 H1";
    assert_board(&new_game("azigo"), row, &row.to_lowercase(), [9, 9]);
}

#[test]
fn the_stronger_player_leaves_one() {
    let row = "A5 B5 C5 D5 E5 F5 G5 H1";
    let stronger = format!("{row} L1");
    assert_board(&new_game("azigo:handicap=south"), &stronger, &row.to_lowercase(), [8, 9]);
    assert_board(&new_game("azigo:handicap=north,own-row"), row, &stronger.to_lowercase(), [9, 8]);
}

#[test]
fn a_store_is_seen_by_its_owner_alone_until_the_end() {
    let mut game = game("azigo", "A2", "a1", [30, 7]);
    let seen = |game: &Game, viewer| {
        let stores = game.seen_by(viewer).stores.expect("Azigo has stores");
        [stores.south, stores.north]
    };
    assert_eq!(seen(&game, Viewer::Player(Seat::South)), [Store::Shown(30), Store::Concealed]);
    assert_eq!(seen(&game, Viewer::Player(Seat::North)), [Store::Concealed, Store::Shown(7)]);
    assert_eq!(seen(&game, Viewer::Spectator), [Store::Concealed, Store::Concealed]);
    assert_eq!(seen(&game, Viewer::AfterGame), [Store::Shown(30), Store::Shown(7)]);
    game = self::game("azigo", "", "a1", [0, 7]);
    assert_won(&game, Seat::North, Reason::NoMove);
    assert_eq!(seen(&game, Viewer::Spectator), [Store::Shown(0), Store::Shown(7)]);
}

#[test]
fn whether_a_store_can_be_entered_is_its_owners_to_know() {
    for held in [0, 5, 30] {
        let game = game("azigo", "A2 C1", "a1", [held, 7]);
        assert_eq!(game.seen_by(Viewer::Spectator).legal.len(), 2);
        assert_eq!(game.seen_by(Viewer::Player(Seat::North)).legal.len(), 2);
        assert_eq!(game.seen_by(Viewer::Player(Seat::South)).legal, game.legal_actions());
    }
}

#[test]
fn every_occupied_hole_can_be_sown_and_the_store_entered() {
    assert_eq!(legal(&new_game("azigo")), "A B C D E F G H *");
    let game = game("azigo", "A1 T3", "a1", [0, 0]);
    assert_eq!(legal(&game), "A T");
    assert_refused(&game, "B", "B is empty");
    assert_refused(&game, "A<", "A< is not played in this game");
    assert_refused(&game, "-", "- is not played in this game");
    assert_refused(&game, "*", "your store is empty");
}

#[test]
fn the_first_counter_falls_back_unless_it_is_alone() {
    let mut many = new_game("azigo");
    assert_eq!(play(&mut many, "C"), "C5>G");
    assert_board(&many, "A5 B5 C1 D6 E6 F6 G6 H1", "a5 b5 c5 d5 e5 f5 g5 h1", [9, 9]);
    let mut alone = new_game("azigo");
    assert_eq!(play(&mut alone, "H"), "H1>I");
}

#[test]
fn the_circuit_of_the_board_goes_on_into_the_opponents_row_and_captures_back() {
    let south = "O11 K5 H1 A5";
    // The last counter is the third in c; b then holds one; a holds two, and the capture stops.
    let mut game = game("azigo", "R6 A2", "a1 c2 d2", [0, 0]);
    assert_eq!(play(&mut game, "R"), "R6>c+4");
    assert_board(&game, "A2 R1 S1 T1", "a2 d2", [4, 0]);
    let mut round = self::game("azigo", south, "e2", [0, 0]);
    assert_eq!(play(&mut round, "O"), "O11>e+7");
    assert_board(&round, "A5 H1 K5 O1 P1 Q1 R1 S1 T1", "", [7, 0]);
}

#[test]
fn a_single_counter_moves_from_the_end_of_the_row_into_the_opponents() {
    let mut game = game("azigo", "T1 A1", "a2 b1", [0, 0]);
    assert_eq!(play(&mut game, "T"), "T1>a+3");
    assert_board(&game, "A1", "b1", [3, 0]);
    let mut own_row = self::game("azigo:own-row", "T1 B1", "a2 b1", [0, 0]);
    assert_eq!(play(&mut own_row, "T"), "T1>A");
}

#[test]
fn forty_counters_and_more_go_round() {
    let mut game = game("azigo", "A41", "a5", [0, 0]);
    // The first falls back into A, the forty-first there again.
    assert_eq!(play(&mut game, "A"), "A41>A");
    assert_eq!(game.holes(Seat::South)[0], 2);
}

#[test]
fn nothing_is_captured_by_a_lap_that_ends_in_an_own_hole() {
    let mut game = game("azigo", "A3", "a1 s1 r3", [0, 0]);
    assert_eq!(play(&mut game, "A"), "A3>C");
}

#[test]
fn the_circuit_of_the_own_row_captures_what_faces_it() {
    // I sows into J, which faces k; then l, m and n hold one each, and o is empty.
    let mut game = game("azigo:own-row", "I2", "k1 l1 m1 n3 p1", [3, 5]);
    assert_eq!(play(&mut game, "I"), "I2>J+6");
    assert_board(&game, "I1 J1", "p1", [9, 5]);
    // Not past the end of the row: B faces s, A faces t, and a is not before it.
    let mut end = self::game("azigo:own-row", "A2", "s1 t3 a1 b2", [0, 0]);
    assert_eq!(play(&mut end, "A"), "A2>B+4");
    assert_board(&end, "A1 B1", "a1 b2", [4, 0]);
}

#[test]
fn the_whole_store_is_entered_along_the_own_row() {
    let mut game = game("azigo", "A1", "a1 t1", [23, 5]);
    assert_eq!(play(&mut game, "*"), "*23>C");
    let mut row = vec![1; 20];
    row[..3].copy_from_slice(&[3, 2, 2]);
    assert_eq!(game.holes(Seat::South), row);
    assert_eq!(stores(&game), [Store::Shown(0), Store::Shown(5)]);
}

#[test]
fn a_store_of_more_than_twenty_is_entered_into_the_opponents_row() {
    let twenty = game("azigo", "A1", "a1", [20, 5]);
    assert_eq!(legal(&twenty), "A *");
    assert_refused(&twenty, "*>", "only a store of more than 20 counters is entered into the opponent's row");
    let mut game = game("azigo", "B2 D1 E2 F12 G4 H1 I3 J2 K3 R2", "a2 b1 d3 e1 g1 h3 i1 p1 r3", [23, 19]);
    assert_eq!(play(&mut game, "*>"), "*23>c+4");
    assert_board(
        &game,
        "A1 B3 C1 D2 E3 F13 G5 H2 I4 J3 K4 L1 M1 N1 O1 P1 Q1 R3 S1 T1",
        "a3 b2 c1 g1 h3 i1 p1 r3",
        [4, 19],
    );
}

#[test]
fn entering_captures_only_ahead_and_only_in_the_opponents_row() {
    // Sixty counters end in T again: the next hole is a, which holds two now, and then none is captured.
    let mut round = game("azigo", "", "a1 b1", [60, 5]);
    assert_eq!(play(&mut round, "*>"), "*60>T");
    // With an empty row before, every hole holds one then, and c three: all are captured.
    let mut from_t = game("azigo", "", "c2", [60, 5]);
    assert_eq!(play(&mut from_t, "*>"), "*60>T+22");
    // Forty-one end in A: the next hole is B, and nothing is captured.
    let mut own = game("azigo", "", "c3", [41, 5]);
    assert_eq!(play(&mut own, "*>"), "*41>A");
}

#[test]
fn both_ways_of_entering_exist_in_both_circuits() {
    for rules in ["azigo", "azigo:own-row"] {
        assert_eq!(legal(&game(rules, "A1", "a1", [21, 5])), "A * *>");
    }
}

#[test]
fn a_seat_with_nothing_to_sow_and_an_empty_store_loses() {
    let mut captured = game("azigo", "T1", "a2", [0, 0]);
    assert_eq!(play(&mut captured, "T"), "T1>a+3");
    assert_won(&captured, Seat::South, Reason::NoMove);
    let stored = game("azigo", "", "a2", [1, 0]);
    assert_eq!(legal(&stored), "*");
}

/// Plays the first legal action for each seat until the end.
fn play_on(mut game: Game) -> Game {
    while game.outcome().is_none() {
        game.advance(game.legal_actions()[0]).expect("listed as legal");
    }
    game
}

fn counted(game: &Game) -> [u32; 2] {
    let [south, north] = stores(game).map(|store| match store {
        Store::Shown(held) => u32::from(held),
        Store::Concealed => panic!("it is shown"),
    });
    let row = |seat| game.holes(seat).iter().map(|&held| u32::from(held)).sum::<u32>();
    [south + row(Seat::South), north + row(Seat::North)]
}

#[track_caller]
fn assert_decided_by_count(game: &Game, reason: Reason) {
    let [south, north] = counted(game);
    let expected = match south.cmp(&north) {
        std::cmp::Ordering::Greater => Outcome::win(Seat::South, reason),
        std::cmp::Ordering::Less => Outcome::win(Seat::North, reason),
        std::cmp::Ordering::Equal => Outcome::draw(reason),
    };
    assert_eq!(game.outcome(), Some(expected));
}

#[test]
fn repetition_and_quiet_are_decided_by_count() {
    // In the own row a single counter goes round for ever: the position recurs.
    let repeated = play_on(game("azigo:own-row", "A1", "a1", [0, 0]));
    let reason = repeated.outcome().expect("over").reason;
    assert!(matches!(reason, Reason::Repetition | Reason::NoMove), "{reason:?}");
    // Large holes on both sides give 200 turns without a capture and without a repetition.
    let mut rng = fastrand::Rng::with_seed(5);
    let mut reasons = std::collections::HashSet::new();
    for _ in 0..400 {
        let held = [rng.u8(..40), rng.u8(..40)];
        let mut game = game("azigo:own-row", "A1 K2", "b1 k2", held);
        while game.outcome().is_none() {
            let actions = game.legal_actions();
            // A store that is never entered counts at the end.
            let action =
                actions.iter().rev().find(|action| !matches!(action, Action::Enter | Action::EnterOpponent));
            game.advance(action.copied().unwrap_or(actions[0])).expect("listed as legal");
        }
        let reason = game.outcome().expect("over").reason;
        reasons.insert(reason);
        if reason != Reason::NoMove {
            assert_decided_by_count(&game, reason);
        }
    }
    assert!(!reasons.is_empty());
}

#[test]
fn four_hundred_turns_are_the_most() {
    let mut rng = fastrand::Rng::with_seed(6);
    let mut limited = 0;
    for _ in 0..50 {
        let mut game = new_game("azigo");
        while game.outcome().is_none() {
            let actions = game.legal_actions();
            game.advance(actions[rng.usize(..actions.len())]).expect("listed as legal");
        }
        assert!(game.turns() <= 400);
        if game.outcome().expect("over").reason == Reason::TurnLimit {
            limited += 1;
            assert_eq!(game.turns(), 400);
            assert_decided_by_count(&game, Reason::TurnLimit);
        }
    }
    assert!(limited > 0, "no game met the limit");
}
