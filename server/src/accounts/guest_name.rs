//! Names of guests.

use ikibuguzo_protocol::PlayerName;

use super::reserved_names::FORMER_PLAYER;
use crate::chance::Chance;

/// Hippo, elephant, lion, leopard, buffalo, crocodile, cow, bird, hen, fish, crane, bee, monkey, dove, hare, snake.
const ANIMALS: [&str; 16] = [
    "imvubu", "inzovu", "intare", "ingwe", "imbogo", "ingona", "inka", "inyoni", "inkoko", "ifi", "umusambi",
    "uruyuki", "inkende", "inuma", "urukwavu", "inzoka",
];

/// Draws a name such as `imvubu-4821`: an animal in Kinyarwanda and a number.
pub(super) fn draw_guest_name(chance: &Chance) -> Option<PlayerName> {
    let [animal, high, low] = chance.bytes();
    let animal = ANIMALS[usize::from(animal) % ANIMALS.len()];
    let number = u16::from_be_bytes([high, low]);
    format!("{animal}-{number}").parse().ok()
}

/// Draws a name such as `former-player-48213764` for a player who has deleted its account.
pub(super) fn draw_former_name(chance: &Chance) -> Option<PlayerName> {
    let number = u32::from_be_bytes(chance.bytes()) % 100_000_000;
    format!("{FORMER_PLAYER}{number:08}").parse().ok()
}
