//! The program against a real server: what it prints, and what it exits with.

use std::net::SocketAddr;
use std::process::{Command, Output};

use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::serve;
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

/// A server in this process, on a database that lasts as long as the folder.
async fn server() -> (SocketAddr, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let app = App::open(&url, Limits::default(), CancellationToken::new()).await.expect("a database");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    tokio::spawn(serve(listener, app));
    (address, folder)
}

/// Runs the program on a server, which is in this process.
async fn run(address: SocketAddr, arguments: &[&str]) -> (Output, Value) {
    let (url, pid) = (format!("http://{address}"), std::process::id().to_string());
    let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-loadtest"));
    program.args(arguments).args(["--json", "--no-pin", "--url", &url, "--pid", &pid]);
    let output = spawn_blocking(move || program.output()).await.expect("it ends").expect("it runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output, report)
}

fn figure(report: &Value, name: &str) -> f64 {
    report[name].as_f64().unwrap_or_else(|| panic!("no {name} in {report}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_at_once_and_every_board_is_compared() {
    let (address, _folder) = server().await;
    let watched: &[&str] = &["--spectators", "1", "--rules", "ikibuguzo:choice"];
    for more in [watched, &["--rules", "azigo", "--awake"]] {
        let arguments = [&["closed", "--games", "2", "--moves", "60", "--seconds", "600"], more].concat();
        let (output, report) = run(address, &arguments).await;
        assert!(output.status.success(), "{output:?}");
        assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
        assert!(figure(&report, "moves") >= 60.0);
        assert!(figure(&report, "own_ack_p50") > 0.0 && figure(&report, "opponent_p50") > 0.0);
    }
}

#[test]
fn a_relay_shows_what_sockets_alone_cost() {
    let bare = |more: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-loadtest"));
        let arguments = ["bare", "--games", "3", "--seconds", "2", "--json", "--no-pin"];
        program.args(arguments).args(more).output().expect("it runs")
    };
    for more in [&[] as &[_], &["--awake"]] {
        let output = bare(more);
        assert!(output.status.success(), "{output:?}");
        let report = serde_json::from_slice(&output.stdout).expect("figures");
        assert_eq!(figure(&report, "errors"), 0.0);
        assert!(figure(&report, "moves") > 0.0 && figure(&report, "moves_per_second") > 0.0, "{report}");
    }
    assert!(!bare(&["--url", "http://127.0.0.1:1"]).status.success(), "no other server is measured so");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_would_get_no_turn_beside_a_tool_that_never_sleeps() {
    let (address, _folder) = server().await;
    let (output, _) = run(address, &["closed", "--games", "1", "--awake", "--spectators", "1"]).await;
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_one_game_that_is_watched_is_timed_apart() {
    let (address, _folder) = server().await;
    let arguments = &["closed", "--games", "2", "--moves", "60", "--seconds", "600", "--spectators", "1"];
    let (_, all) = run(address, arguments).await;
    assert!(all.get("watched_own_ack_p50").is_none(), "{all}");
    let (_, one) = run(address, &[arguments.as_slice(), &["--one-watched"]].concat()).await;
    assert!(figure(&one, "watched_own_ack_p50") > 0.0 && figure(&one, "own_ack_p50") > 0.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_are_played_over_one_socket_each_after_another() {
    let (address, _folder) = server().await;
    let arguments = &[
        "closed",
        "--games",
        "10",
        "--spare",
        "4",
        "--games-per-socket",
        "6",
        "--moves",
        "900",
        "--seconds",
        "600",
    ];
    let (output, report) = run(address, arguments).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "errors"), figure(&report, "boards_checked")), (0.0, 100.0));
    assert_eq!(figure(&report, "games_per_socket"), 6.0);
    assert!(figure(&report, "games_ended") > 0.0 && figure(&report, "moves") >= 900.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_by_a_timetable() {
    let (address, _folder) = server().await;
    let arguments =
        &["rate", "--rate", "200", "--games", "2", "--moves", "40", "--seconds", "600", "--spare", "2"];
    let (output, report) = run(address, arguments).await;
    assert!(output.status.success(), "{output:?}");
    assert!(figure(&report, "moves") >= 40.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_idle() {
    let (address, _folder) = server().await;
    let (output, report) = run(address, &["idle", "--sockets", "20", "--seconds", "0.01"]).await;
    assert!(output.status.success(), "{output:?}");
    assert_eq!((figure(&report, "sockets"), figure(&report, "errors")), (20.0, 0.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lets_too_few_in_is_an_error() {
    let (address, _folder) = server().await;
    let (output, _) = run(address, &["idle", "--sockets", "501"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty(), "it says why");
}
