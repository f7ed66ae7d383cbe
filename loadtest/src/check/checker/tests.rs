use ikibuguzo_engine::Viewer;
use ikibuguzo_protocol::{GameId, ServerMessage};

use super::*;
use crate::net::incoming::Frame;

const RULES: Ruleset = Ruleset::Kubuguza;

/// A follower of a game that has begun, and the same game.
fn begun(viewer: Viewer, rules: Ruleset) -> (Follower, Game) {
    follow(&Rc::new(RefCell::new(Umpire::of_one(viewer))), viewer, rules)
}

/// Two followers of a game of Kubuguza that has begun, who share an umpire, and the same game.
fn both_begun() -> ([Follower; 2], Game) {
    let umpire = Rc::new(RefCell::new(Umpire::of_both()));
    let [(first, game), (second, _)] =
        [Seat::South, Seat::North].map(|seat| follow(&umpire, Viewer::Player(seat), RULES));
    ([first, second], game)
}

fn follow(umpire: &Rc<RefCell<Umpire>>, viewer: Viewer, rules: Ruleset) -> (Follower, Game) {
    let mut follower = Follower::new(Rc::clone(umpire), 1);
    let Start::Play(game) = rules.begin() else { panic!("nothing to arrange") };
    let created = Happening::Created {
        rules: Text(rules),
        rules_version: 1,
        public: false,
        clock: None,
        rematch_of: None,
        from_record: None,
    };
    follower.hear(&Event { seq: 1, at: 0, what: created }, "").expect("created");
    let position = PositionView::of(&game, viewer);
    let begun = Happening::Begun { position, clock: None };
    follower.hear(&Event { seq: 2, at: 0, what: begun }, "").expect("begun");
    (follower, game)
}

/// Plays the first legal action; what the server would tell of it.
fn play(game: &mut Game, viewer: Viewer) -> (String, PositionView) {
    let action = game.legal_actions()[0];
    game.advance(action).expect("listed as legal");
    (action.to_string(), PositionView::of(game, viewer))
}

/// What the server tells of a move.
fn message(seq: u64, action: &str, position: PositionView) -> String {
    let (seat, action) = (Text(Seat::South), Text(action.parse().expect("an action")));
    let what = Happening::Acted { seat, ply: 1, action, laps: vec![], position, receipt: None, clock: None };
    Event { seq, at: 0, what }.to_json(GameId::from_random([1; GameId::LENGTH]))
}

fn tell(follower: &mut Follower, seq: u64, action: &str, position: &PositionView) -> Result<(), Fault> {
    tell_text(follower, &message(seq, action, position.clone()))
}

fn tell_text(follower: &mut Follower, text: &str) -> Result<(), Fault> {
    match Frame::read(text).expect("a message") {
        Frame::Acted { acted, .. } => follower.acted(&acted, text),
        Frame::Other(message) => match *message {
            ServerMessage::Event { event, .. } => follower.hear(&event, text),
            other => panic!("{other:?} is no event"),
        },
        other => panic!("{other:?} is no event"),
    }
}

#[test]
fn what_the_engine_says_too_is_right() {
    for rules in [RULES, "azigo".parse().expect("rules")] {
        for viewer in [Viewer::Player(Seat::South), Viewer::Player(Seat::North), Viewer::Spectator] {
            let (mut follower, mut game) = begun(viewer, rules);
            for seq in 3..40 {
                let (action, position) = play(&mut game, viewer);
                tell(&mut follower, seq, &action, &position).expect("no fault");
            }
            assert_eq!(follower.tally(), Tally { boards: 38, compared: 38 });
        }
    }
}

#[test]
fn one_counter_more_is_a_fault() {
    let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
    let (action, mut position) = play(&mut game, Viewer::Spectator);
    position.holes.north[3] += 1;
    assert_eq!(tell(&mut follower, 3, &action, &position), Err(Fault::Board { seq: 3 }));
}

#[test]
fn every_field_of_a_position_is_compared() {
    let tampered: [fn(&mut PositionView); 4] = [
        |position| position.ply += 1,
        |position| position.turns += 1,
        |position| position.to_move = None,
        |position| position.legal.clear(),
    ];
    let differs = |tamper: fn(&mut PositionView)| {
        let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
        (3..60).any(|seq| {
            let (action, mut position) = play(&mut game, Viewer::Spectator);
            tamper(&mut position);
            tell(&mut follower, seq, &action, &position) == Err(Fault::Board { seq })
        })
    };
    for (number, tamper) in tampered.into_iter().enumerate() {
        assert!(differs(tamper), "tampering {number} went unseen");
    }
}

#[test]
fn a_store_shown_to_the_wrong_viewer_is_a_fault() {
    let rules = "azigo".parse().expect("rules");
    let (mut follower, mut game) = begun(Viewer::Player(Seat::North), rules);
    let (action, position) = play(&mut game, Viewer::Player(Seat::South));
    assert_eq!(tell(&mut follower, 3, &action, &position), Err(Fault::Board { seq: 3 }));
}

#[test]
fn a_gap_and_a_repeat_are_faults() {
    for told in [2, 4] {
        let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
        let (action, position) = play(&mut game, Viewer::Spectator);
        let fault = tell(&mut follower, told, &action, &position);
        assert_eq!(fault, Err(Fault::OutOfOrder { expected: 3, told }));
    }
}

