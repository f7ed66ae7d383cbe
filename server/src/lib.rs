//! The server of ikibuguzo: rooms over WebSocket, history over HTTP, games in SQLite.
//!
//! The log is the game: a command becomes facts ([`room`]), the facts are committed ([`writer`], [`store`]), then
//! acknowledged, then told ([`lobby`], [`projection`]). `docs/ARCHITECTURE.md` walks one move through all of it.
//!
//! What this crate is not: it knows no rule of any game, which is the engine's, and no wire format, which is the
//! protocol's.

pub mod config;
pub mod app;
pub mod connection;
pub mod http;
pub mod socket;
pub mod limits;
pub mod asks;
pub mod lobby;
pub mod room;
pub mod fact;
pub mod projection;
pub mod history;
pub mod record;
pub mod writer;
pub mod store;
pub mod player;
pub mod chance;
pub mod time;

use std::io;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;

use app::App;

/// How long a stopping server waits for requests and sockets under way.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves until `app.stop` is cancelled, then says goodbye to every socket.
///
/// # Errors
///
/// Where the listener fails.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let stop = app.stop.clone();
    let router = http::router(app.clone());
    let serving = tokio::spawn(connection::accept(listener, router, app.limits, stop.clone()));
    stop.cancelled().await;
    app.sockets.close();
    // A connection that became a socket is no longer served as HTTP; one with a request under way may take too long.
    let _ = timeout(FAREWELL, async {
        app.sockets.wait().await;
        let _ = serving.await;
    })
    .await;
    Ok(())
}
