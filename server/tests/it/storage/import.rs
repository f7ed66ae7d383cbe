//! Import of games: an error anywhere in a file rejects all of it.

mod bytes;

use std::fs;
use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Commitment, ComputerLevel, EventKind, ExportedGame, FirstTurn, GameId, GameList, NewGame,
    PlayerName, Seats, Text, Timestamp,
};
use ikibuguzo_server::chance::Chance;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::operations::import::error::ImportError;
use ikibuguzo_server::operations::import::{ImportOptions, Imported, import};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{
    Bot, TestDatabase, TestServer, act, command_id, machine_time, new_game, resign, start_game,
    start_game_with,
};

pub(super) async fn import_text(
    server: &TestServer,
    text: &str,
    same_people: bool,
) -> Result<Imported, ImportError> {
    import_bytes(&server.app.store, text.as_bytes(), same_people).await
}

async fn import_bytes(store: &Store, bytes: &[u8], same_people: bool) -> Result<Imported, ImportError> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    fs::write(&file, bytes).expect("written");
    let options = ImportOptions { same_people, ..ImportOptions::default() };
    import(store, &file, options, machine_time(), &Chance::system()).await
}

/// Imports a text that must be refused, and returns the line and the reason. Nothing may be stored.
pub(super) async fn import_refused(server: &TestServer, text: &str) -> (usize, String) {
    let before = count_games(server).await;
    let error = import_text(server, text, false).await.expect_err(text);
    assert_eq!(count_games(server).await, before, "{text}");
    match error {
        ImportError::Refused { line, why } => (line, why),
        other => panic!("{other}: {text}"),
    }
}

async fn count_games(server: &TestServer) -> usize {
    server.http.get::<GameList>("/api/games?limit=200").await.expect("a list").games.len()
}

pub(super) const GOOD: &str =
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"ana\"]\n[North \"bo\"]\n\n1. O o\nsouth\n\n";

#[tokio::test]
async fn a_bad_record_rejects_the_whole_file_with_line_and_reason() {
    let server = TestServer::start().await;
    let with = |tag: &str, turns: &str| format!("{GOOD}[Rules \"kubuguza\"]\n{tag}\n{turns}\n");
    let cases = [
        (with("", "1. O o\n2. O north"), 12, "turn 3: O"),
        (with("", "1. O o\n2. L.M north"), 12, "turn 3"),
        (with("", "1. O o\n3. L north"), 12, "the next number is missing"),
        (with("[Reason \"no-move\"]", "1. O o north"), 9, "the rules have not ended"),
        (with("[Reason \"agreement\"]", "1. O o north"), 9, "does not fit"),
        (with("[Reason \"boredom\"]", "1. O o north"), 9, "no such reason"),
        (with("[South \"Éric N.\"]", "1. O o north"), 9, "plain letters"),
        (with("[Game \"12\"]", "1. O o north"), 9, "the tag Game"),
        (with("[EndedAt \"late\"]", "1. O o north"), 9, "the tag EndedAt"),
        (with("[CreatedAt \"-1\"]", "1. O o north"), 9, "the tag CreatedAt"),
        (with("[Date \"1998-02-29\"]", "1. O o north"), 9, "the tag Date: there is no such day"),
        (with("[Date \"12.7.1998\"]", "1. O o north"), 9, "the tag Date: there is no such day"),
        (with("[Date \"2998-07-12\"]", "1. O o north"), 9, "in the future"),
        (with("[South \"ana\"]\n[South \"ana\"]", "1. O o north"), 11, "column 1, the record has this tag"),
        (with("[Source \"a\"]\n[Source \"b\"]", "1. O o north"), 11, "has this tag already"),
        (with("[South \"Jean M.\"]\n[SouthName \"J\"]", "1. O o north"), 9, "SouthName is there twice"),
        (with("[South \"me\"]", "1. O o north"), 9, "the name me is reserved"),
        (with("[North \"Admin\"]", "1. O o north"), 9, "the name Admin is reserved"),
        (with("[Cursor \"1.k7wq2m9xra4t\"]", "1. O o north"), 9, "the tag Cursor"),
        (with("[CreatedAt \"18446744073709551615\"]", "1. O o north"), 9, "no such time"),
        (with("[CreatedAt \"7\"]\n[EndedAt \"5\"]", "1. O o north"), 9, "ended before it was created"),
        (with("[CreatedAt \"9007199254740991\"]", "1. O o north"), 9, "in the future"),
        (with("[South \"Ana B\"]\n[North \"ana-b\"]", "1. O o north"), 9, "both seats"),
        (with("[RulesVersion \"7\"]", "1. O o north"), 9, "version of the rules"),
        (GOOD.to_owned() + "[Rules \"ikibuguzo:choice\"]\n\n1. N n north\n", 9, "the tag Arrays"),
        (GOOD.to_owned() + "what is this", 9, "a record begins with a tag"),
    ];
    for (text, line, reason) in cases {
        let (found_at, why) = import_refused(&server, &text).await;
        assert!(found_at == line && why.contains(reason), "line {found_at}: {why}\n{text}");
    }
    assert_eq!(count_games(&server).await, 0);
    let imported = import_text(&server, &format!("{GOOD}{GOOD}"), false).await.expect("imported");
    assert_eq!(imported, Imported { new: 1, known: 1, remarks: 0 });
    assert_eq!(import_text(&server, GOOD, false).await.expect("imported").known, 1);
}

