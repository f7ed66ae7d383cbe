//! Tests of the program against a real server: its report and its exit status.

mod server;

use std::process::{Command, Output};

use serde_json::Value;
use tokio::task::spawn_blocking;

use server::TestServer;

/// Runs the program against a server in this process.
async fn run(server: &TestServer, arguments: &[&str]) -> (Output, Value) {
    let url = format!("http://{}", server.address);
    let pid = std::process::id().to_string();
    let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-loadtest"));
    program.args(arguments).args(["--json", "--no-pin", "--url", &url, "--pid", &pid]);
    let output = spawn_blocking(move || program.output()).await.expect("the task ends").expect("it runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output, report)
}

fn figure(report: &Value, name: &str) -> f64 {
    report[name].as_f64().unwrap_or_else(|| panic!("no {name} in {report}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_plays_games_and_compares_every_board() {
    let server = TestServer::start().await;
    let watched: &[&str] = &["--spectators", "1", "--rules", "ikibuguzo:choice"];
    for more in [watched, &["--rules", "azigo", "--awake"]] {
        let arguments = [&["closed", "--games", "2", "--moves", "60", "--seconds", "600"], more].concat();
        let (output, report) = run(&server, &arguments).await;
        assert!(output.status.success(), "{output:?}");
        assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
        assert!(figure(&report, "moves") >= 60.0);
        assert!(figure(&report, "own_ack_p50") > 0.0 && figure(&report, "opponent_p50") > 0.0);
    }
}

#[test]
fn bare_measures_its_own_relay_only() {
    let bare = |more: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-loadtest"));
        let arguments = ["bare", "--games", "3", "--seconds", "2", "--json", "--no-pin"];
        program.args(arguments).args(more).output().expect("it runs")
    };
    for more in [&[] as &[_], &["--awake"]] {
        let output = bare(more);
        assert!(output.status.success(), "{output:?}");
        let report = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(figure(&report, "errors"), 0.0);
        assert!(figure(&report, "moves") > 0.0 && figure(&report, "moves_per_second") > 0.0, "{report}");
    }
    assert!(!bare(&["--url", "http://127.0.0.1:1"]).status.success(), "bare accepts no other server");
}

#[tokio::test(flavor = "multi_thread")]
async fn awake_conflicts_with_spectators() {
    let server = TestServer::start().await;
    let arguments = &["closed", "--games", "1", "--awake", "--spectators", "1"];
    let (output, _) = run(&server, arguments).await;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_watched_game_has_times_of_its_own() {
    let server = TestServer::start().await;
    let arguments = &["closed", "--games", "2", "--moves", "60", "--seconds", "600", "--spectators", "1"];
    let (_, all) = run(&server, arguments).await;
    assert!(all.get("watched_own_ack_p50").is_none(), "{all}");
    let (_, one) = run(&server, &[arguments.as_slice(), &["--one-watched"]].concat()).await;
    assert!(figure(&one, "watched_own_ack_p50") > 0.0 && figure(&one, "own_ack_p50") > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_are_played_over_one_socket() {
    let server = TestServer::start().await;
    let line = "closed --games 10 --spare 4 --games-per-socket 6 --moves 900 --seconds 600";
    let (output, report) = run(&server, &line.split(' ').collect::<Vec<_>>()).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
    assert_eq!(figure(&report, "games_per_socket"), 6.0);
    assert!(figure(&report, "games_ended") > 0.0 && figure(&report, "moves") >= 900.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_plays_games_at_a_fixed_rate() {
    let server = TestServer::start().await;
    let line = "rate --rate 200 --games 2 --moves 40 --seconds 600 --spare 2";
    let (output, report) = run(&server, &line.split(' ').collect::<Vec<_>>()).await;
    assert!(output.status.success(), "{output:?}");
    assert!(figure(&report, "moves") >= 40.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_measures_the_answers_of_computer_players() {
    let server = TestServer::start().await;
    let line = "computers --games 4 --level 2 --opponent-level 1 --clock fischer:300+5 --seconds 3";
    let (output, report) = run(&server, &line.split(' ').collect::<Vec<_>>()).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
    assert!(figure(&report, "answers") > figure(&report, "forced_answers"), "{report}");
    assert!(figure(&report, "answer_max") > 0.0 && figure(&report, "own_ack_p50") > 0.0);
    assert!(figure(&report, "games_created") >= 4.0, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_keeps_sockets_open() {
    let server = TestServer::start().await;
    let (output, report) = run(&server, &["idle", "--sockets", "20", "--seconds", "0.01"]).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "sockets"), figure(&report, "errors")), (20.0, 0.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_socket_is_an_error() {
    let server = TestServer::start().await;
    let (output, _) = run(&server, &["idle", "--sockets", "501"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty(), "the error is printed");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_running_nodes_are_measured() {
    let server = TestServer::start().await;
    // One server under two URLs: each node has half of the players, and spectators are on both.
    let url = format!("http://{}", server.address);
    let line = format!(
        "closed --games 3 --moves 60 --seconds 600 --spectators 2 --url {url} --pid {}",
        std::process::id()
    );
    let (output, report) = run(&server, &line.split(' ').collect::<Vec<_>>()).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
    assert!(figure(&report, "node_1_memory") > 0.0 && figure(&report, "node_2_memory") > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_nodes_that_the_tool_starts_are_stopped() {
    let server = TestServer::start().await;
    for mode in ["failover", "rolling-restart"] {
        let (output, _) = run(&server, &[mode, "--games", "2", "--rate", "10"]).await;
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("--nodes"), "{output:?}");
    }
}

#[test]
fn several_nodes_need_postgres() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-loadtest"));
    let output = program.args(["closed", "--games", "1", "--nodes", "2"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("Postgres"), "{output:?}");
}
