//! How a user leaves a game: no command stays without its answer.

use std::time::Duration;

use anyhow::Result;
use tokio::time::timeout;

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::{Exit, Failure};

/// When a user quits: the longest time without a message from the server while the last commands have no answer.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

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
