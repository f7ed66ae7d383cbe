use super::*;

const RULES: Ruleset = Ruleset::Kubuguza;

/// A follower of a game of Kubuguza that has begun, and the same game.
fn begun(viewer: Viewer, rules: Ruleset) -> (Follower, Game) {
    let mut follower = Follower::new(viewer, 1);
    let Start::Play(game) = rules.begin() else { panic!("nothing to arrange") };
    let created = Happening::Created {
        rules: Text(rules),
        rules_version: 1,
        public: false,
        clock: None,
        rematch_of: None,
        from_record: None,
    };
    follower.hear(&Event { seq: 1, at: 0, what: created }).expect("created");
    let position = PositionView::of(&game, viewer);
    follower.hear(&Event { seq: 2, at: 0, what: Happening::Begun { position, clock: None } }).expect("begun");
    (follower, game)
}

/// Plays the first legal action; what the server would tell of it.
fn play(game: &mut Game, viewer: Viewer) -> (String, PositionView) {
    let action = game.legal_actions()[0];
    game.advance(action).expect("listed as legal");
    (action.to_string(), PositionView::of(game, viewer))
}

fn tell(follower: &mut Follower, seq: u64, action: &str, position: &PositionView) -> Result<(), Fault> {
    let position = serde_json::to_string(position).expect("plain data");
    follower.acted(&Acted { seq, action, position: &position })
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
    assert_eq!(follower.hear(&Event { seq: 3, at: 0, what: ended }), Err(Fault::Ending { seq: 3 }));
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
    let (action, position) = play(&mut game, Viewer::Spectator);
    let text = serde_json::to_string(&position).expect("plain data").replacen('{', r#"{"new":1,"#, 1);
    follower.acted(&Acted { seq: 3, action: &action, position: &text }).expect("the same position");
}
