use std::net::SocketAddr;
use std::path::Path;

use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::serve;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Terminal;

/// A server on a database of its own, and a home for the players of one machine.
pub(crate) struct Server {
    address: SocketAddr,
    folder: TempDir,
    stop: CancellationToken,
    running: JoinHandle<std::io::Result<()>>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Self::start_at(listener, folder).await
    }

    async fn start_at(listener: TcpListener, folder: TempDir) -> Self {
        let stop = CancellationToken::new();
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let app = App::open(&url, Limits::default(), stop.clone()).await.expect("a database");
        let address = listener.local_addr().expect("its address");
        let running = tokio::spawn(serve(listener, app));
        Self { address, folder, stop, running }
    }

    /// Stops, and starts again at the same address.
    pub(crate) async fn restart(self) -> Self {
        let (address, folder) = self.stop().await;
        let listener = TcpListener::bind(address).await.expect("the same port");
        Self::start_at(listener, folder).await
    }

    async fn stop(self) -> (SocketAddr, TempDir) {
        self.stop.cancel();
        self.running.await.expect("it ends").expect("without an error");
        (self.address, self.folder)
    }

    /// Runs `ikibuguzo` with these arguments against this server.
    pub(crate) fn run(&self, arguments: &[&str]) -> Terminal {
        Terminal::run(&self.url(), &self.home(), arguments)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where the players of this machine are kept.
    pub(crate) fn home(&self) -> std::path::PathBuf {
        self.folder.path().join("config")
    }

    /// The folder of the players at this server.
    pub(crate) fn players(&self) -> std::path::PathBuf {
        let name = self.address.to_string().replace(':', "_");
        Path::new(&self.home()).join("ikibuguzo").join(name)
    }
}
