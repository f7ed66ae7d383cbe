//! The server of ikibuguzo: rooms over WebSocket, history over HTTP, games in SQLite.
//!
//! The log is the game: a command becomes facts (`ikibuguzo_game`), the facts are committed ([`live`], `ikibuguzo_store`), then
//! acknowledged, then told ([`live`], `ikibuguzo_game::projection`). `docs/ARCHITECTURE.md` walks one move through all of it.
//!
//! What this crate is not: it knows no rule of any game, which is the engine's, and no wire format, which is the
//! protocol's.

pub mod config;
pub mod app;
pub mod error;
pub mod net;
pub mod ws;
pub mod api;
mod web;
mod query;
pub mod accounts;
pub mod live;
pub mod ops;
pub mod site;
pub mod chance;
pub mod time;

use std::io;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use app::App;

/// Serves until `app.stop` is cancelled; then says on `/readyz` that it stops, and after the notice closes: takes nobody
/// any more, finishes the commands under way, and says goodbye to every socket, all within a bound.
///
/// # Errors
///
/// Where the listener fails.
pub async fn serve(listener: TcpListener, app: App) -> io::Result<()> {
    let router = api::router(app.clone());
    let accepting =
        net::accept::accept(listener, router, app.limits, app.metrics.clone(), app.closing.clone());
    let serving = tokio::spawn(accepting);
    app.stop.cancelled().await;
    sleep(app.limits.stop_notice).await;
    // What is cut off here has no acknowledgement.
    let _ = timeout(app.limits.stop_within, close(&app, serving)).await;
    Ok(())
}

/// A connection that became a socket is no longer served as HTTP; one with a request under way may take too long.
async fn close(app: &App, serving: JoinHandle<()>) {
    app.closing.cancel();
    app.sockets.close();
    app.sockets.wait().await;
    let _ = serving.await;
}
