//! Export of all finished games, dumps, and their import elsewhere.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use fastrand::Rng;
use flate2::read::GzDecoder;
use ikibuguzo_engine::{Game, GameStart, Record, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, EventKind, ExportedGame, FirstTurn, GameId, GameMoves, NewGame,
    Text, Timestamp,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::operations::import::{ImportOptions, Imported, import};
use ikibuguzo_testing::{
    Bot, TestDatabase, TestServer, act, command_id, new_game, resign, start_game, start_game_with,
};

use crate::PROGRAM;

/// Starts a server that exports a game as soon as it is over.
pub(crate) async fn start_with_immediate_export() -> TestServer {
    TestServer::start_with(Limits { settled: Duration::ZERO, ..Limits::default() }).await
}

pub(crate) async fn export(server: &TestServer, query: &str, viewer: Option<&Credentials>) -> String {
    let token = viewer.map(|viewer| viewer.token.reveal());
    let answer = server.http.send("GET", &format!("/api/export{query}"), token, None).await;
    assert!(answer.status().is_success(), "{}", answer.body());
    answer.into_body()
}

fn games(lines: &str) -> Vec<ExportedGame> {
    lines.lines().map(|line| serde_json::from_str(line).expect("the documented line")).collect()
}

fn ids(lines: &str) -> Vec<GameId> {
    games(lines).iter().map(|game| game.summary.game).collect()
}

/// Starts a game that South resigns at once.
async fn resigned_game(server: &TestServer, rules: &str, public: bool) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game(&server.http, rules, public).await;
    server.command(&players[0], &resign(game)).await.expect("resigned");
    (game, players)
}

/// A game between bots, with chat and an offer. South resigns if it is not over soon.
async fn played_game(server: &TestServer, rules: &str, clock: &str, rng: &mut Rng) -> GameId {
    let starts = if rng.bool() { FirstTurn::Me } else { FirstTurn::Opponent };
    let new = NewGame { public: true, starts, ..new_game(rules, clock) };
    let (game, [creator, joiner]) = start_game_with(&server.http, new).await;
    let [south, north] = if starts == FirstTurn::Me { [creator, joiner] } else { [joiner, creator] };
    let events = rng.usize(10..120);
    let bot =
        |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(events);
    tokio::join!(bot(Seat::South, &south, rng.u64(..)), bot(Seat::North, &north, rng.u64(..)));
    let mut client = server.client(Some(&south)).await;
    let say = ClientMessage::Say { game, id: command_id(), text: "\"Murakoze\" {cyane} — 12".to_owned() };
    client.command(&say).await.expect("said");
    for message in [
        ClientMessage::OfferTakeback { game, id: command_id() },
        resign(game),
        ClientMessage::OfferRematch { game, id: command_id() },
    ] {
        // Some of this is refused if the game is over.
        let _ = client.command(&message).await;
    }
    game
}

pub(crate) async fn import_text(server: &TestServer, name: &str, text: &str) -> Imported {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("written");
    import(&server.app.store, &file, ImportOptions::default(), server.app.clock.now(), &server.app.chance)
        .await
        .expect("imported")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_imported_export_is_exported_as_the_same_bytes() {
    let here = start_with_immediate_export().await;
    let there = start_with_immediate_export().await;
    let by_records = start_with_immediate_export().await;
    let mut rng = Rng::with_seed(101);
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo:own-row", "ikibuguzo:second", "azigo"] {
        for clock in ["none", "fischer:300+5"] {
            Box::pin(played_game(&here, rules, clock, &mut rng)).await;
        }
    }
    let lines = export(&here, "", None).await;
    assert_eq!(lines.lines().count(), 12);
    assert_eq!(import_text(&there, "games.ndjson", &lines).await.new, 12);
    assert_eq!(export(&there, "", None).await, lines);
    let records = export(&here, "?format=record", None).await;
    assert_eq!(export(&there, "?format=record", None).await, records);

    // A record has no times of turns, so games with a clock cannot be imported from it unchanged.
    let clockless = Record::read_all(&records).expect("records").into_iter();
    let clockless = clockless.filter(|read| read.record.tag("Clock").is_none());
    let clockless: String = clockless.map(|read| format!("{}\n", read.record)).collect();
    assert_eq!(import_text(&by_records, "games.txt", &clockless).await.new, 6);
    let without_hashes = |records: &str| -> Vec<String> {
        records.lines().filter(|line| !line.starts_with("[LogHash ")).map(str::to_owned).collect()
    };
    // A record has no chat and no offers either, so the hashes of the logs differ.
    let exported = export(&by_records, "?format=record", None).await;
    assert_eq!(without_hashes(&exported), without_hashes(&clockless));
    for game in games(&export(&by_records, "", None).await) {
        let there = games(&lines).into_iter().find(|known| known.summary.game == game.summary.game);
        assert_eq!(game.summary, there.expect("the game").summary);
    }
    let again = import_text(&there, "games.txt", &records).await;
    assert_eq!((again.new, again.known), (0, 12), "no game is imported twice, in either format");
}

