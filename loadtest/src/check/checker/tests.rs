use std::time::Duration;

use ikibuguzo_engine::Viewer;
use ikibuguzo_protocol::{GameId, ServerMessage, Timestamp};

use super::*;
use crate::net::incoming::Incoming;

const RULES: Ruleset = Ruleset::Kubuguza;

/// A checker of a game that has begun, and the engine's game.
fn start(viewer: Viewer, rules: Ruleset) -> (GameChecker, Game) {
    start_checker(&Rc::new(RefCell::new(ReferenceGame::for_viewer(viewer))), viewer, rules)
}

/// The checkers of both players of a game of Kubuguza, which share a reference game, and the engine's game.
fn start_both() -> ([GameChecker; 2], Game) {
    let reference = Rc::new(RefCell::new(ReferenceGame::for_both_players()));
    let [(first, game), (second, _)] =
        [Seat::South, Seat::North].map(|seat| start_checker(&reference, Viewer::Player(seat), RULES));
    ([first, second], game)
}

fn start_checker(
    reference: &Rc<RefCell<ReferenceGame>>,
    viewer: Viewer,
    rules: Ruleset,
) -> (GameChecker, Game) {
    let mut checker = GameChecker::new(Rc::clone(reference), 1);
    let GameStart::Play(game) = rules.begin() else { panic!("nothing to arrange") };
    let created = EventKind::Created {
        rules: Text(rules),
        rules_version: 1,
        public: false,
        rated: false,
        berserk: false,
        clock: None,
        rematch_of: None,
        allowance: Duration::ZERO,
        from_record: None,
    };
    checker
        .check_event(&Event { seq: 1, at: Timestamp::ZERO, kind: created, closes: Vec::new() }, "")
        .expect("created");
    let position = PositionView::of(&game, viewer);
    let begun = EventKind::Begun { position, clocks: None };
    checker
        .check_event(&Event { seq: 2, at: Timestamp::ZERO, kind: begun, closes: Vec::new() }, "")
        .expect("begun");
    (checker, game)
}

/// Plays the first legal action. Returns the action and the position that the server sends.
fn play(game: &mut Game, viewer: Viewer) -> (String, PositionView) {
    let action = game.legal_actions()[0];
    game.advance(action).expect("listed as legal");
    (action.to_string(), PositionView::of(game, viewer))
}

/// The text of a move event.
fn move_text(seq: u64, action: &str, position: PositionView) -> String {
    let seat = Text(Seat::South);
    let action = Text(action.parse().expect("an action"));
    let kind = EventKind::Acted { seat, ply: 1, action, laps: vec![], position, receipt: None, clocks: None };
    Event { seq, at: Timestamp::ZERO, kind, closes: Vec::new() }
        .to_json(GameId::from_random([1; GameId::LENGTH]))
}

fn receive(
    checker: &mut GameChecker,
    seq: u64,
    action: &str,
    position: &PositionView,
) -> Result<(), Mismatch> {
    receive_text(checker, &move_text(seq, action, position.clone()))
}

fn receive_text(checker: &mut GameChecker, text: &str) -> Result<(), Mismatch> {
    match Incoming::parse(text).expect("a message") {
        Incoming::Move { event, .. } => checker.check_move(&event, text),
        Incoming::Other(message) => match *message {
            ServerMessage::Event { event, .. } => checker.check_event(&event, text),
            other => panic!("{other:?} is not an event"),
        },
        other => panic!("{other:?} is not an event"),
    }
}

#[test]
fn events_that_match_the_engine_are_accepted() {
    for rules in [RULES, "azigo".parse().expect("rules")] {
        for viewer in [Viewer::Player(Seat::South), Viewer::Player(Seat::North), Viewer::Spectator] {
            let (mut checker, mut game) = start(viewer, rules);
            for seq in 3..40 {
                let (action, position) = play(&mut game, viewer);
                receive(&mut checker, seq, &action, &position).expect("a correct event");
            }
            assert_eq!(checker.boards(), BoardCounts { received: 38, compared: 38 });
        }
    }
}

#[test]
fn an_extra_counter_is_a_mismatch() {
    let (mut checker, mut game) = start(Viewer::Spectator, RULES);
    let (action, mut position) = play(&mut game, Viewer::Spectator);
    position.holes.north[3] += 1;
    assert_eq!(receive(&mut checker, 3, &action, &position), Err(Mismatch::Board { seq: 3 }));
}

#[test]
fn every_field_of_a_position_is_compared() {
    let changes: [fn(&mut PositionView); 4] = [
        |position| position.ply += 1,
        |position| position.turns += 1,
        |position| position.to_move = None,
        |position| position.legal.clear(),
    ];
    let is_noticed = |change: fn(&mut PositionView)| {
        let (mut checker, mut game) = start(Viewer::Spectator, RULES);
        (3..60).any(|seq| {
            let (action, mut position) = play(&mut game, Viewer::Spectator);
            change(&mut position);
            receive(&mut checker, seq, &action, &position) == Err(Mismatch::Board { seq })
        })
    };
    for (number, change) in changes.into_iter().enumerate() {
        assert!(is_noticed(change), "change {number} was not noticed");
    }
}

#[test]
fn a_store_shown_to_the_wrong_viewer_is_a_mismatch() {
    let rules = "azigo".parse().expect("rules");
    let (mut checker, mut game) = start(Viewer::Player(Seat::North), rules);
    let (action, position) = play(&mut game, Viewer::Player(Seat::South));
    assert_eq!(receive(&mut checker, 3, &action, &position), Err(Mismatch::Board { seq: 3 }));
}

