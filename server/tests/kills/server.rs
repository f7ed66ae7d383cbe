use std::net::SocketAddr;

use ikibuguzo_testing::{
    HttpClient, ServerCommand, ServerProcess, TestDatabase, fake_time_setup, limit_file_size,
};

/// The server's program on one address and one database, however often it is killed.
pub(crate) struct KilledServer {
    database: TestDatabase,
    process: ServerProcess,
    /// How many days the clock of the machine is ahead.
    days_ahead: u32,
}

impl KilledServer {
    pub(crate) async fn start() -> Self {
        let database = TestDatabase::new().await;
        let process = command(0).spawn(&database).await;
        Self { database, process, days_ahead: 0 }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address()
    }

    pub(crate) fn http(&self) -> HttpClient {
        self.process.http()
    }

    /// Kills the process with SIGKILL and starts another one at the same address, as if this many days had passed.
    pub(crate) async fn kill(&mut self, days_off: u32) {
        let address = self.address();
        self.process.kill().await;
        self.days_ahead += days_off;
        self.process = command(self.days_ahead).listen(address).spawn(&self.database).await;
    }

    /// Whether a disk can be full and the clock be ahead: with Postgres both are those of Postgres.
    pub(crate) fn has_own_disk_and_clock(&self) -> bool {
        self.database.url().starts_with("sqlite") && fake_time_setup("+0d").is_some()
    }

    /// Lets every write fail, as on a full disk, or succeed again.
    pub(crate) fn set_disk_full(&self, is_full: bool) {
        let limits = if is_full { "0:unlimited" } else { "unlimited:unlimited" };
        limit_file_size(self.process.process_id(), limits);
    }
}

fn command(days_ahead: u32) -> ServerCommand {
    // A write beyond the limit of a file's size fails; the signal for it is ignored.
    let mut setup = "trap '' XFSZ".to_owned();
    if days_ahead > 0 {
        setup += "; ";
        setup += &fake_time_setup(&format!("+{days_ahead}d")).expect("faketime");
    }
    ServerCommand::new(env!("CARGO_BIN_EXE_ikibuguzo-server")).shell_setup(&setup)
}
