use std::process::Command;

/// A shell command that shifts the system's clock by this offset, such as `+5s`, for the programs after it: for
/// [`ServerCommand::shell_setup`](crate::ServerCommand::shell_setup). The monotonic clock is not shifted. None if the
/// program `faketime` is not installed.
pub fn fake_time_setup(offset: &str) -> Option<String> {
    // The program `faketime` itself would be the parent of the server, and a signal would not reach the server.
    let faketime =
        Command::new("faketime").args(["-m", "-f", offset, "printenv", "LD_PRELOAD"]).output().ok()?;
    let library = String::from_utf8(faketime.stdout).ok()?;
    let library = library.trim();
    Some(format!("export LD_PRELOAD='{library}' FAKETIME='{offset}' FAKETIME_DONT_FAKE_MONOTONIC=1"))
}
