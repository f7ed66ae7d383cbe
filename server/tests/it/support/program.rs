use std::fs::File;
use std::net::SocketAddr;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::TestDatabase;

/// The real program, killed when it is dropped.
pub(crate) async fn spawn(database: &TestDatabase) -> (Child, SocketAddr) {
    start(Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server")), &database.url(), log_file(database)).await
}

/// The real program on a database at an address.
pub(crate) async fn spawn_at(url: &str) -> (Child, SocketAddr) {
    start(Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server")), url, Stdio::null()).await
}

/// The real program, in whose process a shell has done something first.
pub(crate) async fn spawn_with_shell(first: &str, database: &TestDatabase) -> (Child, SocketAddr) {
    let mut shell = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_ikibuguzo-server");
    shell.args(["-c", &format!("{first}; exec \"$0\" \"$@\""), program]);
    start(shell, &database.url(), log_file(database)).await
}

/// Logs on the same disk as the games: what fails for these fails for them.
fn log_file(database: &TestDatabase) -> Stdio {
    File::create(database.log()).map_or_else(|_| Stdio::inherit(), Stdio::from)
}

async fn start(mut program: Command, url: &str, log: Stdio) -> (Child, SocketAddr) {
    let mut server = program
        .args(["--listen", "127.0.0.1:0", "--database-url"])
        .arg(url)
        .stdout(Stdio::piped())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stdout.take().expect("piped")).lines();
    let line = lines.next_line().await.expect("readable").expect("the line with the address");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).expect("an address");
    (server, address.parse().expect("an address"))
}
