//! `docs/PROTOCOL.md` and the types hold together: every example is read and printed back unchanged, every message,
//! kind of event and error code has its place on the page.

use ikibuguzo_protocol::{
    ClientMessage, ClockSheet, Credentials, EndReason, ErrorCode, Event, Events, ExportedGame, GameList,
    GameResult, HeadToHead, Me, NameClaim, NewGame, PlyView, PositionBook, Problem, Profile, Seated,
    ServerMessage, SignIn, Snapshot, State, Stats, TokenList,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const PAGE: &str = include_str!("../../docs/PROTOCOL.md");

#[test]
fn every_example_is_read_and_printed_back_unchanged() {
    let examples = examples();
    assert!(examples.len() > 40, "the examples were found");
    for (kind, text) in examples {
        match kind {
            "client" => same::<ClientMessage>(&text),
            "server" => same::<ServerMessage>(&text),
            "event" => same::<Event>(&text),
            "Problem" => same::<Problem>(&text),
            "Credentials" => same::<Credentials>(&text),
            "Me" => same::<Me>(&text),
            "NameClaim" => same::<NameClaim>(&text),
            "SignIn" => same::<SignIn>(&text),
            "TokenList" => same::<TokenList>(&text),
            "NewGame" => same::<NewGame>(&text),
            "Seated" => same::<Seated>(&text),
            "GameList" => same::<GameList>(&text),
            "Snapshot" => same::<Snapshot>(&text),
            "Events" => same::<Events>(&text),
            "PlyView" => same::<PlyView>(&text),
            "PositionBook" => same::<PositionBook>(&text),
            "ExportedGame" => same::<ExportedGame>(&text),
            "ClockSheet" => same::<ClockSheet>(&text),
            "Profile" => same::<Profile>(&text),
            "HeadToHead" => same::<HeadToHead>(&text),
            "Stats" => same::<Stats>(&text),
            other => panic!("an example of what? {other}"),
        }
    }
}

#[test]
fn an_event_is_written_as_the_message_that_tells_it() {
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
        "arrange",
        "act",
        "resign",
        "offer_draw",
        "answer_draw",
        "offer_takeback",
        "answer_takeback",
        "offer_rematch",
        "answer_rematch",
        "claim",
        "say",
        "ping",
    ];
    let server = ["welcome", "game", "event", "ack", "refused", "left", "pong", "presence", "bye"];
    let event = [
        "created",
        "seated",
        "arranged",
        "revealed",
        "begun",
        "acted",
        "excused",
        "draw_offered",
        "draw_declined",
        "takeback_offered",
        "takeback_declined",
        "taken_back",
        "said",
        "ended",
        "rematch_offered",
        "rematch_declined",
        "rematched",
    ];
    assert_eq!(tags("client", "type"), listed(&client, &unknown::<ClientMessage>("type")));
    assert_eq!(tags("server", "type"), listed(&server, &unknown::<ServerMessage>("type")));
    assert_eq!(tags("event", "kind"), listed(&event, &unknown::<Event>("kind")));
}

#[test]
fn every_error_code_has_its_line_and_status() {
    let (_, section) = PAGE.split_once("\n## Error codes\n").expect("the section");
    let codes: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(codes.len(), ErrorCode::ALL.len());
    for (code, line) in ErrorCode::ALL.iter().zip(codes) {
        assert!(line.starts_with(&format!("| `{code}` | {} | ", code.status())), "{code}: {line}");
    }
}

#[test]
fn every_reason_of_an_end_is_named() {
    for reason in EndReason::ALL {
        assert!(PAGE.contains(&format!("`{}`", reason.as_str())), "{reason:?}");
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
    for result in [GameResult::South, GameResult::North, GameResult::Draw, GameResult::None] {
        check(result, result.as_str());
    }
}

/// What stands behind "```json KIND", with the line breaks of the page taken out.
fn examples() -> Vec<(&'static str, String)> {
    let fenced = PAGE.split("```json ").skip(1).map(|rest| rest.split_once("```").expect("a closing fence"));
    let example = |(fence, _): (&'static str, _)| {
        let (kind, body) = fence.split_once('\n').expect("a kind");
        (kind, body.lines().map(str::trim).collect())
    };
    fenced.map(example).collect()
}

#[track_caller]
fn same<T: Serialize + DeserializeOwned>(text: &str) {
    let read: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
}

/// The distinct values of a tag in the examples of a kind, in order.
fn tags(kind: &str, tag: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for (_, text) in examples().into_iter().filter(|(of, _)| *of == kind) {
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let value = value[tag].as_str().expect("a tag").to_owned();
        if !tags.contains(&value) {
            tags.push(value);
        }
    }
    tags
}

/// What serde says of a tag that nothing has: it names all that there are.
fn unknown<T: DeserializeOwned>(tag: &str) -> String {
    let text = format!(r#"{{"seq":1,"at":1,"{tag}":"?"}}"#);
    serde_json::from_str::<T>(&text).err().map(|error| error.to_string()).unwrap_or_default()
}

/// The list, once serde has confirmed that it is all there is.
fn listed(names: &[&str], said: &str) -> Vec<String> {
    let expected: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    assert!(said.contains(&format!("one of {}", expected.join(", "))), "{said}");
    names.iter().map(|name| (*name).to_owned()).collect()
}
