//! Serving: from the first connection until all have ended.

use std::io;

use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::net::accept::Acceptor;
use crate::net::listen::Listeners;
use crate::router::router;

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
