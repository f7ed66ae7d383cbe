//! The only source of chance: ids of commands, and how long to wait before the next attempt.

use ikibuguzo_protocol::CommandId;

/// An id that no other command has.
pub fn command_id() -> CommandId {
    let id = format!("{:016x}{:016x}", random(), random());
    id.parse().expect("hexadecimal digits make an id")
}

/// A number below `bound`; 0 if that is 0.
pub fn below(bound: u64) -> u64 {
    random().checked_rem(bound).unwrap_or_default()
}

fn random() -> u64 {
    getrandom::u64().expect("the operating system gives random numbers")
}