/// Plays the moves of a line on the engine.
fn replay(moves: &GameMoves) -> Game {
    let mut game = match moves.summary.rules.begin() {
        GameStart::Play(game) => game,
        GameStart::Arrange(mut arrangement) => {
            let arrays = moves.summary.arrays.expect("arrays");
            for seat in Seat::ALL {
                arrangement.choose(seat, **arrays.get(seat)).expect("offered");
            }
            arrangement.reveal().expect("both have chosen")
        }
    };
    for action in moves.moves.split_whitespace() {
        drop(game.play(action.parse().expect("an action")).expect("legal"));
    }
    game
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_moves_plays_to_the_same_end_and_has_talk_on_request() {
    let server = start_with_immediate_export().await;
    let mut rng = Rng::with_seed(127);
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:9", "azigo:own-row"] {
        Box::pin(played_game(&server, rules, "fischer:300+5", &mut rng)).await;
    }
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    for (player, command) in [
        (&south, act(game, 4, "O")),
        (&north, act(game, 5, "o")),
        (&north, ClientMessage::OfferTakeback { game, id: command_id() }),
    ] {
        server.command(player, &command).await.expect("done");
    }
    let offer = server.http.events(game, 0).await.head;
    let accept = ClientMessage::AnswerTakeback { game, id: command_id(), offer, accept: true };
    server.command(&south, &accept).await.expect("taken back");
    server.command(&north, &act(game, 8, "i")).await.expect("played");
    server.command(&north, &resign(game)).await.expect("resigned");

    let whole = games(&export(&server, "", None).await);
    let silent = export(&server, "?format=moves", None).await;
    let talking = export(&server, "?format=moves&talk=true", None).await;
    assert_eq!((silent.lines().count(), whole.len()), (5, 5));
    for ((silent, talking), whole) in silent.lines().zip(talking.lines()).zip(&whole) {
        let moves: GameMoves = serde_json::from_str(silent).expect("the documented line");
        assert_eq!((&moves.summary, &moves.cursor), (&whole.summary, &whole.cursor));
        let played = replay(&moves);
        assert_eq!(Some(played.turns()), moves.summary.turns);
        let by_the_rules = played.outcome().map(ikibuguzo_protocol::Outcome::from);
        assert!(by_the_rules.is_none() || by_the_rules == moves.summary.outcome);
        let times = moves.times.as_ref().expect("times");
        assert_eq!(times.len(), moves.moves.split_whitespace().count());
        let begun = whole
            .events
            .iter()
            .find(|event| matches!(event.kind, EventKind::Begun { .. } | EventKind::Revealed { .. }));
        let last = whole.events.iter().rfind(|event| matches!(event.kind, EventKind::Acted { .. }));
        let lasted = last.expect("an action").at - begun.expect("a board").at;
        assert_eq!(Duration::from_millis(times.iter().sum()), lasted, "the times add up");
        let talk: GameMoves = serde_json::from_str(talking).expect("the documented line");
        let said = whole.events.iter().filter(|event| matches!(event.kind, EventKind::Said { .. })).count();
        assert_eq!((moves.talk, talk.talk.map(|talk| talk.len())), (None, Some(said)));
    }
    assert!(silent.lines().last().expect("a line").contains("\"moves\":\"O i\""), "{silent}");
}

