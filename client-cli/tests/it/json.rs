//! `--json`: the messages that a script reads and writes.

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    ErrorCode, Event, EventKind, GameList, PositionView, ServerMessage, Snapshot, Text,
};

use crate::support::{Server, Terminal};

/// The next message that is not about presence.
async fn next_message(script: &mut Terminal) -> ServerMessage {
    loop {
        let line = script.next_line().await.expect("a message");
        match ServerMessage::parse(&line).unwrap_or_else(|error| panic!("{error}: {line}")) {
            ServerMessage::Presence(_) => {}
            message => return message,
        }
    }
}

async fn snapshot(script: &mut Terminal) -> Snapshot {
    match next_message(script).await {
        ServerMessage::Game(snapshot) => snapshot,
        other => panic!("the game comes first, not {other:?}"),
    }
}

/// Plays the first legal action in each of its turns, in words or as JSON. Returns the events that it received.
async fn play(mut script: Terminal, as_json: bool) -> Vec<Event> {
    let Snapshot { role, view, .. } = snapshot(&mut script).await;
    let view = view.expect("the first one shows the game");
    arrange(&mut script, &view.arrays_offered).await;
    let mut events = Vec::new();
    while let Some(line) = script.next_line().await {
        let message = ServerMessage::parse(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let ServerMessage::Event { event, .. } = message else { continue };
        match &event.kind {
            EventKind::Seated { arrays_offered, .. } => arrange(&mut script, arrays_offered).await,
            EventKind::Revealed { position, .. } | EventKind::Acted { position, .. }
                if position.to_move == role.seat().map(Text) =>
            {
                act(&mut script, position, as_json).await;
            }
            _ => {}
        }
        events.push(event);
    }
    assert_eq!(script.end().await.0, Some(0));
    events
}

async fn arrange(script: &mut Terminal, offered: &[Text<Array>]) {
    if let Some(array) = offered.first() {
        script.type_line(&array.to_string()).await;
    }
}

async fn act(script: &mut Terminal, position: &PositionView, as_json: bool) {
    let Some(action) = position.legal.first() else { return };
    let json = format!(r#"{{"type":"act","action":"{action}"}}"#);
    script.type_line(&if as_json { json } else { action.to_string() }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_scripts_play_a_whole_game() {
    let server = Server::start().await;
    let mut first = server.run(&["--json", "play", "--new", "--rules", "ikibuguzo:first", "--public"]);
    let line = first.next_line().await.expect("the game");
    let Ok(ServerMessage::Game(Snapshot { game, .. })) = ServerMessage::parse(&line) else {
        panic!("{line}")
    };
    // The player keeps the seat while its script is gone.
    first.kill().await;
    // A script whose input has ended follows the game to its end.
    let watching = tokio::spawn(server.run(&["watch", "--json", game.as_str()]).end());
    let again = server.run(&["play", game.as_str(), "--json"]);
    let second = server.run(&["play", game.as_str(), "--json", "--player", "2"]);
    let (first, second) = tokio::join!(play(again, false), play(second, true));
    assert!(first.ends_with(&second) || second.ends_with(&first), "both received the same events");
    let (status, seen, _) = watching.await.expect("it ran");
    assert_eq!(status, Some(0));
    assert!(seen.lines().last().expect("lines").contains(r#""kind":"ended""#), "{seen}");

    let (_, events, _) = server.run(&["show", game.as_str(), "--json"]).end().await;
    let events: Vec<Event> =
        events.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
    assert!(events.ends_with(&second));
    let (_, list, _) = server.run(&["games", "--json", "--state", "finished"]).end().await;
    let list: GameList = serde_json::from_str(&list).expect("a list");
    assert_eq!(list.games.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_line_is_refused_and_the_script_goes_on() {
    let server = Server::start().await;
    let mut script = server.run(&["play", "--new", "--json"]);
    snapshot(&mut script).await;
    for (line, code) in [
        ("{", ErrorCode::BadJson),
        (r#"{"type":"win"}"#, ErrorCode::UnknownType),
        (r#"{"type":"act","action":"N","fast":true}"#, ErrorCode::UnknownField),
        (r#"{"type":"ping"}"#, ErrorCode::BadAction),
        ("hurry", ErrorCode::BadAction),
        ("N", ErrorCode::WaitingForOpponent),
        ("resign", ErrorCode::WaitingForOpponent),
    ] {
        script.type_line(line).await;
        match next_message(&mut script).await {
            ServerMessage::Refused(refusal) => assert_eq!(refusal.code, code, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_script_can_write_faster_than_it_is_answered() {
    const LINES: usize = 120;
    let server = Server::start().await;
    let mut first = server.run(&["play", "--new", "--json"]);
    let game = snapshot(&mut first).await.game;
    let mut second = server.run(&["play", game.as_str(), "--json"]);
    snapshot(&mut second).await;
    for number in 0..LINES {
        second.type_line(&format!("say {number}")).await;
    }
    let mut answers = 0;
    while answers < LINES {
        let message = next_message(&mut second).await;
        answers += usize::from(matches!(message, ServerMessage::Ack { .. } | ServerMessage::Refused(_)));
    }
}
