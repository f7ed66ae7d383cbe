//! Compares `docs/PROTOCOL.md` with the types. Every example is parsed and written back unchanged; every message and kind
//! of event has one. A test of the server checks that a server sends them.

use std::collections::BTreeSet;

use ikibuguzo_protocol::{
    ClientMessage, EndReason, ErrorCode, Event, GameResult, ServerMessage, State, TurnMark,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const PAGE: &str = include_str!("../../../docs/PROTOCOL.md");

/// Its parts about codes and reasons are made from the types.
const REFERENCE: &str = include_str!("../../../docs/REFERENCE.md");

#[test]
fn every_example_is_parsed_and_written_back_unchanged() {
    let examples = examples();
    assert!(examples.len() > 40, "the examples were found");
    for (kind, text) in examples {
        match kind {
            "client" => check_round_trip::<ClientMessage>(&text),
            "server" => check_round_trip::<ServerMessage>(&text),
            "event" => check_round_trip::<Event>(&text),
            other => panic!("unknown kind of example: {other}"),
        }
    }
}

#[test]
fn event_to_json_equals_the_server_message() {
    let game = "k7wq2m9xra4t".parse().expect("an id");
    for (_, text) in examples().into_iter().filter(|(kind, _)| *kind == "event") {
        let event: Event = serde_json::from_str(&text).expect("an event");
        let written = event.to_json(game);
        assert_eq!(written, ServerMessage::Event { game, event }.to_json());
    }
}

#[test]
fn every_message_has_an_example() {
    let client = [
        "hello",
        "join",
        "leave",
        "subscribe",
        "arrange",
        "berserk",
        "act",
        "decline",
        "resign",
        "offer_draw",
        "answer_draw",
        "offer_takeback",
        "answer_takeback",
        "offer_previews",
        "answer_previews",
        "offer_rematch",
        "answer_rematch",
        "claim",
        "say",
        "ping",
    ];
    let server = [
        "welcome",
        "game",
        "event",
        "acted",
        "ack",
        "refused",
        "left",
        "pong",
        "presence",
        "subscribed",
        "notice",
        "bye",
    ];
    let event = [
        "created",
        "seated",
        "invited",
        "declined",
        "arranged",
        "revealed",
        "begun",
        "berserked",
        "acted",
        "excused",
        "draw_offered",
        "draw_declined",
        "takeback_offered",
        "takeback_declined",
        "taken_back",
        "previews_offered",
        "previews_declined",
        "previews_agreed",
        "said",
        "ended",
        "rematch_offered",
        "rematch_declined",
        "rematched",
    ];
    assert_eq!(tags("client", "type"), confirmed(&client, &unknown_tag_error::<ClientMessage>("type")));
    assert_eq!(tags("server", "type"), confirmed(&server, &unknown_tag_error::<ServerMessage>("type")));
    assert_eq!(tags("event", "kind"), confirmed(&event, &unknown_tag_error::<Event>("kind")));
}

#[test]
fn every_error_code_is_in_the_reference_with_its_status() {
    let (_, section) = REFERENCE.split_once("\n## Error codes\n").expect("the section");
    let codes: Vec<&str> = section.lines().filter(|line| line.starts_with("| <a ")).collect();
    assert_eq!(codes.len(), ErrorCode::ALL.len());
    for (code, line) in ErrorCode::ALL.iter().zip(codes) {
        assert!(line.contains(&format!("`{code}` | {} | ", code.status())), "{code}: {line}");
    }
}

#[test]
fn every_end_reason_is_in_the_reference() {
    for reason in EndReason::ALL {
        assert!(REFERENCE.contains(&format!("- `{}`: ", reason.as_str())), "{reason:?}");
        assert_eq!(serde_json::to_value(reason).expect("JSON"), reason.as_str());
    }
}

#[test]
fn every_enum_has_one_name_for_each_variant() {
    fn check<T: Serialize>(value: T, name: &str) {
        assert_eq!(serde_json::to_value(value).expect("JSON"), name);
    }
    for code in ErrorCode::ALL {
        check(code, &code.as_str());
    }
    for state in [State::Open, State::Arranging, State::Playing, State::Finished] {
        check(state, state.as_str());
    }
    for mark in [TurnMark::Inaccuracy, TurnMark::Mistake, TurnMark::Blunder] {
        check(mark, mark.as_str());
    }
    for result in [GameResult::South, GameResult::North, GameResult::Draw, GameResult::None] {
        check(result, result.as_str());
    }
}

/// The examples behind "```json KIND", with their kinds and without the line breaks of the page. Each begins a line; the
/// lines that continue it are indented.
fn examples() -> Vec<(&'static str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    let fenced = PAGE.split("```json ").skip(1).map(|rest| rest.split_once("```").expect("a closing fence"));
    for (fence, _) in fenced {
        let (heading, body) = fence.split_once('\n').expect("a heading");
        let kind = heading.split(' ').next().expect("a kind");
        for line in body.lines() {
            match line.strip_prefix("  ") {
                Some(more) => examples.last_mut().expect("a beginning").1.push_str(more),
                None => examples.push((kind, line.to_owned())),
            }
        }
    }
    examples
}

#[track_caller]
fn check_round_trip<T: Serialize + DeserializeOwned>(text: &str) {
    let read: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
}

/// The values of a tag in the examples of one kind.
fn tags(kind: &str, tag: &str) -> BTreeSet<String> {
    let value = |text: String| {
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        value[tag].as_str().expect("a tag").to_owned()
    };
    examples().into_iter().filter(|(of, _)| *of == kind).map(|(_, text)| value(text)).collect()
}

/// Serde's error for an unknown tag. It lists all valid tags.
fn unknown_tag_error<T: DeserializeOwned>(tag: &str) -> String {
    let text = format!(r#"{{"seq":1,"at":1,"{tag}":"?"}}"#);
    serde_json::from_str::<T>(&text).err().map(|error| error.to_string()).unwrap_or_default()
}

/// Returns the names after checking that serde's error lists exactly these.
fn confirmed(names: &[&str], error: &str) -> BTreeSet<String> {
    let expected: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    assert!(error.contains(&format!("one of {}", expected.join(", "))), "{error}");
    names.iter().map(|name| (*name).to_owned()).collect()
}
