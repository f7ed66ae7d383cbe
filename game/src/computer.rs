//! The server's own players: one for each level.

use ikibuguzo_protocol::ComputerLevel;

use crate::player::{Player, PlayerId};

/// The computer player of a level. Its key is its name.
pub fn computer_player(level: ComputerLevel) -> Player {
    let name = level.player_name();
    Player { id: PlayerId::from(name.as_str()), name, bot: true }
}

/// The level of a player; none for everybody but the server's own players.
pub fn computer_level(player: &Player) -> Option<ComputerLevel> {
    // A player's name may change, the key never does.
    let level = player.id.as_str().parse().ok().and_then(|name| ComputerLevel::of_name(&name));
    level.filter(|_| player.bot)
}
