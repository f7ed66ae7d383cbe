//! The server's own players: one for each level.

use ikibuguzo_protocol::{CommandId, ComputerLevel};

use crate::player::{Player, PlayerId};

/// Prefix of the ids of computer players' commands.
const COMMAND_PREFIX: &str = "computer-";

/// The computer player of a level. Its key is its name.
pub fn computer_player(level: ComputerLevel) -> Player {
    let name = level.player_name();
    Player { id: PlayerId::from(name.as_str()), name, bot: true }
}

/// The level of a computer player; none for any other player.
pub fn computer_level(player: &Player) -> Option<ComputerLevel> {
    // Every move asks this several times, and most players are people.
    if !player.bot {
        return None;
    }
    // A player's name may change, the key never does.
    let name = player.id.as_str().parse().ok()?;
    ComputerLevel::of_name(&name)
}

/// The id of the command with which a computer player answers an entry. It is derived from the entry's `seq`, so that a
/// task that two servers do has one effect.
pub fn computer_command_id(answers: u64) -> CommandId {
    format!("{COMMAND_PREFIX}{answers}").parse().expect("the id has only letters, a hyphen and digits")
}

/// Whether only a computer player may use an id for a command. Otherwise its opponent could use its next id and block
/// it.
pub fn is_computer_command_id(id: &CommandId) -> bool {
    id.as_str().starts_with(COMMAND_PREFIX)
}
