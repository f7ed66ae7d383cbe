//! Exit codes and error messages.

use std::fs;

use crate::support::{Server, Terminal};

const NO_GAMES: &str = "No games. `ikibuguzo play --new --public` begins one that anybody may join.\n";

/// Checks the exit code of a program, and that its error is one line that contains `words`.
async fn assert_fails(terminal: Terminal, status: i32, words: &str) {
    let (code, _, errors) = terminal.end().await;
    assert_eq!(code, Some(status), "{errors}");
    assert!(errors.contains(words), "{errors}");
    assert!(status == 2 || errors.lines().count() == 1, "one line: {errors}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_kind_of_failure_has_its_exit_code() {
    let server = Server::start().await;
    let run_without_server = |arguments: &[&str]| {
        let arguments = [&["--server", "http://127.0.0.1:9"], arguments].concat();
        server.run(&arguments)
    };
    assert_fails(server.run(&["play"]), 2, "--new").await;
    assert_fails(server.run(&["watch", "nonsense"]), 2, "twelve letters and digits").await;
    assert_fails(server.run(&["play", "--new", "--rules", "chess"]), 2, "ikibuguzo:choice").await;
    assert_fails(run_without_server(&["games"]), 3, "cannot reach the server at http://127.0.0.1:9").await;
    assert_fails(run_without_server(&["watch", "zzzzzzzzzzzz"]), 3, "cannot reach the server").await;
    for game in ["--new", "zzzzzzzzzzzz"] {
        let words = "the full screen needs a terminal";
        assert_fails(run_without_server(&["play", game, "--tui"]), 1, words).await;
    }
    assert_fails(server.run(&["watch", "zzzzzzzzzzzz"]), 4, "there is no game").await;
    assert_fails(server.run(&["show", "zzzzzzzzzzzz"]), 4, "there is no game").await;
    assert_fails(server.run(&["play", "zzzzzzzzzzzz"]), 4, "there is no game").await;
    assert_fails(server.run(&["--json", "show", "zzzzzzzzzzzz"]), 4, "(unknown_game)").await;
    assert_fails(server.run(&["games", "--rules", "chess&state=open"]), 4, "the server refused: ").await;
    for command in ["whoami", "games"] {
        assert_fails(server.run(&[command, "--player", "9"]), 5, "this machine has no player 9 at http://")
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_third_player_is_refused_because_both_seats_are_taken() {
    let server = Server::start().await;
    let mut south = server.run(&["play", "--new"]);
    let invitation = south.wait_for("In a terminal").await;
    let code = invitation.split(' ').next_back().expect("a code");
    let mut north = server.run(&["play", code]);
    north.wait_for("arrange your counters").await;
    assert_fails(server.run(&["play", code]), 4, "both seats are taken").await;
    let (_, output, _) = server.run(&["whoami"]).end().await;
    assert_eq!(output.lines().count(), 2, "a full game makes no new player: {output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unusable_player_file_is_named_and_kept() {
    let server = Server::start().await;
    let (status, output, _) = server.run(&["whoami"]).end().await;
    assert_eq!(status, Some(0));
    assert!(output.contains("No players yet"), "{output}");
    let (status, ..) = server.run(&["play", "--new"]).end().await;
    assert_eq!(status, Some(0));
    let file = server.player_folder().join("player-1.json");
    let good = fs::read_to_string(&file).expect("it is there");
    let (_, output, _) = server.run(&["whoami"]).end().await;
    assert!(output.starts_with("player 1: "), "{output}");

    // A token that the server does not know.
    let token = good.split("\"token\": \"").nth(1).and_then(|rest| rest.get(..52)).expect("a token");
    let unknown = good.replace(token, &"0".repeat(52));
    fs::write(&file, &unknown).expect("written");
    for arguments in [&["whoami"][..], &["play", "--new"], &["play", "zzzzzzzzzzzz"]] {
        let (status, _, errors) = server.run(arguments).end().await;
        assert_eq!(status, Some(4), "{errors}");
        assert!(errors.contains("player-1.json") && !errors.contains("0000000000"), "{errors}");
    }
    for (text, remedy) in [(unknown.as_str(), "sign-out"), ("{ broken", "remove it to get a new name")] {
        fs::write(&file, text).expect("written");
        let (status, output, errors) = server.run(&["games"]).end().await;
        assert_eq!((status, output.as_str()), (Some(0), NO_GAMES), "{errors}");
        assert!(errors.contains("only public games are listed") && errors.contains(remedy), "{errors}");
    }
    assert_fails(server.run(&["play", "--new"]), 5, "player-1.json").await;
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "{ broken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_output_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};

    let server = Server::start().await;
    let (status, ..) = server.run(&["play", "--new", "--public"]).end().await;
    assert_eq!(status, Some(0));
    let mut child = Command::new(env!("CARGO_BIN_EXE_ikibuguzo"))
        .args(["games", "--server", &server.url()])
        .env("XDG_CONFIG_HOME", server.config_home())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = tokio::task::spawn_blocking(move || child.wait_with_output()).await.expect("it ran");
    let output = output.expect("it ended");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
