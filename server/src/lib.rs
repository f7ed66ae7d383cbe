//! The server of ikibuguzo: rooms over WebSocket, history over HTTP, games in SQLite.
//!
//! The log is the game: a command becomes facts ([`room`]), the facts are committed ([`writer`], [`store`]), then
//! acknowledged, then told ([`lobby`], [`projection`]). `docs/ARCHITECTURE.md` walks one move through all of it.
//!
//! What this crate is not: it knows no rule of any game, which is the engine's, and no wire format, which is the
//! protocol's.

pub mod config;
pub mod app;
pub mod http;
pub mod socket;
pub mod limits;
pub mod metrics;
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
use std::net::SocketAddr;
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
    let serving = axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(stop.clone().cancelled_owned());
    let serving = tokio::spawn(serving.into_future());
    stop.cancelled().await;
    app.sockets.close();
    // axum does not wait for upgraded sockets, and would wait for ever for a client that keeps a request open.
    let _ = timeout(FAREWELL, async {
        app.sockets.wait().await;
        let _ = serving.await;
    })
    .await;
    Ok(())
}
