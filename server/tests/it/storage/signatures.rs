//! Games that the server has signed: anybody checks the signature with `openssl`.

use std::env;
use std::fs;
use std::process::Command;

use ikibuguzo_engine::Record;
use ikibuguzo_game::inclusion::Inclusion;
use ikibuguzo_game::proof::HASH_TAG;
use ikibuguzo_protocol::{ErrorCode, Problem};
use ikibuguzo_server::operations::import::{ImportOptions, import};
use ikibuguzo_testing::{TestServer, eventually, resign, start_game};

/// Games of two days; one of them is private.
const OLD_GAMES: [&str; 3] = [
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"ana\"]\n[North \"bo\"]\n\n1. O o\nsouth\n\n",
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"bo\"]\n[North \"ana\"]\n\n1. O o\nnorth\n\n",
    "[Rules \"kubuguza\"]\n[Date \"1998-07-14\"]\n[South \"ana\"]\n[North \"bo\"]\n\n1. O o\nsouth\n\n",
];

/// The script of `docs/VERIFY.md` that checks an inclusion.
fn inclusion_script() -> &'static str {
    let page = include_str!("../../../../docs/VERIFY.md");
    page.split("```sh\n").nth(2).and_then(|rest| rest.split("```").next()).expect("a second script")
}

async fn text(server: &TestServer, path: &str) -> String {
    let answer = server.http.send("GET", path, None, None).await;
    assert_eq!(answer.status(), 200, "{path}: {}", answer.body());
    answer.into_body()
}

/// A server with the old games, which it has signed, and their ids.
async fn start_with_signed_games() -> (TestServer, Vec<String>) {
    let server = sign_old_games(TestServer::start().await).await;
    let records = Record::read_all(&text(&server, "/api/export?format=record").await).expect("records");
    let ids = records.iter().map(|numbered| numbered.record.tag("Game").expect("an id").to_owned());
    (server, ids.collect())
}

/// Imports the old games and starts the server again: it signs what ended before it was started.
pub(super) async fn sign_old_games(server: TestServer) -> TestServer {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games");
    fs::write(&file, OLD_GAMES.concat()).expect("written");
    import(&server.app.store, &file, ImportOptions::default(), server.app.clock.now(), &server.app.chance)
        .await
        .expect("imported");
    let server = server.restart().await;
    eventually("the games are signed", async || !text(&server, "/api/roots").await.is_empty()).await;
    server
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_game_of_a_day_is_in_the_signed_root() {
    let (server, games) = start_with_signed_games().await;
    assert_eq!(games.len(), OLD_GAMES.len());
    let roots = text(&server, "/api/roots").await;
    for game in games {
        let path = format!("/api/games/{game}/inclusion");
        let answer = server.http.send("GET", &path, None, None).await;
        assert_eq!(answer.headers().get("cache-control").map(|control| control == "no-cache"), Some(true));
        let inclusion = text(&server, &path).await;
        let inclusion = Inclusion::read(&inclusion).expect("an inclusion");
        assert_eq!((inclusion.statement.games, inclusion.game.as_str()), (OLD_GAMES.len(), game.as_str()));
        assert_eq!(inclusion.statement.first_day.to_string(), "1998-07-12");
        assert_eq!(roots, format!("{} {}\n", inclusion.statement, inclusion.signature));
        let record = Record::read_all(&text(&server, &format!("/api/games/{game}/record")).await);
        let record = record.expect("a record").remove(0).record;
        assert_eq!(record.tag(HASH_TAG), Some(inclusion.hash.as_str()));
    }
    assert_eq!(text(&server, "/api/roots?before=1998-07-12").await, "");
    let refused: Result<(), Problem> = server.http.get("/api/roots?before=yesterday").await;
    assert_eq!(refused.expect_err("no day").code, ErrorCode::BadQuery);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_today_is_not_signed_and_the_key_stays() {
    let (server, _) = start_with_signed_games().await;
    let key = text(&server, "/.well-known/ikibuguzo-key.pem").await;
    let roots = text(&server, "/api/roots").await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    server.http.command(&south, &resign(game)).await.expect("an end");
    let server = server.restart().await;
    let refused: Result<(), Problem> = server.http.get(&format!("/api/games/{game}/inclusion")).await;
    assert_eq!(refused.expect_err("its day is not over").code, ErrorCode::NotSigned);
    assert_eq!(text(&server, "/.well-known/ikibuguzo-key.pem").await, key);
    assert_eq!(text(&server, "/api/roots").await, roots, "a day is signed once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openssl_checks_the_signature() {
    if Command::new("openssl").arg("version").output().is_err() {
        assert!(env::var_os("CI").is_none(), "openssl is missing");
        eprintln!("openssl is not installed: its check of a signature is left out");
        return;
    }
    let (server, games) = start_with_signed_games().await;
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("key.pem", &text(&server, "/.well-known/ikibuguzo-key.pem").await);
    let inclusion = text(&server, &format!("/api/games/{}/inclusion", games[1])).await;
    let run = || {
        let run = Command::new("sh").args(["-c", inclusion_script()]).current_dir(folder.path()).output();
        let run = run.expect("a shell");
        (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
    };
    write("inclusion", &inclusion);
    let (is_good, output) = run();
    assert!(is_good && output.contains("Signature Verified Successfully"), "{output}");
    assert!(output.contains("the root contains the game"), "{output}");

    write("inclusion", &inclusion.replacen("left", "right", 1));
    assert!(!run().1.contains("the root contains the game"));
    write("inclusion", &inclusion.replacen(" 3 ", " 2 ", 1));
    assert!(!run().1.contains("Signature Verified Successfully"));
}
