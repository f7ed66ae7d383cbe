//! The tags of a record that are not in any fact of the game, and are kept.

use std::collections::HashSet;

use ikibuguzo_game::proof::HASH_TAG;

/// Largest number of tags that a game keeps.
const MAX_TAGS: usize = 40;

/// Largest length of one of these tags, in bytes.
const MAX_TAG_BYTES: usize = 1_000;

/// The tags whose content is in the facts of a game.
const KNOWN_TAGS: [&str; 14] = [
    "Game",
    "Rules",
    "RulesVersion",
    "Clock",
    "CreatedAt",
    "South",
    "North",
    "Arrays",
    "Reason",
    "EndedAt",
    "ByInvitation",
    "Cursor",
    HASH_TAG,
    "Position",
];

/// Whether the content of a tag is in the facts of a game.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN_TAGS.contains(&name)
}

/// Checks the tags that a game keeps: a record is written with them, and must be read again.
///
/// # Errors
///
/// Why the first tag that cannot be kept is refused.
pub(super) fn check(tags: &[(String, String)]) -> Result<(), String> {
    let is_long = |(name, value): &(String, String)| name.len() + value.len() > MAX_TAG_BYTES;
    if tags.len() > MAX_TAGS || tags.iter().any(is_long) {
        return Err(format!("at most {MAX_TAGS} other tags of {MAX_TAG_BYTES} bytes are kept"));
    }
    let mut names = HashSet::new();
    for (name, value) in tags {
        if !names.insert(name) || is_known(name) {
            return Err(format!("the tag {name} is there twice"));
        }
        if !is_name(name) || value.contains(char::is_control) {
            return Err("a tag has a name of letters and digits, and a value on one line".to_owned());
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}
