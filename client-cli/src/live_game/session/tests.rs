use ikibuguzo_protocol::ServerMessage;

use super::*;
use crate::game_view::local_game::tests::{open_game, played_events};

/// A session of this role, whose game has had these events.
fn session(role: &str, events: &[Event]) -> GameSession {
    let mut session = GameSession::new(TurnList::default(), false);
    let text = format!(
        r#"{{"type":"game","game":"05cdv44x7ekv","role":"{role}","delay":0,"head":1,"seq":1,"view":{}}}"#,
        serde_json::to_string(&open_game(role).view).expect("JSON")
    );
    let Ok(ServerMessage::Game(mut snapshot)) = ServerMessage::parse(&text) else { panic!("{text}") };
    if let Some(view) = &mut snapshot.view {
        view.rules = "kubuguza".parse().map(ikibuguzo_protocol::Text).expect("rules");
    }
    session.handle_update(GameUpdate::Snapshot(Box::new(snapshot), String::new()));
    for event in events {
        session.handle_update(event_update(event.clone()));
    }
    session
}

fn event_update(event: Event) -> GameUpdate {
    GameUpdate::Event(Box::new(event), String::new())
}

fn event(seq: u64, kind: &str) -> GameUpdate {
    let text = format!(r#"{{"seq":{seq},"at":0,"kind":{kind}}}"#);
    event_update(serde_json::from_str(&text).expect(&text))
}

fn calls(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Call))
}

fn ends(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::End(SessionEnd::Left)))
}

const RESIGNED: &str = r#""ended","winner":"south","reason":"resignation""#;

#[test]
fn a_player_is_called_when_the_game_begins_to_wait_and_when_it_ends() {
    let events = played_events("kubuguza", 1);
    let mut north = session("north", &events[2..4]);
    assert!(calls(&north.handle_update(event_update(events[4].clone()))), "South has moved");
    assert!(!calls(&north.handle_update(event(6, r#""said","seat":"south","text":"hi""#))));
    assert!(calls(&north.handle_update(event(7, RESIGNED))));
    let mut spectator = session("spectator", &events[2..4]);
    assert!(!calls(&spectator.handle_update(event_update(events[4].clone()))));
}

#[test]
fn a_game_that_goes_back_is_shown_again() {
    let events = played_events("kubuguza", 1);
    let mut south = session("south", &events[2..5]);
    let at_the_start = session("south", &events[2..4]).game.expect("a game");
    let snapshot = Snapshot {
        game: at_the_start.id,
        role: at_the_start.role,
        delay: 0,
        head: 4,
        seq: 4,
        view: Some(Box::new(at_the_start.view.clone())),
    };
    let effects = south.handle_update(GameUpdate::Snapshot(Box::new(snapshot), String::new()));
    let says =
        |effect: &Effect| matches!(effect, Effect::Say(text) if text.contains("has lost the last events"));
    assert!(effects.iter().any(says), "{effects:?}");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::BoardChanged)));
    assert_eq!(south.game.expect("a game").view.position, at_the_start.view.position);
}

#[test]
fn a_spectator_who_saw_the_end_waits_for_the_rematch_while_the_input_is_open() {
    let events = played_events("kubuguza", 0);
    let mut spectator = session("spectator", &events[2..]);
    assert!(!ends(&spectator.handle_update(event(6, RESIGNED))));
    let effects = spectator.handle_update(event(7, r#""rematched","rematch":"0ycyvkfbghk9""#));
    assert!(matches!(effects.last(), Some(Effect::End(SessionEnd::Rematch(_)))), "{effects:?}");
    let mut listener = session("spectator", &events[2..]);
    assert!(!ends(&listener.handle_end_of_input()));
    assert!(ends(&listener.handle_update(event(6, RESIGNED))));
}

#[test]
fn nobody_is_asked_for_a_rematch_where_nobody_sat() {
    let mut south = session("south", &[]);
    let effects = south.handle_update(event(3, r#""ended","winner":null,"reason":"aborted""#));
    assert!(ends(&effects), "{effects:?}");
    assert_eq!(south.prompt(true).as_deref(), Some("the game is over >"));
}

#[test]
fn a_refusal_is_shown_without_its_code() {
    let mut south = session("south", &[]);
    let text = r#"{"type":"refused","code":"not_your_turn","message":"south is to move"}"#;
    let Ok(ServerMessage::Refused(refusal)) = ServerMessage::parse(text) else { panic!("{text}") };
    let effects = south.handle_update(GameUpdate::Refused(refusal, String::new()));
    assert!(matches!(&effects[..], [Effect::Say(text)] if text == "No: south is to move"), "{effects:?}");
}

#[test]
fn a_resignation_is_confirmed() {
    let mut south = session("south", &played_events("kubuguza", 0)[2..]);
    assert!(south.handle_line("resign").is_empty());
    assert_eq!(south.prompt(true).as_deref(), Some("Give the game up? yes or no >"));
    assert!(matches!(&south.handle_line("no")[..], [Effect::Say(_)]));
    for yes in ["yes", " Y "] {
        south.handle_line("resign");
        assert!(matches!(&south.handle_line(yes)[..], [Effect::Send(ClientMessage::Resign { .. })]));
    }
}
