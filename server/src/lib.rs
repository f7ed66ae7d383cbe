//! The server: live games over WebSocket, history over HTTP, games in a database.
//!
//! The log is the game. A command becomes facts (`ikibuguzo_game`). The facts are committed ([`live`],
//! `ikibuguzo_store`), then acknowledged, then broadcast ([`live`], `ikibuguzo_game::projection`).
//! `docs/ARCHITECTURE.md` follows one move through all of it.
//!
//! The rules of the games are in the engine; the wire format is in the protocol.

mod program;
pub mod config;
pub mod app;
pub mod error;
pub mod net;
pub mod ws;
pub mod api;
mod web;
mod query;
mod router;
pub mod accounts;
mod fair_queue;
mod low_priority_thread;
pub(crate) mod computer;
pub(crate) mod analysis;
pub mod cluster;
pub mod live;
mod tournaments;
mod moderation;
mod pairing_ban;
mod playing;
#[cfg(test)]
mod two_worlds;
pub(crate) mod push;
mod signatures;
pub mod ops;
pub mod chance;
pub mod time;

use std::io;

use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use app::App;
pub use program::run;
pub use router::router;

use net::accept::Acceptor;
use net::listen::Listeners;

/// Serves until `app.stop` is cancelled.
///
/// Then `/readyz` says that the server is stopping. After `stop_notice` the server stops listening, finishes the
/// commands in progress, and says goodbye to each socket, within `stop_within`.
///
/// # Errors
///
/// If accepting connections panicked.
pub async fn serve(listeners: impl Into<Listeners>, app: App) -> io::Result<()> {
    let acceptor = Acceptor {
        router: router(app.clone()),
        limits: app.limits,
        trusted_proxies: app.trusted_proxies.clone(),
        metrics: app.metrics.clone(),
        stop: app.closing.clone(),
    };
    let serving = tokio::spawn(acceptor.run(listeners.into()));
    app.stop.cancelled().await;
    sleep(app.limits.stop_notice).await;
    // Work that is cut off here has not been acknowledged.
    timeout(app.limits.stop_within, close(&app, serving)).await.unwrap_or(Ok(()))
}

/// Closes all connections and waits until they have ended. Sockets are counted apart from HTTP connections.
async fn close(app: &App, serving: JoinHandle<()>) -> io::Result<()> {
    app.closing.cancel();
    app.sockets.close();
    app.sockets.wait().await;
    let served = serving.await;
    if let Err(error) = app.heartbeat.end().await {
        app.database_log.failed(&error);
    }
    Ok(served?)
}
