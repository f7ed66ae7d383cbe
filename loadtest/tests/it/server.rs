//! A server in the test process. Only this file uses the crate `ikibuguzo-server`.

use std::net::SocketAddr;

use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::serve;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// A server with a temporary database.
pub(crate) struct TestServer {
    /// The address on which it listens.
    pub(crate) address: SocketAddr,
    /// Deletes the database when dropped.
    _folder: TempDir,
}

impl TestServer {
    /// Starts a server with default limits on a free port.
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let app =
            App::open(&url, AppSettings::default(), CancellationToken::new()).await.expect("a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("the listener's address");
        tokio::spawn(serve(listener, app));
        Self { address, _folder: folder }
    }
}