#[tokio::test]
async fn a_table_of_summaries_has_a_header_and_no_private_game() {
    let server = start_with_immediate_export().await;
    let (game, [south, north]) = resigned_game(&server, "azigo:handicap=south,own-row", true).await;
    resigned_game(&server, "kubuguza", false).await;
    let answer = server.http.send("GET", "/api/export?format=csv", None, None).await;
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    let summary = &games(&export(&server, "", None).await)[0].summary;
    let created_at = summary.created_at;
    let ended_at = summary.ended_at.expect("over");
    let expected = format!(
        "game,rules,south,north,winner,reason,turns,arrays,clock,created_at,ended_at,cursor\r\n\
         {game},\"azigo:handicap=south,own-row\",{},{},north,resignation,0,,,{created_at},{ended_at},{ended_at}.{game}\r\n",
        south.name, north.name
    );
    assert_eq!(answer.into_body(), expected);
}

#[tokio::test]
async fn an_export_resumes_after_any_game() {
    let server = start_with_immediate_export().await;
    for rules in ["kubuguza", "azigo", "njombwa:8", "kubuguza"] {
        resigned_game(&server, rules, true).await;
    }
    let whole = export(&server, "", None).await;
    assert_eq!(ids(&whole).len(), 4);
    for (number, game) in (1..).zip(games(&whole)) {
        let rest: String = whole.split_inclusive('\n').skip(number).collect();
        assert_eq!(export(&server, &format!("?after={}", game.cursor), None).await, rest);
    }
    let (last, _) = resigned_game(&server, "kubuguza", true).await;
    let after = games(&whole).pop().expect("a game").cursor;
    assert_eq!(ids(&export(&server, &format!("?after={after}"), None).await), [last]);
    let records = export(&server, &format!("?format=record&after={after}"), None).await;
    let records = Record::read_all(&records).expect("records");
    assert_eq!(records[0].record.tag("Game"), Some(last.as_str()));
    assert!(records[0].record.tag("Cursor").is_some_and(|cursor| cursor.ends_with(last.as_str())));
}

#[tokio::test]
async fn an_export_takes_the_filters_of_the_list_and_conceals_live_and_private_games() {
    let server = start_with_immediate_export().await;
    let (first, [south, _]) = resigned_game(&server, "kubuguza", true).await;
    let (second, _) = resigned_game(&server, "azigo", true).await;
    let (private, [own, _]) = resigned_game(&server, "kubuguza", false).await;
    start_game(&server.http, "azigo", true).await;
    // A game without a move is not exported.
    resigned_game(&server, "ikibuguzo:choice", true).await;
    assert_eq!(ids(&export(&server, "", None).await), [first, second]);
    assert_eq!(ids(&export(&server, "?state=finished&rules=azigo", None).await), [second]);
    assert_eq!(ids(&export(&server, &format!("?player={}", south.name), None).await), [first]);
    assert_eq!(ids(&export(&server, "?rules=kubuguza", Some(&own)).await), [first, private]);
    for query in ["?state=live", "?cursor=1.000000000000", "?after=1", "?format=pdf", "?rules=chess", "?x=1"]
    {
        let refused = server.http.get::<()>(&format!("/api/export{query}")).await.expect_err(query);
        assert_eq!(refused.code, ErrorCode::BadQuery, "{query}");
    }
    let unsettled = TestServer::start().await;
    resigned_game(&unsettled, "kubuguza", true).await;
    assert_eq!(export(&unsettled, "", None).await, "", "a game that has just ended is not exported yet");
}

#[tokio::test]
async fn exports_beyond_the_limit_per_address_are_refused() {
    let server = start_with_immediate_export().await;
    let limits = server.app.limits.export_limits();
    let take = || server.app.exports.try_acquire([127, 0, 0, 1].into(), limits);
    let held: Vec<_> = std::iter::from_fn(take).collect();
    assert_eq!(held.len(), server.app.limits.exports_per_address);
    let refused = server.http.send("GET", "/api/export", None, None).await;
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(refused.headers()["retry-after"], "10");
    assert!(refused.body().contains("\"too_many_exports\""), "{}", refused.body());
    drop(held);
    export(&server, "", None).await;
    assert_eq!(server.app.exports.open_count(), 0, "an export that ends is not counted");
}

