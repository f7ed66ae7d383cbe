//! Round trips: a dump of every feature is imported into an empty database, dumped again, and played on.

pub(crate) mod everything;

use std::time::Duration;

use std::fs;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, EventKind, ExportedGame, FirstTurn, GameId, GameList, NewGame,
    Text,
};
use ikibuguzo_server::chance::Chance;
use ikibuguzo_server::operations::export::{Export, Format};
use ikibuguzo_server::operations::import::error::ImportError;
use ikibuguzo_server::operations::import::{ImportOptions, Imported, import};
use ikibuguzo_store::{FinishedQuery, Search, Store};
use ikibuguzo_testing::{
    Bot, TestDatabase, TestServer, command_id, machine_time, new_game, resign, start_game,
};

use self::everything::{begin_tournament, play_everything, play_rounds};
use super::check::check_lines;
use super::tournaments::{NAMES, new_tournament};

/// The text of a dump with private games, at once: the program leaves out games that have just ended.
async fn dump_text(store: &Store, format: Format) -> String {
    let ended = FinishedQuery {
        search: Search::default(),
        by_invitation: true,
        after: None,
        until: machine_time() + Duration::from_millis(1),
    };
    let mut export = Export::new(store.clone(), ended, format);
    let mut text = Export::header(format).to_owned();
    while let Some(game) = export.next().await.expect("a game") {
        text += &game;
    }
    text
}

async fn import_dump(store: &Store, text: &str) -> Imported {
    try_import(store, text).await.expect("imported")
}

async fn try_import(store: &Store, text: &str) -> Result<Imported, ImportError> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    fs::write(&file, text).expect("written");
    import(store, &file, ImportOptions::default(), machine_time(), &Chance::system()).await
}

/// Imports a dump into an empty database.
async fn import_into(database: &TestDatabase, text: &str) -> (Store, Imported) {
    let store = Store::open(&database.url()).await.expect("a database");
    let imported = import_dump(&store, text).await;
    (store, imported)
}

fn lines(dump: &str) -> Vec<ExportedGame> {
    dump.lines().map(|line| serde_json::from_str(line).expect("a game")).collect()
}

/// The answers of both servers at a path.
async fn expect_same(servers: [&TestServer; 2], path: &str) {
    let [before, after] = servers.map(|server| server.http.send("GET", path, None, None));
    let before = before.await;
    let after = after.await;
    assert_eq!(after.status(), before.status(), "{path}");
    assert_eq!(after.body(), before.body(), "{path}");
}

/// The list of finished games with a filter, in an order that ends of games and ids decide.
async fn listed(server: &TestServer, query: &str) -> GameList {
    let path = format!("/api/games?state=finished&limit=200&count=true{query}");
    let mut list: GameList = server.http.get(&path).await.expect("a list");
    // Among games that were created at the same time, the order is that of random numbers.
    list.games.sort_by_key(|game| (game.created_at, game.game));
    list
}

