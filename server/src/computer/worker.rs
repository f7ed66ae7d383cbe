//! The threads on which computer players think. They have a low priority: people's moves come first.

use ikibuguzo_game::room::ComputerTaskKind;
use ikibuguzo_protocol::GameId;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::thinking::Thinker;
use crate::error::Error;
use crate::live::computer_queue::ComputerQueue;
use crate::live::registry::RoomRegistry;
use crate::live::request::PendingTask;
use crate::low_priority_thread::{call_at_end, catch_panic, run_on, spawn_low_priority};
use crate::ops::database_log::DatabaseLog;

/// A thread on which computer players think. Each thread has a clone.
#[derive(Clone, Debug)]
pub(crate) struct ComputerWorker {
    /// Decides for computer players.
    pub(crate) thinker: Thinker,
    /// The games in which a computer player has something to do.
    pub(crate) queue: ComputerQueue,
    /// Takes its commands.
    pub(crate) rooms: RoomRegistry,
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

    /// Does the task of a computer player in a game. A task that cannot be done now is due again in some seconds.
    fn serve(&self, game: GameId, runtime: &Handle) {
        match self.act(game, runtime) {
            Ok(()) => {}
            Err(Error::Store(error)) => self.database_log.failed(&error),
            // For example, a person has resigned, or another server was first.
            Err(Error::Rejected(rejection)) => {
                debug!(game.id = %game, "A computer player's command was refused: {}", rejection.message);
            }
        }
    }

    fn act(&self, game: GameId, runtime: &Handle) -> Result<(), Error> {
        let rooms = self.rooms.clone();
        let found = run_on(runtime, async move { find_task(&rooms, game).await })?;
        let Some(((task, play), accepts_rematch)) = found else { return Ok(()) };
        let Some(command) = self.thinker.decide(&task, play.as_ref(), accepts_rematch) else {
            error!(game.id = %game, "Computer player {} has no command for its task in game {game}", task.player.name);
            return Ok(());
        };
        let rooms = self.rooms.clone();
        run_on(runtime, async move { rooms.command(game, &task.player, &command).await.map(drop) })
    }
}

/// The task of a computer player in a game, and whether it may accept a rematch; none if there is no task.
async fn find_task(rooms: &RoomRegistry, game: GameId) -> Result<Option<(PendingTask, bool)>, Error> {
    let Some(pending) = rooms.computer_task(game).await? else { return Ok(None) };
    let (task, _) = &pending;
    // A refused acceptance would leave the offer open: the task would come back every two seconds.
    let accepts_rematch = task.kind != ComputerTaskKind::AnswerRematch
        || rooms.may_accept_rematch(game, &task.player.id, &task.opponent).await?;
    Ok(Some((pending, accepts_rematch)))
}
