//! A database that has lost its newest rows under a running server, for example since a replica took over that lagged.

use ikibuguzo_protocol::{GameId, ServerMessage, Snapshot};
use ikibuguzo_testing::{EventStream, NDJSON, TestServer, act, say, start_game};

async fn lose_newest_entry(server: &TestServer, game: GameId) {
    let of_game = format!("game_id = (select game_id from game where code = '{game}')");
    let newest = format!("seq = (select max(seq) from event where {of_game})");
    server.database().execute(&format!("delete from event where {of_game} and {newest}")).await;
}

/// Reads a message that has the whole game. Returns its newest event and the number of plies.
fn whole_game(message: ServerMessage) -> (u64, u32) {
    match message {
        ServerMessage::Game(Snapshot { head, view: Some(view), .. }) => {
            (head, view.position.map_or(0, |position| position.ply))
        }
        other => panic!("no whole game: {other:?}"),
    }
}

async fn next_event_seq(stream: &mut EventStream) -> u64 {
    match stream.next().await {
        Some(ServerMessage::Event { event, .. }) => event.seq,
        other => panic!("no event: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_from_what_the_database_still_has() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let first = server.http.command(&south, &say(game, "Muraho!")).await.expect("said");
    let mut watcher = server.client(Some(&north)).await;
    watcher.join(game, None).await;
    let mut stream = EventStream::open(server.address, None, NDJSON, game, 0).await;

    let lost = server.http.command(&south, &act(game, first, "O")).await.expect("played");
    assert_eq!(watcher.next_event().await.seq, lost);
    while next_event_seq(&mut stream).await != lost {}
    lose_newest_entry(&server, game).await;

    let again = server.http.command(&north, &say(game, "Amakuru?")).await.expect("said");
    assert_eq!(again, lost, "no gap");
    assert_eq!(whole_game(watcher.next().await), (again, 0), "the move is not in the log");
    assert_eq!(whole_game(stream.next().await.expect("a message")), (again, 0));

    let after = server.http.command(&south, &act(game, again, "O")).await.expect("played again");
    assert_eq!(watcher.next_event().await.seq, after);
    assert_eq!(next_event_seq(&mut stream).await, after);
    let metrics = server.http.send("GET", "/metrics", None, None).await.into_body();
    assert!(metrics.contains("ikibuguzo_rewound_games_total 1\n"), "{metrics}");
    let server = server.restart().await;
    assert_eq!(server.http.events(game, 0).await.head, after, "readable");
}
