//! Messages on standard error, and long texts on standard output.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::process::{Command, Stdio};

/// Writes a line to standard error. A program whose standard error is closed runs on without it.
pub fn write_message(text: impl Display) {
    // `eprintln!` would panic.
    let _ = writeln!(stderr(), "{text}");
}

/// Writes a line to standard error that names the program.
pub fn report(text: impl Display) {
    write_message(format_args!("ikibuguzo: {text}"));
}

/// Writes a text to standard output; on a terminal through `$PAGER`, or through `less` if it is not set.
///
/// # Errors
///
/// If the text cannot be written. If the pager cannot be started, the text is written without it.
pub fn write_paged(text: &str) -> io::Result<()> {
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let is_plain = env::var_os("TERM").is_none_or(|term| term == "dumb");
    if !stdout().is_terminal() || is_plain || pager.trim().is_empty() {
        return stdout().write_all(text.as_bytes());
    }
    match write_to_pager(&pager, text) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => stdout().write_all(text.as_bytes()),
        result => result,
    }
}

fn write_to_pager(pager: &str, text: &str) -> io::Result<()> {
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Colours, and no pager for a text that fits on the screen.
        command.env("LESS", "FRX");
    }
    let mut child = command.spawn()?;
    // The reader may leave the pager before the end of the text.
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    child.wait()?;
    written.or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}
