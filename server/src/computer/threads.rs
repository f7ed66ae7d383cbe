//! The threads on which computer players think. They have a low priority: people's moves come first.

use ikibuguzo_protocol::GameId;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::queue::ComputerQueue;
use super::thinking::command_for;
use crate::error::Error;
use crate::live::registry::RoomRegistry;
use crate::low_priority_thread::{call_at_end, catch_panic, spawn_low_priority};
use crate::ops::database_log::DatabaseLog;

/// Starts the threads. They end when connections are closed.
pub(crate) fn start_threads(
    count: usize,
    queue: &ComputerQueue,
    rooms: &RoomRegistry,
    database_log: &DatabaseLog,
    closing: CancellationToken,
) {
    for number in 1..=count {
        let (queue, rooms, database_log) = (queue.clone(), rooms.clone(), database_log.clone());
        let runtime = Handle::current();
        spawn_low_priority(&format!("computer {number}"), move || {
            while let Some(served) = queue.pop() {
                catch_panic(|| serve(served.game, &rooms, &runtime, &database_log));
            }
        });
    }
    let queue = queue.clone();
    call_at_end(closing, move || queue.close());
}

/// Does what a computer player has to do in a game. What cannot be done now is due again in some seconds.
fn serve(game: GameId, rooms: &RoomRegistry, runtime: &Handle, database_log: &DatabaseLog) {
    match act(game, rooms, runtime) {
        Ok(()) => {}
        Err(Error::Store(error)) => database_log.failed(&error),
        // For instance because a person has resigned, or another server was first.
        Err(Error::Rejected(rejection)) => {
            debug!(game.id = %game, "A computer player's command was refused: {}", rejection.message);
        }
    }
}

fn act(game: GameId, rooms: &RoomRegistry, runtime: &Handle) -> Result<(), Error> {
    let Some((task, play)) = runtime.block_on(rooms.computer_task(game))? else { return Ok(()) };
    let Some(command) = command_for(&task, play.as_ref()) else {
        error!(game.id = %game, "Computer player {} found nothing to do in game {game}", task.player.name);
        return Ok(());
    };
    runtime.block_on(rooms.command(game, &task.player, &command)).map(drop)
}
