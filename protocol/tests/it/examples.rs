//! Compares `docs/PROTOCOL.md` with the types. Every example is parsed and written back unchanged; every message, kind of
//! event and error code is on the page.

use ikibuguzo_protocol::{
    AccountDeletion, Analysis, BlockList, ClientMessage, ClockReport, Credentials, CurrentPlayer, EndReason,
    ErrorCode, Event, EventPage, ExploredPosition, ExportedGame, GameList, GameMoves, GameRatings,
    GameResult, HeadToHead, Leaderboard, NameClaim, NewGame, NewPushSubscription, NewReport, NewTournament,
    OEmbed, OfflineGameRecord, PlayerData, PlyView, PositionAnalysis, PositionBook, Problem, Profile,
    PushMessage, PushSettings, RatingHistory, SeatAssignment, ServerMessage, SignIn, Snapshot, State, Stats,
    TokenList, Tournament, TournamentList, TournamentSummary, TurnMark,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

const PAGE: &str = include_str!("../../../docs/PROTOCOL.md");

#[test]
fn every_example_is_parsed_and_written_back_unchanged() {
    let examples = examples();
    assert!(examples.len() > 40, "the examples were found");
    for (kind, text) in examples {
        match kind {
            "client" => check_round_trip::<ClientMessage>(&text),
            "server" => check_round_trip::<ServerMessage>(&text),
            "event" => check_round_trip::<Event>(&text),
            "Problem" => check_round_trip::<Problem>(&text),
            "Credentials" => check_round_trip::<Credentials>(&text),
            "CurrentPlayer" => check_round_trip::<CurrentPlayer>(&text),
            "NameClaim" => check_round_trip::<NameClaim>(&text),
            "SignIn" => check_round_trip::<SignIn>(&text),
            "TokenList" => check_round_trip::<TokenList>(&text),
            "NewGame" => check_round_trip::<NewGame>(&text),
            "OfflineGameRecord" => check_round_trip::<OfflineGameRecord>(&text),
            "SeatAssignment" => check_round_trip::<SeatAssignment>(&text),
            "GameList" => check_round_trip::<GameList>(&text),
            "Snapshot" => check_round_trip::<Snapshot>(&text),
            "EventPage" => check_round_trip::<EventPage>(&text),
            "PlyView" => check_round_trip::<PlyView>(&text),
            "Analysis" => check_round_trip::<Analysis>(&text),
            "PositionAnalysis" => check_round_trip::<PositionAnalysis>(&text),
            "ExploredPosition" => check_round_trip::<ExploredPosition>(&text),
            "PositionBook" => check_round_trip::<PositionBook>(&text),
            "ExportedGame" => check_round_trip::<ExportedGame>(&text),
            "GameMoves" => check_round_trip::<GameMoves>(&text),
            "ClockReport" => check_round_trip::<ClockReport>(&text),
            "Profile" => check_round_trip::<Profile>(&text),
            "OEmbed" => check_round_trip::<OEmbed>(&text),
            "BlockList" => check_round_trip::<BlockList>(&text),
            "GameRatings" => check_round_trip::<GameRatings>(&text),
            "PlayerData" => check_round_trip::<PlayerData>(&text),
            "AccountDeletion" => check_round_trip::<AccountDeletion>(&text),
            "PushSettings" => check_round_trip::<PushSettings>(&text),
            "NewPushSubscription" => check_round_trip::<NewPushSubscription>(&text),
            "PushMessage" => check_round_trip::<PushMessage>(&text),
            "RatingHistory" => check_round_trip::<RatingHistory>(&text),
            "Leaderboard" => check_round_trip::<Leaderboard>(&text),
            "NewReport" => check_round_trip::<NewReport>(&text),
            "NewTournament" => check_round_trip::<NewTournament>(&text),
            "TournamentSummary" => check_round_trip::<TournamentSummary>(&text),
            "TournamentList" => check_round_trip::<TournamentList>(&text),
            "Tournament" => check_round_trip::<Tournament>(&text),
            "HeadToHead" => check_round_trip::<HeadToHead>(&text),
            "Stats" => check_round_trip::<Stats>(&text),
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
fn every_error_code_is_on_the_page_with_its_status() {
    let (_, section) = PAGE.split_once("\n## Error codes\n").expect("the section");
    let codes: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(codes.len(), ErrorCode::ALL.len());
    for (code, line) in ErrorCode::ALL.iter().zip(codes) {
        assert!(line.starts_with(&format!("| `{code}` | {} | ", code.status())), "{code}: {line}");
    }
}

#[test]
fn every_end_reason_is_on_the_page() {
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
    for mark in [TurnMark::Inaccuracy, TurnMark::Mistake, TurnMark::Blunder] {
        check(mark, mark.as_str());
    }
    for result in [GameResult::South, GameResult::North, GameResult::Draw, GameResult::None] {
        check(result, result.as_str());
    }
}

/// The examples behind "```json KIND", with their kinds and without the line breaks of the page.
fn examples() -> Vec<(&'static str, String)> {
    let fenced = PAGE.split("```json ").skip(1).map(|rest| rest.split_once("```").expect("a closing fence"));
    let example = |(fence, _): (&'static str, _)| {
        let (kind, body) = fence.split_once('\n').expect("a kind");
        (kind, body.lines().map(str::trim).collect())
    };
    fenced.map(example).collect()
}

#[track_caller]
fn check_round_trip<T: Serialize + DeserializeOwned>(text: &str) {
    let read: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
}

/// The distinct values of a tag in the examples of one kind, in order of appearance.
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

/// Serde's error for an unknown tag. It lists all valid tags.
fn unknown_tag_error<T: DeserializeOwned>(tag: &str) -> String {
    let text = format!(r#"{{"seq":1,"at":1,"{tag}":"?"}}"#);
    serde_json::from_str::<T>(&text).err().map(|error| error.to_string()).unwrap_or_default()
}

/// Returns the names after checking that serde's error lists exactly these.
fn confirmed(names: &[&str], error: &str) -> Vec<String> {
    let expected: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    assert!(error.contains(&format!("one of {}", expected.join(", "))), "{error}");
    names.iter().map(|name| (*name).to_owned()).collect()
}
