//! The commands that the server has not answered yet.

use ikibuguzo_protocol::{ClientMessage, CommandId};

/// Commands that may wait for their answers at a time.
pub const MAX_UNANSWERED_COMMANDS: usize = 16;

/// Temporary refusals of a command before the refusal is final.
const MAX_TEMPORARY_REFUSALS: u32 = 10;

/// The commands that the server has not answered yet, in the order in which they were sent.
#[derive(Debug, Default)]
pub struct UnansweredCommands(Vec<UnansweredCommand>);

#[derive(Debug)]
struct UnansweredCommand {
    message: ClientMessage,
    /// How often the server has refused it temporarily.
    temporary_refusals: u32,
}

impl UnansweredCommands {
    /// Adds a command that is being sent.
    pub fn push(&mut self, message: ClientMessage) {
        self.0.push(UnansweredCommand { message, temporary_refusals: 0 });
    }

    /// Removes a command that was answered.
    pub fn remove(&mut self, id: &CommandId) {
        self.0.retain(|command| command.message.id() != Some(id));
    }

    /// Notes that a command was refused temporarily. False if it has been refused too often: then the refusal is final.
    pub fn defer(&mut self, id: &CommandId) -> bool {
        let Some(command) = self.0.iter_mut().find(|command| command.message.id() == Some(id)) else {
            // A resent command was refused after its first copy was answered.
            return true;
        };
        command.temporary_refusals += 1;
        command.temporary_refusals <= MAX_TEMPORARY_REFUSALS
    }

    /// Whether no more commands may be sent before one is answered.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_UNANSWERED_COMMANDS
    }

    /// Whether some command was refused temporarily and is to be resent.
    pub fn has_deferred(&self) -> bool {
        self.deferred().next().is_some()
    }

    /// All commands.
    pub fn iter(&self) -> impl Iterator<Item = &ClientMessage> {
        self.0.iter().map(|command| &command.message)
    }

    /// The commands that were refused temporarily.
    pub fn deferred(&self) -> impl Iterator<Item = &ClientMessage> {
        self.0.iter().filter(|command| command.temporary_refusals > 0).map(|command| &command.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eleventh_temporary_refusal_is_final() {
        let id: CommandId = "once".parse().expect("an id");
        let game = "05cdv44x7ekv".parse().expect("a game");
        let mut unanswered = UnansweredCommands::default();
        unanswered.push(ClientMessage::Resign { game, id: id.clone() });
        assert!((0..10).all(|_| unanswered.defer(&id)) && unanswered.has_deferred());
        assert!(!unanswered.defer(&id));
        unanswered.remove(&id);
        assert!(!unanswered.has_deferred());
    }
}
