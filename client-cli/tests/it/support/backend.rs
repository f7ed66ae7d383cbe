//! The server under test. No other file of this crate's tests uses the API of the server crate.

use std::io;
use std::path::Path;

use ikibuguzo_server::app::{App, AppSettings};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Serves with a SQLite database in this folder until `stop` is cancelled.
pub(crate) async fn serve(
    listener: TcpListener,
    folder: &Path,
    stop: CancellationToken,
) -> JoinHandle<io::Result<()>> {
    let url = format!("sqlite://{}", folder.join("games.db").display());
    let app = App::open(&url, AppSettings::default(), stop).await.expect("a database");
    tokio::spawn(ikibuguzo_server::serve(listener, app))
}
