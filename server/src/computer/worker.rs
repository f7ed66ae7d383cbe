//! The threads on which computer players think. They have a low priority: people's moves come first.

use ikibuguzo_bot::EndgameTables;
use ikibuguzo_game::room::ComputerTaskKind;
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

/// A thread on which computer players think. Each thread has a clone.
#[derive(Clone, Debug)]
pub(crate) struct ComputerWorker {
    /// The games in which a computer player has something to do.
    pub(crate) queue: ComputerQueue,
    /// Takes its commands.
    pub(crate) rooms: RoomRegistry,
    /// The endgame tables that levels 7 and 8 use.
    pub(crate) endgame_tables: EndgameTables,
    /// Logs failures of the database.
    pub(crate) database_log: DatabaseLog,
}

impl ComputerWorker {
    /// Starts this many threads. They end when connections are closed.
    pub(crate) fn start(self, count: usize, closing: CancellationToken) {
        for number in 1..=count {
            let (worker, runtime) = (self.clone(), Handle::current());
            spawn_low_priority(&format!("computer {number}"), move || worker.run(&runtime));
        }
        call_at_end(closing, move || self.queue.close());
    }

    fn run(&self, runtime: &Handle) {
        while let Some(served) = self.queue.pop() {
            catch_panic(|| self.serve(served.game, runtime));
        }
    }

    /// Does what a computer player has to do in a game. What cannot be done now is due again in some seconds.
    fn serve(&self, game: GameId, runtime: &Handle) {
        match self.act(game, runtime) {
            Ok(()) => {}
            Err(Error::Store(error)) => self.database_log.failed(&error),
            // For instance because a person has resigned, or another server was first.
            Err(Error::Rejected(rejection)) => {
                debug!(game.id = %game, "A computer player's command was refused: {}", rejection.message);
            }
        }
    }

    fn act(&self, game: GameId, runtime: &Handle) -> Result<(), Error> {
        let Some((task, play)) = runtime.block_on(self.rooms.computer_task(game))? else { return Ok(()) };
        // The opponent may have other games against computer players, as many as it can have.
        let accepts_rematch = task.kind != ComputerTaskKind::AnswerRematch
            || runtime.block_on(self.rooms.may_play_computer(&task.opponent))?;
        let Some(command) = command_for(&task, play.as_ref(), &self.endgame_tables, accepts_rematch) else {
            error!(game.id = %game, "Computer player {} found nothing to do in game {game}", task.player.name);
            return Ok(());
        };
        runtime.block_on(self.rooms.command(game, &task.player, &command)).map(drop)
    }
}
