use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Pty, Terminal, backend};

/// A server with its own database, and a configuration folder for the players of one machine.
pub(crate) struct Server {
    address: SocketAddr,
    folder: TempDir,
    stop: CancellationToken,
    task: JoinHandle<io::Result<()>>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::start_at(listener, folder).await
    }

    async fn start_at(listener: TcpListener, folder: TempDir) -> Self {
        let stop = CancellationToken::new();
        let address = listener.local_addr().expect("its address");
        let task = backend::serve(listener, folder.path(), stop.clone()).await;
        Self { address, folder, stop, task }
    }

    /// Stops the server and starts it again at the same address.
    pub(crate) async fn restart(self) -> Self {
        let (address, folder) = self.stop().await;
        let listener = TcpListener::bind(address).await.expect("the same port");
        Self::start_at(listener, folder).await
    }

    async fn stop(self) -> (SocketAddr, TempDir) {
        self.stop.cancel();
        self.task.await.expect("it ends").expect("without an error");
        (self.address, self.folder)
    }

    /// Runs `ikibuguzo` with these arguments against this server.
    pub(crate) fn run(&self, arguments: &[&str]) -> Terminal {
        Terminal::run(&self.url(), &self.config_home(), arguments)
    }

    /// Runs `ikibuguzo` with these arguments against this server, on a terminal of this many rows and columns.
    pub(crate) fn run_on_terminal(&self, arguments: &[&str], size: (u16, u16)) -> Pty {
        Pty::run(&self.url(), &self.config_home(), arguments, size)
    }

    /// As [`Self::run_on_terminal`], from a shell that takes the terminal when the program is stopped.
    pub(crate) fn run_in_shell(&self, arguments: &[&str], size: (u16, u16)) -> Pty {
        Pty::run_in_shell(&self.url(), &self.config_home(), arguments, size)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The machine's `XDG_CONFIG_HOME`.
    pub(crate) fn config_home(&self) -> PathBuf {
        self.folder.path().join("config")
    }

    /// The folder with the files of the machine's players at this server.
    pub(crate) fn player_folder(&self) -> PathBuf {
        self.config_home().join("ikibuguzo").join(self.address.to_string().replace(':', "_"))
    }
}