async fn expect_same_answers(servers: [&TestServer; 2], games: &[ExportedGame]) {
    for game in games {
        let id = game.summary.game;
        for path in ["/record", "/proof", "/events", "/plies/0"] {
            expect_same(servers, &format!("/api/games/{id}{path}")).await;
        }
    }
    for query in
        ["", "&rules=azigo", "&result=south", "&reason=resignation", "&reason=agreement", "&order=newest"]
    {
        let before = listed(servers[0], query).await;
        assert_eq!(listed(servers[1], query).await, before, "{query}");
    }
    for name in games.iter().filter_map(|game| game.summary.players.south.as_ref()) {
        let query = format!("&player={name}");
        assert_eq!(listed(servers[1], &query).await, listed(servers[0], &query).await, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dumps_of_every_feature_are_imported_and_dumped_as_the_same_bytes_and_played_on() {
    let here = TestServer::start_with(everything::impatient()).await;
    Box::pin(play_everything(&here)).await;
    let dump = dump_text(&here.app.store, Format::Ndjson).await;
    let games = lines(&dump);
    let count = games.len() as u64;

    let first = TestDatabase::sqlite();
    let second = TestDatabase::new().await;
    let (store, imported) = import_into(&first, &dump).await;
    assert_eq!((imported.new, imported.known), (count, 0));
    assert_eq!(dump_text(&store, Format::Ndjson).await, dump);
    let (store, _) = import_into(&second, &dump_text(&store, Format::Ndjson).await).await;
    for format in [Format::Ndjson, Format::Record, Format::Moves, Format::Csv] {
        assert_eq!(dump_text(&store, format).await, dump_text(&here.app.store, format).await, "{format:?}");
    }
    assert_eq!(import_dump(&store, &dump).await, Imported { new: 0, known: count, remarks: 0 });
    assert_eq!(check_lines(&second, false).await.0, [""; 0]);
    check_records(&dump_text(&store, Format::Record).await, count).await;

    let there = TestServer::start_on(second).await;
    Box::pin(expect_same_answers([&here, &there], &games)).await;
    Box::pin(play_on(&there)).await;
    let after = dump_text(&there.app.store, Format::Ndjson).await;
    assert!(after.starts_with(&dump) && after.len() > dump.len(), "the imported games stay as they were");
    assert_eq!(import_dump(&there.app.store, &dump).await.known, count);
    assert_eq!(check_lines(there.database(), false).await.0, [""; 0]);
}

/// Records of every feature are imported, dumped and imported again. They have no times of turns, no chat and no offers:
/// what they lack is lost once.
async fn check_records(records: &str, count: u64) {
    let [first, second] = [TestDatabase::new().await, TestDatabase::sqlite()];
    let (store, imported) = import_into(&first, records).await;
    assert_eq!((imported.new, imported.known), (count, 0));
    assert_eq!(import_dump(&store, records).await.known, count, "no game is imported twice");
    let again = dump_text(&store, Format::Record).await;
    let (store, _) = import_into(&second, &again).await;
    assert_eq!(dump_text(&store, Format::Record).await, again);
    assert_eq!(check_lines(&second, false).await.0, [""; 0]);
}

/// Uses a server as people do: sign up, play people and computer players, hold a tournament, delete an account.
async fn play_on(server: &TestServer) {
    for taken in NAMES {
        assert_eq!(claim_refusal(server, taken).await, ErrorCode::NameTaken, "{taken}");
    }
    let mut players = Vec::new();
    for name in ["Obiageli", "Ngozi", "Adaeze", "Chidi"] {
        players.push(server.http.create_claimed(name).await);
    }
    let (game, [south, north]) = start_game(&server.http, "azigo", true).await;
    let bot = |seat, player| Bot::new(server.address, game, 7).seated(seat, player).play_until(20);
    tokio::join!(bot(Seat::South, &south), bot(Seat::North, &north));
    server.command(&south, &resign(game)).await.expect("resigned");
    play_computer(server, &players[0]).await;
    let id = begin_tournament(&server.http, &players, &new_tournament("fischer:300+5")).await;
    play_rounds(&server.http, id, &players).await;
    let deleted = everything::delete_account(server, &players[1]).await;
    assert_eq!(deleted, 204);
}

async fn claim_refusal(server: &TestServer, name: &str) -> ErrorCode {
    let guest = server.http.create_guest().await;
    let body = format!(r#"{{"name":"{name}","passphrase":"four words and a comma"}}"#);
    let claimed = server.http.call::<()>("PUT", "/api/players/me", Some(&guest), Some(body)).await;
    claimed.expect_err("refused").code
}

/// A computer player answers; the player resigns.
async fn play_computer(server: &TestServer, player: &Credentials) -> GameId {
    let opponent = Some(Text("computer-1".parse().expect("a level")));
    let new = NewGame { opponent, starts: FirstTurn::Opponent, ..new_game("kubuguza", "none") };
    let game = server.http.create_game(player, &new).await.expect("a game").game;
    let mut client = server.client(Some(player)).await;
    client.join(game, Some(0)).await;
    while !matches!(client.next_event().await.kind, EventKind::Acted { .. }) {}
    client.command(&resign(game)).await.expect("resigned");
    game
}

#[tokio::test]
async fn a_dump_of_a_version_that_did_not_say_which_offers_close_is_imported() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let offer = ClientMessage::OfferDraw { game, id: command_id() };
    server.command(&south, &offer).await.expect("offered");
    server.command(&south, &resign(game)).await.expect("over");
    let dump = dump_text(&server.app.store, Format::Ndjson).await;
    let closes = r#","closes":["draw"]"#;
    assert_eq!(dump.matches(closes).count(), 1, "{dump}");
    let database = TestDatabase::new().await;
    let store = Store::open(&database.url()).await.expect("a database");
    try_import(&store, &dump.replace(closes, r#","closes":["takeback"]"#)).await.expect_err("another offer");
    assert_eq!(import_dump(&store, &dump.replace(closes, "")).await.new, 1);
    assert_eq!(dump_text(&store, Format::Ndjson).await, dump);
}
