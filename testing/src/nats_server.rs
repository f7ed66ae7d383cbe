use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use crate::free_port::free_address;
use crate::waiting::eventually;

/// Debian's path of the program. It is not in every user's `PATH`.
const DEBIAN: &str = "/usr/sbin/nats-server";

/// A NATS server of one test, on a free port of the loopback address. It is killed when this is dropped.
pub struct NatsServer {
    address: SocketAddr,
    folder: TempDir,
    process: Child,
}

impl NatsServer {
    /// Whether the program is on this machine.
    pub fn is_installed() -> bool {
        program().is_some()
    }

    /// Starts a server and waits until it listens.
    ///
    /// # Panics
    ///
    /// Panics if its program is not installed.
    pub async fn start() -> Self {
        let address = free_address();
        let folder = tempfile::tempdir().expect("a folder");
        let process = spawn(address, &folder).await;
        Self { address, folder, process }
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Kills it with SIGKILL.
    pub async fn kill(&mut self) {
        self.process.kill().await.expect("SIGKILL");
    }

    /// Starts it again at the same address.
    pub async fn start_again(&mut self) {
        self.process = spawn(self.address, &self.folder).await;
    }
}

async fn spawn(address: SocketAddr, folder: &TempDir) -> Child {
    let process = Command::new(program().expect("nats-server is installed"))
        .args(["--addr", &address.ip().to_string(), "--port", &address.port().to_string()])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("a process");
    eventually("the start of nats-server", async || TcpStream::connect(address).await.is_ok()).await;
    process
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join("nats-server"));
    on_path.chain([PathBuf::from(DEBIAN)]).find(|program| program.is_file())
}
