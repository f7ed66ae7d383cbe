//! The signals that stop the program.

use std::future::pending;

use anyhow::Result;

use crate::exit::Exit;

/// Runs until the end, Ctrl-C or SIGTERM. None as the end is an interruption.
///
/// # Errors
///
/// Those of what runs.
pub async fn until_stopped<T>(run: impl Future<Output = Result<Option<T>>>) -> Result<Result<T, Exit>> {
    tokio::select! {
        end = run => Ok(end?.ok_or(Exit::Interrupted)),
        _ = tokio::signal::ctrl_c() => Ok(Err(Exit::Interrupted)),
        () = terminated() => Ok(Err(Exit::Terminated)),
    }
}

/// Waits for SIGTERM, after which the terminal is still to be restored.
async fn terminated() {
    #[cfg(unix)]
    if let Ok(mut signal) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        signal.recv().await;
        return;
    }
    pending::<()>().await;
}