#[tokio::test]
async fn two_unnamed_players_of_a_record_are_two_players() {
    let server = TestServer::start().await;
    import_text(&server, "[Rules \"kubuguza\"]\n\n1. O o\nsouth\n", false).await.expect("imported");
    for player in ["unknown-south", "unknown-north"] {
        let path = format!("/api/games?player={player}&count=true");
        let list: GameList = server.http.get(&path).await.expect("a list");
        assert_eq!((list.games.len(), list.count.map(|count| count.games)), (1, Some(1)), "{player}");
    }
}

#[tokio::test]
async fn a_bad_line_rejects_the_whole_file() {
    let settled = Limits { settled: Duration::ZERO, ..Limits::default() };
    let here = TestServer::start_with(settled).await;
    let there = TestServer::start().await;
    for _ in 0..2 {
        let (game, [south, _]) = start_game(&here.http, "kubuguza", true).await;
        let mut client = here.client(Some(&south)).await;
        let act = act(game, 4, "O");
        client.command(&act).await.expect("acted");
        client.command(&resign(game)).await.expect("over");
    }
    let text = here.http.send("GET", "/api/export", None, None).await.into_body();
    let (first, second) = text.split_once('\n').expect("two lines");
    let hash = serde_json::from_str::<ExportedGame>(second).expect("a line").log_hash;
    let change = |change: &dyn Fn(&mut ExportedGame)| {
        let mut game: ExportedGame = serde_json::from_str(second).expect("a line");
        // With the hash, every change would be refused because of the hash.
        game.log_hash = None;
        change(&mut game);
        format!("{first}\n\n{}\n", serde_json::to_string(&game).expect("JSON"))
    };
    let acted = |game: &mut ExportedGame, with: &dyn Fn(&mut EventKind)| {
        let event = game.events.iter_mut().find(|event| matches!(event.kind, EventKind::Acted { .. }));
        with(&mut event.expect("acted").kind);
    };
    let edit =
        |event: usize, edit: &dyn Fn(&mut EventKind)| change(&|game| edit(&mut game.events[event].kind));
    let own_rematch = edit(0, &|kind| {
        let own = serde_json::from_str::<ExportedGame>(second).expect("a line").summary.game;
        if let EventKind::Created { rematch_of, .. } = kind {
            *rematch_of = Some(own);
        }
    });
    let doubled_tags = edit(0, &|kind| {
        if let EventKind::Created { from_record, .. } = kind {
            *from_record = Some(vec![("South".to_owned(), "x".to_owned())]);
        }
    });
    let reserved = edit(1, &|kind| {
        if let EventKind::Seated { player, .. } = kind {
            *player = "server".parse().expect("a name");
        }
    });
    let downtime = change(&|game| {
        let at = game.events[5].at;
        let mut excused = game.events[5].clone();
        excused.kind = EventKind::Excused {
            from: at,
            until: at + Duration::from_millis(1),
            clocks: None,
            arrange_by: None,
        };
        game.events.insert(5, excused);
        game.events.iter_mut().zip(1..).for_each(|(event, seq)| event.seq = seq);
    });
    let state = ikibuguzo_protocol::State::Playing;
    let clock = Text("days:2".parse().expect("a clock"));
    let arrays = Seats { south: Text(Array::First), north: Text(Array::First) };
    let as_text = |changes: &[(&str, &str)]| {
        let changed = changes.iter().fold(second.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        format!("{first}\n\n{changed}\n")
    };
    let outcome_as_array =
        as_text(&[("{\"winner\":\"north\",\"reason\":\"resignation\"}", "[\"north\",\"resignation\"]")]);
    let holes_as_array = as_text(&[
        ("\"holes\":{\"south\":", "\"holes\":["),
        (",\"north\":[0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4]}", ",[0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4]]"),
    ]);
    let as_array = serde_json::from_str::<serde_json::Value>(second).expect("JSON");
    let as_array: Vec<_> = as_array.as_object().expect("an object").values().collect();
    let as_array = serde_json::to_string(&as_array).expect("JSON");
    let hole = change(&|game| {
        acted(game, &|kind| {
            if let EventKind::Acted { position, .. } = kind {
                position.holes.south[3] += 1;
            }
        });
    });
    let action = change(&|game| {
        acted(game, &|kind| {
            if let EventKind::Acted { action, .. } = kind {
                *action = ikibuguzo_protocol::Text("A".parse().expect("an action"));
            }
        });
    });
    let cases = [
        (hole, "the replayed game differs"),
        (action, "event 5"),
        (change(&|game| game.events.truncate(5)), "not over"),
        (change(&|game| game.events.clear()), "no events"),
        (change(&|game| drop(game.events.remove(1))), "event"),
        (change(&|game| game.summary.players.north = None), "two players"),
        (change(&|game| game.events[5].at = Timestamp::MAX), "no such time"),
        (change(&|game| game.summary.turns = Some(7)), "the field turns: it is 7, and the events give 1"),
        (change(&|game| game.summary.ended_at = Some(Timestamp::from_millis(1))), "the field ended_at"),
        (change(&|game| game.summary.created_at += Duration::from_millis(1)), "the field created_at"),
        (change(&|game| game.summary.public = false), "the field public"),
        (change(&|game| game.summary.state = state), "the field state"),
        (change(&|game| game.summary.clock = Some(clock)), "the field clock"),
        (change(&|game| game.summary.arrays = Some(arrays)), "the field arrays"),
        (change(&|game| game.summary.rules = Text("azigo".parse().expect("rules"))), "the field rules"),
        (change(&|game| game.summary.outcome.as_mut().expect("over").winner = None), "the field outcome"),
        (change(&|game| game.summary.players.south = game.summary.players.north.clone()), "both seats"),
        (change(&|game| swap(&mut game.summary.players)), "the field players"),
        (change(&|game| game.cursor = "1.k7wq2m9xra4t".to_owned()), "the field cursor"),
        (change(&|game| game.log_hash = Some("0".repeat(64))), "the field log_hash is not the hash"),
        (
            change(&|game| {
                game.log_hash.clone_from(&hash);
                game.commitments.clear();
            }),
            "the field log_hash is not the hash",
        ),
        (change(&|game| commit_to(game, 0)), "event 0: it has no name"),
        (change(&|game| commit_to(game, 1)), "event 1: it has no name"),
        (change(&|game| commit_to(game, u64::MAX)), "it has no name"),
        (change(&|game| (1_000..3_000).for_each(|seq| commit_to(game, seq))), "more commitments than events"),
        (format!("{first}\n\n{}\n", second.replacen("salt:", "salt:00", 1)), "a commitment is `salt:`"),
        (
            change(&|game| game.events[4].at = Timestamp::from_millis(1)),
            "event 5: it is earlier than the event before it",
        ),
        (own_rematch, "event 1: no game is the rematch of itself"),
        (doubled_tags, "event 1: the tag South is there twice"),
        (reserved, "the name server is reserved"),
        (downtime, "event 6: a downtime begins before it ends"),
        (outcome_as_array, "invalid type: sequence, expected an object"),
        (holes_as_array, "event 4: an array stands where an object belongs"),
        (format!("{first}\n\n{as_array}\n"), "a line is a JSON object"),
        (format!("{first}\n\n{{\"game\":1}}\n"), "column 9: invalid type"),
    ];
    for (text, reason) in cases {
        let (found_at, why) = import_refused(&there, &text).await;
        assert!(found_at == 3 && why.contains(reason), "line {found_at}: {why}");
    }
    assert_eq!(import_text(&there, &text, false).await.expect("imported").new, 2);
    let mut other: ExportedGame = serde_json::from_str(first).expect("a line");
    other.summary.game = serde_json::from_str::<ExportedGame>(second).expect("a line").summary.game;
    other.cursor = other.cursor.replace(ids(&text)[0].as_str(), other.summary.game.as_str());
    // The hash covers the id.
    other.log_hash = None;
    let other = serde_json::to_string(&other).expect("JSON");
    assert_eq!(import_text(&there, &other, false).await.expect("the same play").known, 1);
    let forged = GOOD.replace("[Rules", &format!("[Game \"{}\"]\n[Rules", ids(&text)[0]));
    let (_, why) = import_refused(&there, &forged).await;
    assert!(why.contains("is another one"), "{why}");
}

fn commit_to(game: &mut ExportedGame, seq: u64) {
    game.commitments.insert(seq, Commitment::Salt("00".repeat(16)));
}

fn swap(players: &mut Seats<Option<PlayerName>>) {
    std::mem::swap(&mut players.south, &mut players.north);
}

/// Removes, repeats, swaps or changes an event, and renumbers all.
fn corrupt(game: &mut ExportedGame, rng: &mut Rng) {
    let one = rng.usize(..game.events.len());
    let other = rng.usize(..game.events.len());
    match rng.u8(..5) {
        0 => drop(game.events.remove(one)),
        1 => game.events.insert(one, game.events[other].clone()),
        2 => game.events.swap(one, other),
        3 => game.events[one].at = Timestamp::from_millis(rng.u64(..)),
        _ => game.events.truncate(one + 1),
    }
    game.events.iter_mut().zip(1..).for_each(|(event, seq)| event.seq = seq);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrupted_game_is_refused_or_exported_unchanged() {
    let settled = Limits { settled: Duration::ZERO, ..Limits::default() };
    let here = TestServer::start_with(settled).await;
    let there = TestServer::start_with(settled).await;
    for (rules, clock) in [("ikibuguzo:choice", "fischer:300+5"), ("azigo", "none"), ("kubuguza", "days:2")] {
        let new = NewGame { public: true, ..new_game(rules, clock) };
        let (game, [south, north]) = start_game_with(&here.http, new).await;
        let bot = |seat, player, seed| Bot::new(here.address, game, seed).seated(seat, player).play_until(12);
        tokio::join!(bot(Seat::South, &south, 111), bot(Seat::North, &north, 112));
        let mut client = here.client(Some(&south)).await;
        let offer =
            client.command(&ClientMessage::OfferDraw { game, id: command_id() }).await.expect("offered");
        let mut other = here.client(Some(&north)).await;
        let answer = ClientMessage::AnswerDraw { game, id: command_id(), offer, accept: true };
        other.command(&answer).await.expect("drawn");
        client.command(&ClientMessage::OfferRematch { game, id: command_id() }).await.expect("offered");
    }
    let lines = here.http.send("GET", "/api/export", None, None).await.into_body();
    let mut rng = Rng::with_seed(113);
    let mut imported = Vec::new();
    for _ in 0..200 {
        let line = lines.lines().nth(rng.usize(..3)).expect("a line");
        let mut game: ExportedGame = serde_json::from_str(line).expect("a game");
        game.summary.game = GameId::from_random(std::array::from_fn(|_| rng.u8(..)));
        game.log_hash = None;
        game.commitments.clear();
        corrupt(&mut game, &mut rng);
        let end = game.events.iter().find(|event| matches!(event.kind, EventKind::Ended { .. }));
        game.summary.ended_at = end.map(|event| event.at);
        game.summary.created_at = game.events.first().map_or(Timestamp::ZERO, |event| event.at);
        game.cursor = format!("{}.{}", game.summary.ended_at.unwrap_or_default(), game.summary.game);
        match import_text(&there, &serde_json::to_string(&game).expect("JSON"), false).await {
            Ok(_) => imported.push(game),
            Err(ImportError::Refused { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let out = there.http.send("GET", "/api/export", None, None).await.into_body();
    let out: Vec<ExportedGame> =
        out.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert!(!imported.is_empty() && imported.len() < 60, "{} were imported", imported.len());
    for game in imported {
        let found =
            out.iter().find(|found| found.summary.game == game.summary.game).expect("an exported game");
        assert_eq!(found.events, game.events);
    }
}

fn ids(lines: &str) -> Vec<String> {
    let game = |line| serde_json::from_str::<ExportedGame>(line).expect("a line").summary.game.to_string();
    lines.lines().map(game).collect()
}

#[tokio::test]
async fn an_import_for_a_name_that_plays_here_needs_same_people() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    let text = GOOD.replace("ana", guest.name.as_str());
    let (line, why) = import_refused(&server, &text).await;
    assert!(line == 1 && why.contains("plays here"), "{why}");
    assert_eq!(import_text(&server, &text, true).await.expect("the same people").new, 1);
    let list: GameList = server.http.get(&format!("/api/games?player={}", guest.name)).await.expect("a list");
    assert_eq!(list.games.len(), 1);
}

#[tokio::test]
async fn imported_lookalike_names_are_one_player_and_cannot_be_claimed() {
    let server = TestServer::start().await;
    assert_eq!(import_text(&server, GOOD, false).await.expect("imported").new, 1);
    let other = GOOD.replace("ana", "An-a").replace("1998", "1999");
    assert_eq!(import_text(&server, &other, false).await.expect("the same ana").new, 1);
    let list: GameList = server.http.get("/api/games?player=ana").await.expect("a list");
    assert_eq!(list.games.len(), 2);
    let guest = server.http.create_guest().await;
    for name in ["ana", "Ana", "an-a", "unknown-south", "Unknown-North"] {
        let body = serde_json::json!({"name": name, "passphrase": "four words and a comma"}).to_string();
        let claimed =
            server.http.send("PUT", "/api/players/me", Some(guest.token.reveal()), Some(body)).await;
        assert_eq!(claimed.status(), 409, "{name}: {}", claimed.body());
    }
}

#[tokio::test]
async fn a_day_before_1970_and_a_day_that_is_not_known_are_kept_as_written() {
    let server = TestServer::start().await;
    for (date, created_at) in
        [("1955-06-01", 0), ("?", 0), ("1998", 883_612_800_000), ("1998-07", 899_251_200_000)]
    {
        let text = GOOD.replace("1998-07-12", date);
        assert_eq!(import_text(&server, &text, false).await.expect(date).new, 1);
        let list: GameList = server.http.get("/api/games?order=newest&limit=200").await.expect("a list");
        assert!(list.games.iter().any(|game| game.created_at.as_millis() == created_at), "{date}");
    }
}

#[tokio::test]
async fn a_game_that_ended_in_the_middle_of_a_turn_is_imported() {
    let server = TestServer::start().await;
    let turns = "1. O n\n2. L o<\nsouth\n";
    let text = GOOD.replace("1. O o\nsouth\n", turns);
    assert_eq!(import_text(&server, &text, false).await.expect("imported").new, 1);
    let list: GameList = server.http.get("/api/games").await.expect("a list");
    let path = format!("/api/games/{}/record", list.games[0].game);
    let record = server.http.send("GET", &path, None, None).await.into_body();
    assert!(record.ends_with(turns), "{record}");
}

#[tokio::test]
async fn after_an_import_into_an_empty_database_its_computer_players_play() {
    let database = TestDatabase::new().await;
    let level = ComputerLevel::ALL[0];
    let store = Store::open(&database.url()).await.expect("a database");
    let text = GOOD.replace("ana", level.player_name().as_str());
    assert_eq!(import_bytes(&store, text.as_bytes(), false).await.expect("imported").new, 1);
    let server = TestServer::start_on(database).await;
    let opponent = Some(Text(format!("bot:{}", level.number()).parse().expect("a level")));
    let new = NewGame { opponent, starts: FirstTurn::Opponent, ..new_game("kubuguza", "none") };
    let player = server.http.create_guest().await;
    let game = server.http.create_game(&player, &new).await.expect("a game").game;
    let mut client = server.client(Some(&player)).await;
    client.join(game, Some(0)).await;
    while !matches!(client.next_event().await.kind, EventKind::Acted { .. }) {}
}

#[tokio::test]
async fn the_record_of_a_private_game_is_imported_as_one_with_its_times() {
    let server = TestServer::start().await;
    let (game, [creator, _]) = start_game(&server.http, "kubuguza", false).await;
    server.http.command(&creator, &resign(game)).await.expect("an end");
    let path = format!("/api/games/{game}/record");
    let record = server.http.send("GET", &path, None, None).await.into_body();
    let other = TestServer::start().await;
    assert_eq!(import_text(&other, &record, false).await.expect("imported").new, 1);
    assert_eq!(count_games(&other).await, 0, "it is not listed");
    let imported = other.http.send("GET", &path, None, None).await.into_body();
    // A record has no chat and no offers, so its log has other hashes.
    let but_hash = |record: &str| -> Vec<String> {
        record.lines().filter(|line| !line.starts_with("[LogHash ")).map(str::to_owned).collect()
    };
    assert_eq!(but_hash(&imported), but_hash(&record));
}
