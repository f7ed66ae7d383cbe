//! The commands of a client that the server has not answered. They are sent again after a reconnect.

use std::time::Instant;

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::CommandId;

/// A command that the server has not answered.
#[derive(Clone, Debug)]
pub struct UnansweredCommand {
    /// Its id.
    pub id: CommandId,
    /// The message, to send it again.
    pub text: String,
    /// The move, if it is one.
    pub sent_move: Option<PacedMove>,
    /// Whether it was sent more than once.
    pub was_resent: bool,
    /// When to send it again, if it was refused temporarily.
    pub resend_at: Option<Instant>,
}

/// A move and when it was due.
#[derive(Clone, Copy, Debug)]
pub struct PacedMove {
    /// The action.
    pub action: Action,
    /// When it was due.
    pub due: Instant,
}

/// The commands of a client that the server has not answered, in order.
#[derive(Debug, Default)]
pub struct UnansweredCommands {
    commands: Vec<UnansweredCommand>,
}

impl UnansweredCommands {
    /// Adds a command that is sent for the first time.
    pub fn push(&mut self, id: CommandId, text: String, sent_move: Option<PacedMove>) {
        self.commands.push(UnansweredCommand { id, text, sent_move, was_resent: false, resend_at: None });
    }

    /// Removes the command that was answered.
    pub fn remove(&mut self, id: &str) -> Option<UnansweredCommand> {
        let position = self.commands.iter().position(|command| command.id.as_str() == id)?;
        Some(self.commands.remove(position))
    }

    /// Schedules a command that was refused temporarily. Returns whether there is such a command.
    pub fn schedule_resend(&mut self, id: &str, at: Instant) -> bool {
        let command = self.commands.iter_mut().find(|command| command.id.as_str() == id);
        command.map(|command| command.resend_at = Some(at)).is_some()
    }

    /// When the next command is to be sent again. `None` if no command was refused temporarily.
    pub fn next_resend_at(&self) -> Option<Instant> {
        self.commands.iter().filter_map(|command| command.resend_at).min()
    }

    /// The messages of the commands that are to be sent again now.
    pub fn take_scheduled(&mut self, now: Instant) -> Vec<String> {
        self.resend(|command| command.resend_at.is_some_and(|at| at <= now))
    }

    /// The messages of all commands, which are sent again over a new connection.
    pub fn take_all(&mut self) -> Vec<String> {
        self.resend(|_| true)
    }

    fn resend(&mut self, is_sent: impl Fn(&UnansweredCommand) -> bool) -> Vec<String> {
        let resend = |command: &mut UnansweredCommand| {
            command.was_resent = true;
            command.resend_at = None;
            command.text.clone()
        };
        self.commands.iter_mut().filter(|command| is_sent(command)).map(resend).collect()
    }

    /// Whether a move is unanswered.
    pub fn has_move(&self) -> bool {
        self.commands.iter().any(|command| command.sent_move.is_some())
    }

    /// Forgets all commands, because the client has left their game.
    pub fn clear(&mut self) {
        self.commands.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::clock;

    fn commands(ids: &[&str]) -> UnansweredCommands {
        let mut commands = UnansweredCommands::default();
        for id in ids {
            commands.push(id.parse().expect("an id"), format!("message {id}"), None);
        }
        commands
    }

    #[test]
    fn unanswered_commands_are_sent_again_in_order() {
        let mut commands = commands(&["a1", "a2", "a3"]);
        assert!(commands.remove("a2").is_some_and(|command| !command.was_resent));
        assert_eq!(commands.take_all(), ["message a1", "message a3"]);
        assert!(commands.remove("a3").is_some_and(|command| command.was_resent));
    }

    #[test]
    fn a_command_that_was_refused_for_a_time_is_sent_again_once() {
        let mut commands = commands(&["a1", "a2"]);
        let now = clock::now();
        let later = now + Duration::from_secs(1);
        assert!(commands.schedule_resend("a2", later) && !commands.schedule_resend("a9", later));
        assert_eq!(commands.next_resend_at(), Some(later));
        assert!(commands.take_scheduled(now).is_empty());
        assert_eq!(commands.take_scheduled(later), ["message a2"]);
        assert_eq!(commands.next_resend_at(), None);
    }
}
