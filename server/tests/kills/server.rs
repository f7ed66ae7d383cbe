use std::net::SocketAddr;

use ikibuguzo_testing::{HttpClient, ServerCommand, ServerProcess, TestDatabase};

/// The server's program on one address and one database, however often it is killed.
pub(crate) struct KilledServer {
    database: TestDatabase,
    process: ServerProcess,
}

impl KilledServer {
    pub(crate) async fn start() -> Self {
        let database = TestDatabase::new().await;
        let process = command().spawn(&database).await;
        Self { database, process }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address()
    }

    pub(crate) fn http(&self) -> HttpClient {
        self.process.http()
    }

    /// Kills the process with SIGKILL and starts another one at the same address.
    pub(crate) async fn kill(&mut self) {
        let address = self.address();
        self.process.kill().await;
        self.process = command().listen(address).spawn(&self.database).await;
    }
}

fn command() -> ServerCommand {
    ServerCommand::new(env!("CARGO_BIN_EXE_ikibuguzo-server"))
}
