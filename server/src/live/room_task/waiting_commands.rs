//! Commands of players who have come from another node that may have died. A clock depends on whether it has (sentence 3
//! in `cluster/unserved.rs`): the commands wait until that is known, and nobody else waits for them.

use std::collections::VecDeque;
use std::time::Duration;

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::Command;
use tokio::time::Instant;

use super::RoomTask;
use crate::error::not_known_yet;
use crate::live::decider::RequestTime;
use crate::live::reply::Reply;

/// The longest time that a command waits.
const MAX_COMMAND_WAIT: Duration = Duration::from_secs(3);

/// Largest number of commands of one game that wait.
const MAX_COMMANDS: usize = 16;

/// A command to be decided.
pub(super) struct PendingCommand {
    /// The player who sent it.
    pub(super) player: Player,
    /// The command.
    pub(super) command: Command,
    /// When the server received it, and until when it waited.
    pub(super) time: RequestTime,
    /// Where the answer goes.
    pub(super) reply: Reply,
}

/// Commands that wait, in the order in which they came.
#[derive(Default)]
pub(super) struct WaitingCommands {
    commands: VecDeque<(Instant, PendingCommand)>,
}

impl WaitingCommands {
    /// Whether no command waits.
    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Whether a command of a player waits.
    fn has_from(&self, player: &PlayerId) -> bool {
        self.commands.iter().any(|(_, waiting)| waiting.player.id == *player)
    }
}

impl RoomTask {
    /// Decides a command, now or when it is known what a clock depends on.
    pub(super) async fn take_command(&mut self, pending: PendingCommand) {
        // Only the room knows which seat the player has.
        if let Err(error) = self.decider.load().await {
            return self.refuse(error, pending.reply);
        }
        self.note_request(&pending.player.id, pending.time.heard_at).await;
        self.serve_waiting().await;
        if !self.must_wait(&pending.player.id) {
            self.serve_command(pending).await;
        } else if self.waiting.commands.len() < MAX_COMMANDS {
            self.waiting.commands.push_back((Instant::now() + MAX_COMMAND_WAIT, pending));
        } else {
            pending.reply.send(Err(not_known_yet()));
        }
    }

    /// Decides the commands that need not wait any longer, and refuses those that have waited too long.
    pub(super) async fn serve_waiting(&mut self) {
        for (give_up_at, mut pending) in std::mem::take(&mut self.waiting.commands) {
            if !self.must_wait(&pending.player.id) {
                pending.time.waited_until = self.services.clock.now();
                self.serve_command(pending).await;
            } else if Instant::now() < give_up_at {
                self.waiting.commands.push_back((give_up_at, pending));
            } else {
                pending.reply.send(Err(not_known_yet()));
            }
        }
    }

    /// Whether a command of a player has to wait. Commands of one player keep their order.
    fn must_wait(&mut self, player: &PlayerId) -> bool {
        self.waiting.has_from(player) || self.decider.is_contested(player)
    }
}
