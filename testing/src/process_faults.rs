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

/// Limits the size of the files of a process: `soft:hard`, in bytes. A write beyond the limit fails, as on a full disk, if the
/// process ignores the signal `XFSZ`.
pub fn limit_file_size(process: u32, limits: &str) {
    let limited =
        Command::new("prlimit").args([format!("--pid={process}"), format!("--fsize={limits}")]).status();
    assert!(limited.expect("prlimit of util-linux").success());
}