#[test]
fn an_action_that_the_rules_forbid_is_a_fault() {
    let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
    let (_, position) = play(&mut game, Viewer::Spectator);
    assert_eq!(tell(&mut follower, 3, "-", &position), Err(Fault::Impossible { seq: 3 }));
}

#[test]
fn an_end_that_the_rules_do_not_know_is_a_fault() {
    let (mut follower, _) = begun(Viewer::Spectator, RULES);
    let outcome = Outcome { winner: None, reason: ikibuguzo_protocol::EndReason::Quiet };
    let ended = Happening::Ended { outcome, stores: None };
    assert_eq!(follower.hear(&Event { seq: 3, at: 0, what: ended }, ""), Err(Fault::Ending { seq: 3 }));
}

#[test]
fn one_board_in_so_many_is_compared() {
    let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
    // The first position was compared before.
    follower.one_in = 4;
    for seq in 3..18 {
        let (action, position) = play(&mut game, Viewer::Spectator);
        tell(&mut follower, seq, &action, &position).expect("no fault");
    }
    assert_eq!(follower.tally(), Tally { boards: 16, compared: 1 + 4 });
}

#[test]
fn the_order_of_fields_and_new_fields_are_no_fault() {
    let (mut follower, mut game) = begun(Viewer::Spectator, RULES);
    let text = next_message(&mut game, 3);
    let text = text.replacen(r#""position":{"#, r#""position":{"new":1,"#, 1);
    tell_text(&mut follower, &text).expect("the same position");
    let text = next_message(&mut game, 4);
    let text = text.replacen(r#""seq":4,"at":0,"#, r#""at":0,"seq":4,"#, 1);
    tell_text(&mut follower, &text).expect("the same position");
}

/// The message that tells of the first legal action, which is played.
fn next_message(game: &mut Game, seq: u64) -> String {
    let (action, position) = play(game, Viewer::Spectator);
    message(seq, &action, position)
}

#[test]
fn players_may_be_told_one_long_after_the_other() {
    let ([mut first, mut second], mut game) = both_begun();
    let texts: Vec<String> = (3..20).map(|seq| next_message(&mut game, seq)).collect();
    texts.iter().for_each(|text| tell_text(&mut first, text).expect("no fault"));
    texts.iter().for_each(|text| tell_text(&mut second, text).expect("no fault"));
    assert_eq!([first.seq(), second.seq()], [19, 19]);
    assert_eq!([first.tally(), second.tally()], [Tally { boards: 18, compared: 18 }; 2]);
}

#[test]
fn either_player_may_be_told_first() {
    let (mut followers, mut game) = both_begun();
    for seq in 3..20 {
        let text = next_message(&mut game, seq);
        followers.rotate_left(1);
        followers.iter_mut().for_each(|follower| tell_text(follower, &text).expect("no fault"));
    }
    assert_eq!(followers.map(|follower| follower.tally()), [Tally { boards: 18, compared: 18 }; 2]);
}

#[test]
fn both_players_compare_the_same_boards() {
    let (mut followers, mut game) = both_begun();
    followers.iter_mut().for_each(|follower| follower.one_in = 4);
    for seq in 3..18 {
        let text = next_message(&mut game, seq);
        followers.iter_mut().for_each(|follower| tell_text(follower, &text).expect("no fault"));
    }
    assert_eq!(followers.map(|follower| follower.tally()), [Tally { boards: 16, compared: 1 + 4 }; 2]);
}

#[test]
fn nobody_has_a_turn_before_all_was_heard() {
    let ([mut first, second], mut game) = both_begun();
    let opening = game.to_move().expect("begun");
    assert!(second.turn(opening).is_some());
    tell_text(&mut first, &next_message(&mut game, 3)).expect("no fault");
    let next = game.to_move().expect("not over");
    assert!(first.turn(next).is_some_and(|(ply, actions)| ply == 1 && actions == game.legal_actions()));
    assert!(second.turn(opening).is_none() && second.turn(next).is_none());
}

#[test]
fn a_board_that_is_told_otherwise_to_the_other_player_is_a_fault() {
    let ([mut first, mut second], mut game) = both_begun();
    let text = next_message(&mut game, 3);
    tell_text(&mut first, &text).expect("no fault");
    let other = text.replacen(r#""turns":"#, r#""turns":7"#, 1);
    assert_ne!(text, other);
    assert_eq!(tell_text(&mut second, &other), Err(Fault::Board { seq: 3 }));
}

#[test]
fn the_same_board_in_other_words_is_no_fault() {
    let ([mut first, mut second], mut game) = both_begun();
    let text = next_message(&mut game, 3);
    tell_text(&mut first, &text).expect("no fault");
    tell_text(&mut second, &text.replacen(r#""at":0"#, r#""at":1"#, 1)).expect("the same board");
}

#[test]
fn a_wrong_board_is_a_fault_to_both() {
    let (followers, mut game) = both_begun();
    let text = next_message(&mut game, 3).replacen(r#""turns":"#, r#""turns":7"#, 1);
    for mut follower in followers {
        assert_eq!(tell_text(&mut follower, &text), Err(Fault::Board { seq: 3 }));
    }
}
