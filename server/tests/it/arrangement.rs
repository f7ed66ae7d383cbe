//! Before the reveal no output to others depends on a sealed array.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_game::commitment::opens;
use ikibuguzo_protocol::{ClientMessage, Credentials, EventKind, GameId, ServerMessage, Text};
use ikibuguzo_testing::{TestClient, TestServer, act, arrange, resign, start_game, within};

/// The text before the hash of a sealed array. The hash has a random salt, so it does not depend on the array.
const SEAL_MARK: &str = "sha256:";

/// Number of digits of the hash.
const SEAL_DIGITS: usize = 64;

/// Everything that the opponent and a spectator receive when South has chosen this array, each from its own server: that of
/// South, of North and of the spectator. What differs from game to game is masked.
async fn output_to_others([here, norths, spectators]: [&TestServer; 3], array: Array) -> Vec<String> {
    let (game, [south, north]) = start_game(&here.http, "ikibuguzo:choice", true).await;
    let mut watchers = [norths.client(Some(&north)).await, spectators.client(None).await];
    let mut output = Vec::new();
    for watcher in &mut watchers {
        watcher.send(&ClientMessage::Join { game, since: None, compact: false }).await;
        output.push(watcher.next_text().await);
    }
    let id = "the-arrangement".parse().expect("an id");
    let arrange = ClientMessage::Arrange { game, id, array: Text(array) };
    here.command(&south, &arrange).await.expect("arranged");

    for watcher in &mut watchers {
        output.extend(read_until(watcher, is_arrangement).await);
        watcher.send(&ClientMessage::Join { game, since: Some(0), compact: false }).await;
        watcher.send(&ClientMessage::PING).await;
        output.extend(read_until(watcher, |message| matches!(message, ServerMessage::Pong { .. })).await);
    }
    for (server, player) in [(norths, Some(&north)), (spectators, None)] {
        for path in ["", "/events", "/events?since=3", "/record"] {
            let path = format!("/api/games/{game}{path}");
            let token = player.map(|player| player.token.reveal());
            let response = server.http.send("GET", &path, token, None).await;
            output.push(format!("{} {}", response.status(), response.body()));
        }
        output.push(format!("{:?}", try_commands_of_south(server, game, player).await));
    }
    // The array of a game that ends before the reveal stays sealed.
    here.command(&north, &resign(game)).await.expect("an end");
    for path in ["", "/events", "/record", "/proof"] {
        let response = here.http.send("GET", &format!("/api/games/{game}{path}"), None, None).await;
        output.push(format!("{} {}", response.status(), response.body()));
    }
    output.into_iter().map(|text| mask_names_and_times(&text, game, [&south, &north])).collect()
}

fn is_arrangement(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Event { event, .. } if matches!(event.kind, EventKind::Arranged { .. }))
}

/// Reads messages up to the first one of a kind. Messages about presence come at different times in every run and are left
/// out.
async fn read_until(watcher: &mut TestClient, is_last: fn(&ServerMessage) -> bool) -> Vec<String> {
    let mut messages = Vec::new();
    let reading = async {
        loop {
            let text = watcher.next_text().await;
            let message = ServerMessage::parse(&text).expect("a message");
            if !matches!(message, ServerMessage::Presence(_)) {
                messages.push(text);
            }
            if is_last(&message) {
                break;
            }
        }
    };
    within("the last message of its kind", reading).await;
    messages
}

/// A hostile client sends South's command id with every array, and a move. Returns the refusals.
async fn try_commands_of_south(
    server: &TestServer,
    game: GameId,
    player: Option<&Credentials>,
) -> Vec<String> {
    let mut client = server.client(player).await;
    let mut answers = Vec::new();
    for array in Array::ALL {
        let id = "the-arrangement".parse().expect("an id");
        let refusal = client.command(&ClientMessage::Arrange { game, id, array: Text(array) }).await;
        answers.push(format!("{:?}", refusal.expect_err("refused")));
    }
    let act = act(game, 6, "N");
    let refusal = client.command(&act).await.expect_err("refused");
    answers.push(format!("{:?} {}", refusal.code, refusal.message));
    answers
}

