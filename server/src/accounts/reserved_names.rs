//! Names that nobody may claim.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::PlayerName;
use ikibuguzo_store::name_skeleton;

/// Names that no player has: parts of paths, and names that look like the server's own.
const RESERVED_NAMES: [&str; 14] = [
    "me",
    "data",
    "against",
    "ratings",
    "admin",
    "administrator",
    "moderator",
    "server",
    "system",
    "ikibuguzo",
    "south",
    "north",
    "spectator",
    "bot",
];

/// The names of computer players begin with this. Nobody may claim a name that looks as if it began with this, either.
const COMPUTER_PLAYER: &str = "computer-";

/// The beginning of the names of players who have deleted their accounts.
pub(crate) const FORMER_PLAYER: &str = "former-player-";

/// The names of unknown players in records. They differ by seat, because one player cannot have both.
const UNKNOWN_PLAYERS: BySeat<&str> = BySeat { south: "unknown-south", north: "unknown-north" };

/// Whether a name, or one that looks like it, is reserved for the server.
pub(crate) fn is_reserved(name: &PlayerName) -> bool {
    let skeleton = name_skeleton(name.as_str());
    let begins_with = |beginning: &&str| skeleton.starts_with(&name_skeleton(beginning));
    looks_like_any(name, &RESERVED_NAMES) || [COMPUTER_PLAYER, FORMER_PLAYER].iter().any(begins_with)
}

/// Whether a name, or one that looks like it, stands for an unknown player of an imported game.
pub(crate) fn is_unknown_player(name: &PlayerName) -> bool {
    looks_like_any(name, &[UNKNOWN_PLAYERS.south, UNKNOWN_PLAYERS.north])
}

/// Whether a name is that of a player who has deleted its account, such as `former-player-48213764`.
pub(crate) fn is_former_player(name: &PlayerName) -> bool {
    let digits = name.as_str().strip_prefix(FORMER_PLAYER);
    digits.is_some_and(|digits| digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name of an unknown player in a seat.
pub(crate) fn unknown_player(seat: Seat) -> &'static str {
    UNKNOWN_PLAYERS[seat]
}

fn looks_like_any(name: &PlayerName, names: &[&str]) -> bool {
    let skeleton = name_skeleton(name.as_str());
    names.iter().any(|name| name_skeleton(name) == skeleton)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_computer_players_and_parts_of_paths_are_reserved() {
        let is_reserved = |name: &str| is_reserved(&name.parse().expect("a name"));
        for name in
            ["computer", "computer-0", "computer-3a", "COMPUTER-10", "c0mputer9", "me", "data", "ratings"]
        {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["compute", "my-computer", "database"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