#[test]
fn a_gap_and_a_repeat_are_mismatches() {
    for received in [2, 4] {
        let (mut checker, mut game) = start(Viewer::Spectator, RULES);
        let (action, position) = play(&mut game, Viewer::Spectator);
        let result = receive(&mut checker, received, &action, &position);
        assert_eq!(result, Err(Mismatch::OutOfOrder { expected: 3, received }));
    }
}

#[test]
fn an_illegal_action_is_a_mismatch() {
    let (mut checker, mut game) = start(Viewer::Spectator, RULES);
    let (_, position) = play(&mut game, Viewer::Spectator);
    assert_eq!(receive(&mut checker, 3, "-", &position), Err(Mismatch::Impossible { seq: 3 }));
}

#[test]
fn a_wrong_outcome_is_a_mismatch() {
    let (mut checker, _) = start(Viewer::Spectator, RULES);
    let outcome = Outcome { winner: None, reason: ikibuguzo_protocol::EndReason::Quiet };
    let ended = EventKind::Ended { outcome, stores: None };
    assert_eq!(
        checker.check_event(&Event { seq: 3, at: Timestamp::ZERO, kind: ended, closes: Vec::new() }, ""),
        Err(Mismatch::Outcome { seq: 3 })
    );
}

#[test]
fn every_nth_board_is_compared() {
    let (mut checker, mut game) = start(Viewer::Spectator, RULES);
    // The first position has been compared already.
    checker.compare_every = 4;
    for seq in 3..18 {
        let (action, position) = play(&mut game, Viewer::Spectator);
        receive(&mut checker, seq, &action, &position).expect("a correct event");
    }
    assert_eq!(checker.boards(), BoardCounts { received: 16, compared: 1 + 4 });
}

#[test]
fn another_order_of_fields_and_unknown_fields_are_accepted() {
    let (mut checker, mut game) = start(Viewer::Spectator, RULES);
    let text = play_next(&mut game, 3);
    let text = text.replacen(r#""position":{"#, r#""position":{"new":1,"#, 1);
    receive_text(&mut checker, &text).expect("the same position");
    let text = play_next(&mut game, 4);
    let text = text.replacen(r#""seq":4,"at":0,"#, r#""at":0,"seq":4,"#, 1);
    receive_text(&mut checker, &text).expect("the same position");
}

/// Plays the first legal action. Returns the text of its event.
fn play_next(game: &mut Game, seq: u64) -> String {
    let (action, position) = play(game, Viewer::Spectator);
    move_text(seq, &action, position)
}

#[test]
fn one_player_may_receive_events_long_after_the_other() {
    let ([mut first, mut second], mut game) = start_both();
    let texts: Vec<String> = (3..20).map(|seq| play_next(&mut game, seq)).collect();
    texts.iter().for_each(|text| receive_text(&mut first, text).expect("a correct event"));
    texts.iter().for_each(|text| receive_text(&mut second, text).expect("a correct event"));
    assert_eq!([first.seq(), second.seq()], [19, 19]);
    assert_eq!([first.boards(), second.boards()], [BoardCounts { received: 18, compared: 18 }; 2]);
}

#[test]
fn either_player_may_receive_an_event_first() {
    let (mut checkers, mut game) = start_both();
    for seq in 3..20 {
        let text = play_next(&mut game, seq);
        checkers.rotate_left(1);
        checkers.iter_mut().for_each(|checker| receive_text(checker, &text).expect("a correct event"));
    }
    assert_eq!(checkers.map(|checker| checker.boards()), [BoardCounts { received: 18, compared: 18 }; 2]);
}

#[test]
fn both_players_compare_the_same_boards() {
    let (mut checkers, mut game) = start_both();
    checkers.iter_mut().for_each(|checker| checker.compare_every = 4);
    for seq in 3..18 {
        let text = play_next(&mut game, seq);
        checkers.iter_mut().for_each(|checker| receive_text(checker, &text).expect("a correct event"));
    }
    assert_eq!(checkers.map(|checker| checker.boards()), [BoardCounts { received: 16, compared: 1 + 4 }; 2]);
}

#[test]
fn a_seat_has_no_turn_before_it_has_received_every_move() {
    let ([mut first, second], mut game) = start_both();
    let opening = game.to_move().expect("begun");
    assert!(second.turn(opening).is_some());
    receive_text(&mut first, &play_next(&mut game, 3)).expect("a correct event");
    let next = game.to_move().expect("not over");
    assert!(first.turn(next).is_some_and(|(after, actions)| after == 3 && actions == game.legal_actions()));
    assert!(second.turn(opening).is_none() && second.turn(next).is_none());
}

#[test]
fn a_board_that_differs_for_the_second_player_is_a_mismatch() {
    let ([mut first, mut second], mut game) = start_both();
    let text = play_next(&mut game, 3);
    receive_text(&mut first, &text).expect("a correct event");
    let other = text.replacen(r#""turns":"#, r#""turns":7"#, 1);
    assert_ne!(text, other);
    assert_eq!(receive_text(&mut second, &other), Err(Mismatch::Board { seq: 3 }));
}

#[test]
fn the_same_board_in_another_text_is_accepted() {
    let ([mut first, mut second], mut game) = start_both();
    let text = play_next(&mut game, 3);
    receive_text(&mut first, &text).expect("a correct event");
    receive_text(&mut second, &text.replacen(r#""at":0"#, r#""at":1"#, 1)).expect("the same board");
}

#[test]
fn a_wrong_board_is_a_mismatch_for_both_players() {
    let (checkers, mut game) = start_both();
    let text = play_next(&mut game, 3).replacen(r#""turns":"#, r#""turns":7"#, 1);
    for mut checker in checkers {
        assert_eq!(receive_text(&mut checker, &text), Err(Mismatch::Board { seq: 3 }));
    }
}
