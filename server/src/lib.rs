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
mod page;
pub mod site;
pub mod socket;
mod goodbye;
pub mod limits;
pub mod metrics;
pub mod asks;
pub mod lobby;
pub mod room;
pub mod fact;
pub mod clock;
pub mod finish;
pub mod projection;
pub mod history;
pub mod record;
pub mod positions;
pub mod export;
pub mod dump;
pub mod import;
pub mod calendar;
pub mod alarm;
pub mod births;
mod census;
pub mod heartbeat;
pub mod writer;
pub mod store;
mod outage;
pub mod account;
pub mod passphrase;
pub mod look;
pub mod player;
pub mod chance;
pub mod turn;
mod bell;
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
    let router = http::router(app.clone());
    let accepting =
        connection::accept(listener, router, app.limits, app.metrics.clone(), app.closing.clone());
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