#[tokio::test]
async fn an_export_is_compressed_when_the_client_accepts_gzip() {
    let server = start_with_immediate_export().await;
    for _ in 0..3 {
        resigned_game(&server, "azigo", true).await;
    }
    let plain = export(&server, "", None).await;
    let url = format!("http://{}/api/export", server.address);
    let request = move || {
        let mut answer = ureq::get(url).header("accept-encoding", "gzip").call().expect("an answer");
        (answer.headers().clone(), answer.body_mut().read_to_vec().expect("a whole answer"))
    };
    let (headers, bytes) = tokio::task::spawn_blocking(request).await.expect("an answer");
    assert_eq!(
        (&headers["content-encoding"], &headers["content-type"]),
        (
            &ureq::http::HeaderValue::from_static("gzip"),
            &ureq::http::HeaderValue::from_static("application/x-ndjson"),
        )
    );
    assert!(bytes.len() < plain.len() / 2);
    assert_eq!(decompress(&bytes), plain);
}

fn decompress(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip");
    text
}

fn run_program(database: &TestDatabase, arguments: &[&str], paths: &[&Path]) -> Output {
    let mut program = Command::new(PROGRAM);
    program.args(["--database-url", &database.url()]).args(arguments).args(paths);
    program.output().expect("it runs")
}

const PAPER_RECORDS: &str =
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"Jean Mugisha\"]\n[Source \"field notes, p. 7\"]\n
1. O o {quickly} 2. L south\n
[Rules \"azigo\"]\n[Date \"1998-08-01\"]\n[Reason \"agreement\"]\n
1. A draw\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dumped_month_is_imported_elsewhere() {
    let database = TestDatabase::new().await;
    let elsewhere = TestDatabase::new().await;
    let notes = database.folder().join("notes.txt");
    fs::write(&notes, PAPER_RECORDS).expect("written");
    let checked = run_program(&database, &["import", "--check"], &[&notes]);
    assert!(String::from_utf8_lossy(&checked.stdout).contains("2 new games"), "{checked:?}");
    let output = run_program(&database, &["import"], &[&notes]);
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    assert!(stdout.contains("2 new games, 0 already there") && stdout.contains("1 remarks"), "{stdout}");

    let folder = database.folder().join("dumps");
    fs::create_dir(&folder).expect("a folder");
    let month = folder.join("ikibuguzo-1998-07.ndjson.gz");
    let output = run_program(&database, &["dump", "--month", "1998-07", "--to"], &[&month]);
    assert!(String::from_utf8_lossy(&output.stdout).contains(": 1 games"), "{output:?}");
    let july = decompress(&fs::read(&month).expect("the file"));
    let all = folder.join("all.gz");
    assert!(run_program(&database, &["dump", "--to"], &[&all]).status.success());

    let server = TestServer::start_on(database).await;
    let whole = export(&server, "", None).await;
    assert_eq!(decompress(&fs::read(&all).expect("the file")), whole);
    assert_eq!(whole.lines().next(), july.lines().next());
    let game = &games(&july)[0].summary;
    assert_eq!(game.players.south, Some("jean-mugisha".parse().expect("a name")));
    assert_eq!(game.outcome.expect("over").winner, Some(Text(Seat::South)));
    let day = Timestamp::from_millis(900_201_600_000);
    assert_eq!((game.created_at, game.ended_at), (day, Some(day)));
    let record = export(&server, "?format=record&rules=kubuguza", None).await;
    for tag in ["[SouthName \"Jean Mugisha\"]", "[Source \"field notes, p. 7\"]", "[Date \"1998-07-12\"]"] {
        assert!(record.contains(tag), "{record}");
    }

    assert!(run_program(&elsewhere, &["import"], &[&all]).status.success());
    let records = folder.join("all.txt.gz");
    let dump = ["dump", "--format", "record", "--to"];
    assert!(run_program(&elsewhere, &dump, &[&records]).status.success());
    let server = TestServer::start_on(elsewhere).await;
    assert_eq!(export(&server, "", None).await, whole);

    let by_records = TestDatabase::new().await;
    assert!(run_program(&by_records, &["import"], &[&records]).status.success());
    let server = TestServer::start_on(by_records).await;
    assert_eq!(export(&server, "", None).await, whole, "games from records are the same in both formats");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_to_a_folder_is_refused_before_any_work() {
    let database = TestDatabase::sqlite();
    let folder = database.folder().join("dumps");
    fs::create_dir(&folder).expect("a folder");
    let output = run_program(&database, &["dump", "--to"], &[&folder]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("dumps is a folder; name the file to write"), "{message}");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}
