use std::fs::File;
use std::net::SocketAddr;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use super::TestDatabase;

/// The real program, killed when it is dropped.
pub(crate) async fn spawn(database: &TestDatabase) -> (Child, SocketAddr) {
    spawn_with(&[], database).await
}

/// The real program on a database at an address.
pub(crate) async fn spawn_at(url: &str) -> (Child, SocketAddr) {
    start(Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server")), Stdio::null(), url).await
}

/// The real program, started with more options.
pub(crate) async fn spawn_with(options: &[&str], database: &TestDatabase) -> (Child, SocketAddr) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server"));
    program.args(options);
    start(program, log_file(database), &database.url()).await
}

/// Tells it to stop, as whoever runs it does.
pub(crate) fn terminate(server: &Child) {
    signal(server, "TERM");
}

/// Sends it a signal.
pub(crate) fn signal(server: &Child, name: &str) {
    let kill = format!("kill -{name} {}", server.id().expect("it runs"));
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
}

/// Stops the program, and waits until all its threads stand still: on a busy machine they obey a moment later.
pub(crate) fn freeze(server: &Child) {
    signal(server, "STOP");
    let threads = format!("/proc/{}/task", server.id().expect("it runs"));
    let is_still = |stat: String| stat.rsplit(") ").next().is_some_and(|state| state.starts_with('T'));
    // Elsewhere than on Linux there is no such folder, and nothing to wait for.
    while std::fs::read_dir(&threads).into_iter().flatten().flatten().any(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat"));
        stat.is_ok_and(|stat| !is_still(stat))
    }) {
        std::thread::yield_now();
    }
}

/// The real program, in whose process a shell has done something first.
pub(crate) async fn spawn_with_shell(first: &str, database: &TestDatabase) -> (Child, SocketAddr) {
    start(shell(first), log_file(database), &database.url()).await
}

/// The same, and what it logs until it ends.
pub(crate) async fn spawn_heard(
    first: &str,
    database: &TestDatabase,
) -> (Child, SocketAddr, JoinHandle<String>) {
    let (mut server, address) = start(shell(first), Stdio::piped(), &database.url()).await;
    let mut logs = server.stderr.take().expect("piped");
    let heard = tokio::spawn(async move {
        let mut text = String::new();
        logs.read_to_string(&mut text).await.expect("text");
        text
    });
    (server, address, heard)
}

fn shell(first: &str) -> Command {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_ikibuguzo-server");
    shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), program]);
    shell
}

/// On the same disk as the games: what fails for these fails for the log.
fn log_file(database: &TestDatabase) -> Stdio {
    File::create(database.log()).map_or_else(|_| Stdio::inherit(), Stdio::from)
}

async fn start(mut program: Command, logs: Stdio, url: &str) -> (Child, SocketAddr) {
    let mut server = program
        .args(["--listen", "127.0.0.1:0", "--database-url"])
        .arg(url)
        .stdout(Stdio::piped())
        .stderr(logs)
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stdout.take().expect("piped")).lines();
    let line = lines.next_line().await.expect("readable").expect("the line with the address");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
    (server, address.parse().expect("an address"))
}