fn mask_names_and_times(text: &str, game: GameId, players: [&Credentials; 2]) -> String {
    let mut text = text.replace(game.as_str(), "GAME");
    for player in players {
        text = text.replace(player.name.as_str(), "NAME");
    }
    let digits =
        |text: &str| text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
    let mut parts = text.split("\"at\":");
    let first = parts.next().unwrap_or_default().to_owned();
    // Times are thirteen digits from 2001 to 2286.
    let timeless = parts.map(|part| format!("{}{}", digits(&part[..13]), &part[13..]));
    let text = std::iter::once(first).chain(timeless).collect::<Vec<_>>().join("\"at\":");
    let marks = ["\"created_at\":", "[CreatedAt \"", "[EndedAt \"", "\"now\":", "\"claim_at\":{\"south\":"];
    let text = marks.iter().fold(text, |text, mark| mask_after(&text, mark, 13));
    mask_after(&text, SEAL_MARK, SEAL_DIGITS)
}

/// Masks a number of characters after the first mark.
fn mask_after(text: &str, mark: &str, length: usize) -> String {
    match text.split_once(mark) {
        Some((before, after)) => format!("{before}{mark}{}{}", "0".repeat(length), &after[length..]),
        None => text.to_owned(),
    }
}

#[tokio::test]
async fn output_to_others_does_not_depend_on_a_sealed_array() {
    let server = TestServer::start().await;
    compare_worlds([&server, &server, &server]).await;
}

#[tokio::test]
async fn output_of_other_servers_does_not_depend_on_a_sealed_array() {
    let here = TestServer::start().await;
    let norths = here.start_second().await;
    let spectators = here.start_second().await;
    compare_worlds([&here, &norths, &spectators]).await;
}

/// Plays two games that differ only in the array of South, and compares what others receive.
async fn compare_worlds(servers: [&TestServer; 3]) {
    let first = output_to_others(servers, Array::First).await;
    let second = output_to_others(servers, Array::Second).await;
    assert!(first.len() > 20 && first.iter().any(|text| text.contains("\"kind\":\"arranged\"")), "{first:?}");
    assert_eq!(first, second);
    assert!(
        !first.iter().any(|text| text.contains("salt:")),
        "the array could be found by trying: {first:?}"
    );
}

#[tokio::test]
async fn the_owner_sees_its_sealed_array_and_everyone_the_reveal() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let mut sockets = [server.client(Some(&south)).await, server.client(Some(&north)).await];
    let arrange = |array| arrange(game, array);
    sockets[0].command(&arrange(Array::First)).await.expect("arranged");

    let own = sockets[0].join(game, None).await.view.expect("a view");
    assert_eq!((own.sealed, own.arrays_offered.len()), (Some(Text(Array::First)), 0));
    let other = sockets[1].join(game, None).await.view.expect("a view");
    assert_eq!((other.sealed, other.arranged.south, other.arrays_offered.len()), (None, true, 2));
    let seal = other.commitments.south.expect("a hash of the array");

    sockets[1].command(&arrange(Array::Second)).await.expect("arranged");
    let events = server.http.events(game, 0).await.events;
    let EventKind::Revealed { arrays, commitments, position, .. } = &events.last().expect("events").kind
    else {
        panic!("{events:?}")
    };
    assert_eq!((*arrays.south, *arrays.north), (Array::First, Array::Second));
    assert_eq!(position.to_move, Some(Text(Seat::South)));

    // The array is the one that was sealed, and could not have been found from its hash.
    let salt = commitments.south.as_ref().expect("a salt");
    assert!(opens(&seal, salt, Array::First.as_str()) && !opens(&seal, salt, Array::Second.as_str()));
    let shown = events.iter().find_map(|event| match &event.kind {
        EventKind::Arranged { seat: Text(Seat::South), commitment } => commitment.clone(),
        _ => None,
    });
    assert_eq!(shown, Some(seal));
    assert_ne!(commitments.south, commitments.north, "each array has a salt of its own");
}
