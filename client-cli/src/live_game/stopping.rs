//! How a game is left: by a signal that stops the program, or by a user whose commands are all answered.

use std::time::Duration;

use anyhow::Result;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};

/// When a user quits: the longest time without a message from the server while the last commands have no answer.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs until the end, Ctrl-C, SIGTERM or SIGHUP. A future that returns none counts as interrupted by Ctrl-C.
///
/// # Errors
///
/// The errors of the future.
pub async fn until_stopped<T>(run: impl Future<Output = Result<Option<T>>>) -> Result<Result<T, Exit>> {
    tokio::select! {
        end = run => Ok(end?.ok_or(Exit::Interrupted)),
        _ = tokio::signal::ctrl_c() => Ok(Err(Exit::Interrupted)),
        exit = stopped() => Ok(Err(exit)),
    }
}

/// Waits for an update of a game whose user leaves as soon as every command is answered.
///
/// # Errors
///
/// If the server is silent for too long.
pub async fn last_update(connection: &mut GameConnection) -> Result<GameUpdate> {
    match timeout(LEAVE_TIMEOUT, connection.next_update()).await {
        Ok(update) => Ok(update),
        Err(_) => {
            let message = "the server has not confirmed your last command";
            Err(Failure::new(Exit::Unreachable, message).into())
        }
    }
}

/// Waits for SIGTERM or SIGHUP, after which the terminal is restored and the record of the game kept.
#[cfg(unix)]
async fn stopped() -> Exit {
    tokio::select! {
        () = received(SignalKind::terminate()) => Exit::Terminated,
        () = received(SignalKind::hangup()), if !is_hangup_ignored() => Exit::HungUp,
    }
}

#[cfg(not(unix))]
async fn stopped() -> Exit {
    std::future::pending().await
}

#[cfg(unix)]
async fn received(kind: SignalKind) {
    match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    }
}

/// Whether the program was started with `nohup`, which a handler of the signal would undo. Known on Linux only.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is signal 1, the lowest bit.
    mask.is_some_and(|mask| mask & 1 == 1)
}
