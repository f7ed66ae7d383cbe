//! The threads on which computer players think. They have a low priority: people's moves come first.

use std::thread;

use ikibuguzo_protocol::GameId;
use rustix::process::setpriority_process;
use rustix::thread::gettid;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::queue::ComputerQueue;
use super::thinking::command_for;
use crate::error::Error;
use crate::live::registry::RoomRegistry;
use crate::ops::database_log::DatabaseLog;

/// The lowest priority of a thread.
const LOWEST_PRIORITY: i32 = 19;

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
        let thread = thread::Builder::new().name(format!("computer {number}"));
        let started = thread.spawn(move || {
            lower_priority();
            while let Some(served) = queue.pop() {
                serve(served.game, &rooms, &runtime, &database_log);
            }
        });
        if let Err(error) = started {
            error!("A thread for computer players was not started: {error}");
        }
    }
    let open = OpenQueue(queue.clone());
    tokio::spawn(async move {
        // Also dropped, and so closed, when the runtime ends.
        let _open = open;
        closing.cancelled().await;
    });
}

/// A queue that is closed when this is dropped.
struct OpenQueue(ComputerQueue);

impl Drop for OpenQueue {
    fn drop(&mut self) {
        self.0.close();
    }
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

/// Other threads of the machine come first. On Linux a thread has a priority of its own.
fn lower_priority() {
    if cfg!(target_os = "linux")
        && let Err(error) = setpriority_process(Some(gettid()), LOWEST_PRIORITY)
    {
        debug!("The priority of a computer player's thread was not lowered: {error}");
    }
}
