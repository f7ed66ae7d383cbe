//! Names that nobody may claim.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{ComputerLevel, PlayerName};
use ikibuguzo_store::name_skeleton;

/// Names that no player has: parts of paths, and names that look like the server's own.
const RESERVED_NAMES: [&str; 12] = [
    "me",
    "admin",
    "administrator",
    "moderator",
    "server",
    "system",
    "ikibuguzo",
    "south",
    "north",
    "spectator",
    "computer",
    "bot",
];

/// The beginning of the names of players who have deleted their accounts.
pub(crate) const FORMER_PLAYER: &str = "former-player-";

/// The names of unknown players in records. They differ by seat, because one player cannot have both.
const UNKNOWN_PLAYERS: BySeat<&str> = BySeat { south: "unknown-south", north: "unknown-north" };

/// Whether a name, or one that looks like it, is reserved for the server.
pub(crate) fn is_reserved(name: &PlayerName) -> bool {
    let computers = ComputerLevel::ALL.map(ComputerLevel::player_name);
    looks_like_any(name, &RESERVED_NAMES)
        || name_skeleton(name.as_str()).starts_with(&name_skeleton(FORMER_PLAYER))
        || looks_like_any(name, &computers.each_ref().map(PlayerName::as_str))
}

/// Whether a name, or one that looks like it, stands for an unknown player of an imported game.
pub(crate) fn is_unknown_player(name: &PlayerName) -> bool {
    looks_like_any(name, &[UNKNOWN_PLAYERS.south, UNKNOWN_PLAYERS.north])
}

/// The name of an unknown player in a seat.
pub(crate) fn unknown_player(seat: Seat) -> &'static str {
    UNKNOWN_PLAYERS[seat]
}

fn looks_like_any(name: &PlayerName, names: &[&str]) -> bool {
    let skeleton = name_skeleton(name.as_str());
    names.iter().any(|name| name_skeleton(name) == skeleton)
}
