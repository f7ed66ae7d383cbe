use std::process::Command;

/// A shell command after which programs see the system's clock this far off, such as `+5s`: for
/// [`ServerCommand::shell_setup`](crate::ServerCommand::shell_setup). The clock that nobody sets stays as it is. None where
/// the program `faketime` is not installed.
pub fn fake_time_setup(offset: &str) -> Option<String> {
    // The program itself would be the parent of the server, and a signal would not reach the server.
    let faketime =
        Command::new("faketime").args(["-m", "-f", offset, "printenv", "LD_PRELOAD"]).output().ok()?;
    let library = String::from_utf8(faketime.stdout).ok()?;
    let library = library.trim();
    Some(format!("export LD_PRELOAD='{library}' FAKETIME='{offset}' FAKETIME_DONT_FAKE_MONOTONIC=1"))
}
