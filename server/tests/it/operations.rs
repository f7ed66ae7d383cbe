//! For operators: the health check, the access log, host names, a stop during the start.

use std::collections::BTreeSet;
use std::process::{Output, Stdio};

use ikibuguzo_testing::{HttpClient, ServerCommand, TestDatabase, eventually, new_game, within};
use serde_json::Value;
use tokio::process::Command;

use crate::PROGRAM;

/// The page for operators.
pub(crate) const PAGE: &str = include_str!("../../../docs/OPERATIONS.md");

/// The settings of a server built with the feature `otel`.
const TRACING_SETTINGS: [&str; 2] = ["otlp-endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT"];

fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(PROGRAM);
    program.args(arguments).kill_on_drop(true);
    program
}

pub(crate) async fn run(arguments: &[&str]) -> Output {
    within("the end of the program", program(arguments).output()).await.expect("it runs")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_exit_code_of_the_health_check_says_whether_a_server_is_ready() {
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let address = server.address();
    let listen = address.to_string();
    let url = format!("http://{address}");
    let any = format!("0.0.0.0:{}", address.port());
    for arguments in
        [["health", "--url", &url], ["--listen", &listen, "health"], ["health", "--listen", &any]]
    {
        let output = run(&arguments).await;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "ready\n");
    }
    server.terminate();
    server.wait().await;
    let output = run(&["health", "--url", &url]).await;
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("the server at {address} is not ready")), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}

/// The options and environment variables in the table of settings.
fn settings_on_the_page() -> BTreeSet<&'static str> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `--") && line.contains("` | `"));
    let cells = rows.flat_map(|row| row.split('|').skip(1).take(2));
    cells.filter_map(|cell| cell.split(['`', ' ']).find(|word| !word.is_empty())).collect()
}

/// The options and environment variables in the help text.
fn settings_in_the_help(help: &str) -> BTreeSet<&str> {
    let options = help.lines().filter_map(|line| line.trim_start().strip_prefix("--")?.split(' ').next());
    let variables = help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next());
    options.chain(variables).collect()
}

#[tokio::test]
async fn the_page_for_operators_lists_every_setting_and_command() {
    let output = run(&["--help"]).await;
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let on_page = settings_on_the_page().into_iter().map(|name| name.trim_start_matches("--"));
    let is_built = |name: &&str| cfg!(feature = "otel") || !TRACING_SETTINGS.contains(name);
    assert_eq!(settings_in_the_help(&help), on_page.filter(is_built).collect());
    let commands =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for name in commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(PAGE.contains(&format!("ikibuguzo-server {name}")), "the command {name} is not on the page");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_with_an_unreadable_log_filter_does_not_start() {
    for (format, starts_with) in [("text", "ikibuguzo-server: RUST_LOG is not a list"), ("json", "{\"")] {
        let arguments = ["--log-format", format, "--listen", "127.0.0.1:0"];
        let output = program(&arguments).env("RUST_LOG", "ikibuguzo_server=loud").output();
        let output = within("the end of the program", output).await.expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with(starts_with) && message.contains("RUST_LOG is not a list"), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_request_is_one_line_of_the_access_log() {
    let only_access = "export RUST_LOG=ikibuguzo_server::access=info IKIBUGUZO_LOG_FORMAT=json";
    let database = TestDatabase::new().await;
    let mut server =
        ServerCommand::new(PROGRAM).shell_setup(only_access).capture_log().spawn(&database).await;
    let http = server.http();
    let player = http.create_guest().await;
    let game = http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    http.events(game, 0).await;
    http.send("GET", "/api/games?rules=nothing", Some(player.token.reveal()), None).await;
    http.send("GET", "/no/such/path?secret=1", None, None).await;
    server.terminate();
    server.wait().await;
    let log = server.read_log().await;
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let summary = |line: &Value| {
        assert!(line["ms"].is_u64() && line["client"] == "127.0.0.1", "{line}");
        assert_eq!((&line["target"], &line["level"]), (&"ikibuguzo_server::access".into(), &"INFO".into()));
        format!("{} {} {}", line["method"], line["path"], line["status"]).replace('"', "")
    };
    let expected = [
        "POST /api/players 201",
        "POST /api/games 201",
        "GET /api/games/{game}/events 200",
        "GET /api/games 400",
        "GET unmatched 404",
    ];
    assert_eq!(lines.iter().map(summary).collect::<Vec<_>>(), expected);
    for secret in [player.token.reveal(), &game.to_string(), "secret", "nothing"] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_has_a_span_with_the_id_of_its_game() {
    let spans = "export RUST_LOG=ikibuguzo_server=debug IKIBUGUZO_LOG_FORMAT=json";
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).shell_setup(spans).capture_log().spawn(&database).await;
    let http = server.http();
    let player = http.create_guest().await;
    let game = http.create_game(&player, &new_game("kubuguza", "none")).await.expect("created").game;
    http.events(game, 0).await;
    server.terminate();
    server.wait().await;
    let log = server.read_log().await;
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let span = lines
        .map(|line| line["span"].clone())
        .find(|span| span["path"] == "/api/games/{game}/events")
        .unwrap_or_else(|| panic!("no span: {log}"));
    assert_eq!((&span["name"], &span["game.id"]), (&"request".into(), &game.to_string().into()));
    assert!(span["request.id"].is_u64(), "{span}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_listens_on_a_host_name() {
    let database = TestDatabase::new().await;
    let mut server = program(&["--listen", "localhost:0", "--database-url", &database.url()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let line = first_line(server.stdout.take().expect("piped")).await;
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
    let http = HttpClient::new(address.parse().expect("an address"));
    assert_eq!(http.send("GET", "/readyz", None, None).await.status(), 200);
    let port = address.rsplit_once(':').expect("a port").1;
    let output = run(&["health", "--listen", &format!("localhost:{port}")]).await;
    assert!(output.status.success(), "{output:?}");
}

async fn first_line(stdout: tokio::process::ChildStdout) -> String {
    use tokio::io::{AsyncBufReadExt, BufReader};
    let mut lines = BufReader::new(stdout).lines();
    within("the line with the address", lines.next_line())
        .await
        .expect("readable")
        .expect("the line with the address")
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signal_stops_a_server_that_is_opening_its_database() {
    let database = TestDatabase::sqlite();
    std::fs::File::create(database.folder().join("games.db")).expect("an empty database");
    let mut lock = database.connect().await;
    sqlx::query("begin exclusive").execute(&mut lock).await.expect("locked");
    let server = program(&["--listen", "127.0.0.1:0", "--database-url", &database.url()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    catches_signals(server.id().expect("it runs")).await;
    terminate(&server);
    // Long before the database gives up waiting for the lock.
    let output = within("the end of the program", server.wait_with_output()).await.expect("it ran");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("stopped by SIGTERM before the database"), "{message}");
    assert!(output.stdout.is_empty(), "{output:?}");
}

#[cfg(target_os = "linux")]
fn terminate(server: &tokio::process::Child) {
    let kill = format!("kill -TERM {}", server.id().expect("it runs"));
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
}

/// Waits until SIGTERM does not end the process by itself any more.
#[cfg(target_os = "linux")]
async fn catches_signals(process: u32) {
    const SIGTERM: u64 = 1 << (15 - 1);
    let catches = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        u64::from_str_radix(mask.trim(), 16).expect("a number") & SIGTERM != 0
    };
    eventually("the server's own handling of SIGTERM", async || catches()).await;
}
