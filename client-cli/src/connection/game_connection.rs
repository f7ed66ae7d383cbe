//! The connection to one game. It reconnects by itself, resumes where it was, and resends unanswered commands.

mod sequence;
mod socket;
mod task;
#[cfg(test)]
mod tests;
mod unanswered;
mod unknown_message;
pub mod update;

use ikibuguzo_protocol::{ClientMessage, GameId, Timestamp, Token};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;

use crate::connection::server_address::ServerAddress;
use crate::connection::server_clock::ServerClock;
use crate::exit::{Exit, Failure};
use task::ConnectionTask;
use unanswered::MAX_UNANSWERED_COMMANDS;
use update::GameUpdate;

/// Updates that wait for the reader before the connection stops reading.
const MAX_QUEUED_UPDATES: usize = 64;

/// A connection to one game. Dropping it closes the connection.
#[derive(Debug)]
pub struct GameConnection {
    commands: Sender<ClientMessage>,
    updates: Receiver<GameUpdate>,
    /// The server's clock, once the server has sent its time.
    clock: watch::Receiver<Option<ServerClock>>,
    /// How many commands have no answer yet.
    unanswered_count: usize,
}

impl GameConnection {
    /// Connects to a game in the background, as the player of this token or as a spectator.
    pub fn open(server: &ServerAddress, token: Option<Token>, game: GameId) -> Self {
        Self::spawn(|channels| ConnectionTask::new(server.clone(), token, game, channels).run())
    }

    /// A connection whose messages this task answers. Dropping the connection closes the task's channels.
    pub fn spawn<F>(task: impl FnOnce(Channels) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (commands, command_receiver) = mpsc::channel(MAX_UNANSWERED_COMMANDS);
        let (update_sender, updates) = mpsc::channel(MAX_QUEUED_UPDATES);
        let (clock_sender, clock) = watch::channel(None);
        tokio::spawn(task(Channels {
            commands: command_receiver,
            updates: update_sender,
            clock: clock_sender,
        }));
        Self { commands, updates, clock, unanswered_count: 0 }
    }

    /// Sends a command. It is resent after a lost connection until it is answered.
    ///
    /// Never waits, so that the caller can go on reading. A command that is sent while
    /// [`can_send`](Self::can_send) is false is lost.
    pub fn send(&mut self, command: ClientMessage) {
        // A closed connection has already reported its end as an update.
        if self.commands.try_send(command).is_ok() {
            self.unanswered_count += 1;
        }
    }

    /// Whether another command may be sent before the earlier ones are answered.
    pub fn can_send(&self) -> bool {
        self.unanswered_count < MAX_UNANSWERED_COMMANDS
    }

    /// Whether every command is answered.
    pub fn is_answered(&self) -> bool {
        self.unanswered_count == 0
    }

    /// The server's time now; none before the server has sent its time.
    pub fn server_time(&self) -> Option<Timestamp> {
        self.clock.borrow().as_ref().map(ServerClock::now)
    }

    /// Waits for the next update.
    pub async fn next_update(&mut self) -> GameUpdate {
        let ended =
            || GameUpdate::Failed(Failure::new(Exit::Unexpected, "the connection ended unexpectedly"));
        let update = self.updates.recv().await.unwrap_or_else(ended);
        self.unanswered_count = self.unanswered_count.saturating_sub(usize::from(update.is_answer()));
        update
    }

    /// Whether another update has arrived already.
    pub fn has_update(&self) -> bool {
        !self.updates.is_empty()
    }
}

/// The task's ends of the channels to its owner.
pub struct Channels {
    /// Commands to send.
    pub commands: Receiver<ClientMessage>,
    /// Updates for the owner.
    pub updates: Sender<GameUpdate>,
    /// The server's clock, once the server has sent its time.
    pub clock: watch::Sender<Option<ServerClock>>,
}
