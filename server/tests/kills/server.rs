use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::support::TestDatabase;

/// The real program on one address and one database, however often it is killed.
pub(crate) struct Server {
    address: SocketAddr,
    database: TestDatabase,
    child: Child,
}

impl Server {
    pub(crate) async fn start() -> Self {
        // The system chooses the port once; every later server takes the same one.
        let address =
            TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port");
        let database = TestDatabase::new().await;
        let child = spawn(address, &database).await;
        Self { address, database, child }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// SIGKILL, and another server in its place.
    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.expect("SIGKILL");
        self.child = spawn(self.address, &self.database).await;
    }
}

/// Starts the program, and waits for the line that says that it listens.
async fn spawn(address: SocketAddr, database: &TestDatabase) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ikibuguzo-server"))
        .args(["--listen", &address.to_string(), "--database-url"])
        .arg(database.url())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let line = lines.next_line().await.expect("readable");
    assert!(line.is_some(), "the server ended before it listened");
    child
}
