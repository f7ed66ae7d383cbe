//! The proof of a finished game: with it anybody checks a record with `sha256sum`.

use std::process::{Command, Stdio};

use ikibuguzo_engine::Record;
use ikibuguzo_game::proof;
use ikibuguzo_protocol::{ErrorCode, ExportedGame, Problem};
use ikibuguzo_testing::{act, resign, say, start_game};

use super::export::{export, start_with_immediate_export};

/// The script of `docs/VERIFY.md`.
fn proof_script() -> &'static str {
    let page = include_str!("../../../../docs/VERIFY.md");
    let script = page.split_once("```sh\n").and_then(|(_, rest)| rest.split_once("```\n"));
    script.expect("a script in the page").0
}

/// Works out the hash with which a game ended, with the script.
fn hash_by_script(proof: &str) -> String {
    use std::io::Write;
    let mut shell = Command::new("sh")
        .args(["-c", proof_script()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    shell.stdin.take().expect("a pipe").write_all(proof.as_bytes()).expect("written");
    let output = shell.wait_with_output().expect("an end").stdout;
    String::from_utf8(output).expect("text").trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_checked_with_sha256sum_after_chat_a_restart_and_the_end_of_an_account() {
    let server = start_with_immediate_export().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    server.http.command(&south, &act(game, 4, "O")).await.expect("played");
    let path = format!("/api/games/{game}/proof");
    let early: Result<(), Problem> = server.http.get(&path).await;
    assert_eq!(early.expect_err("it conceals something").code, ErrorCode::GameNotOver);
    server.http.command(&north, &say(game, "Murakoze!")).await.expect("said");
    server.http.command(&north, &resign(game)).await.expect("an end");
    server.http.command(&south, &say(game, "Nta kibazo")).await.expect("said");

    let record = server.http.send("GET", &format!("/api/games/{game}/record"), None, None).await.into_body();
    let record = Record::read_all(&record).expect("a record").remove(0).record;
    let hash = record.tag(proof::HASH_TAG).expect("its hash").to_owned();
    let exported: ExportedGame =
        serde_json::from_str(export(&server, "", None).await.trim()).expect("one game");
    assert_eq!(exported.log_hash.as_ref(), Some(&hash));

    let server = server.restart().await;
    let answer = server.http.send("DELETE", "/api/players/me", Some(north.token.reveal()), None).await;
    assert_eq!(answer.status(), 204, "{}", answer.body());
    let text = server.http.send("GET", &path, None, None).await.into_body();
    assert!(!text.contains(north.name.as_str()) && text.contains(south.name.as_str()), "{text}");
    assert_eq!(proof::check(&text, &record), Ok(()));
    assert_eq!(hash_by_script(&text), hash);
}
