//! The program's exit codes, and the errors that carry one.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use ikibuguzo_protocol::ErrorCode;

use crate::terminal::sanitize::sanitize;

/// How the program ends, with its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command is done, the user quit, or the reader of the output has closed it.
    Done = 0,
    /// An error of a kind that has no code of its own.
    Unexpected = 1,
    /// The server cannot be reached, or does not answer as an ikibuguzo server.
    Unreachable = 3,
    /// The server refused: unknown game, both seats taken, unknown token …
    Refused = 4,
    /// A configuration file cannot be read or written.
    Config = 5,
    /// A record is wrong.
    WrongRecord = 6,
    /// SIGHUP: the terminal was closed.
    HungUp = 129,
    /// Ctrl-C.
    Interrupted = 130,
    /// SIGTERM.
    Terminated = 143,
}

/// The list of exit codes for `--help`. The argument parser itself exits with 2.
pub const EXIT_CODES_HELP: &str = "\
Exit codes:
  0    done
  1    something unexpected
  2    the command line is wrong
  3    the server cannot be reached
  4    the server refused: unknown game, both seats taken, unknown token …
  5    a configuration file cannot be used
  6    a record is wrong (verify, analyse)
  129  SIGHUP: the terminal was closed
  130  Ctrl-C
  143  SIGTERM";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error with its exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The server's error code, if the server refused.
    pub code: Option<ErrorCode>,
    /// One sentence for the user.
    pub message: String,
}

impl Failure {
    /// An error with this exit code and message.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        // Parts of the message may come from a server.
        Self { exit, code: None, message: sanitize(&message.into()) }
    }

    /// A refusal by the server.
    pub fn refused(code: ErrorCode, message: &str) -> Self {
        let message = format!("the server refused: {message}");
        Self { code: Some(code), ..Self::new(Exit::Refused, message) }
    }

    /// A server that cannot be reached, with the reason.
    pub fn unreachable(server: impl Display, reason: impl Display) -> Self {
        Self::new(Exit::Unreachable, format!("cannot reach the server at {server}: {reason}"))
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// An error as the user reads it; a script also gets the server's stable code.
pub fn error_text(error: &anyhow::Error, is_script: bool) -> String {
    let code = error.downcast_ref::<Failure>().and_then(|failure| failure.code);
    match code.filter(|_| is_script) {
        Some(code) => format!("{error:#} ({code})"),
        None => format!("{error:#}"),
    }
}

/// The exit code of any error. A closed output pipe (`ikibuguzo games | head`) is not an error.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<Failure>() {
        Some(failure) => failure.exit,
        None if error.chain().any(is_broken_pipe) => Exit::Done,
        None => Exit::Unexpected,
    }
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn an_error_keeps_its_exit_code_when_context_is_added() {
        let error = anyhow::Error::new(Failure::new(Exit::Refused, "no")).context("while asking");
        assert_eq!(exit_of(&error), Exit::Refused);
        assert_eq!(exit_of(&anyhow::anyhow!("?")), Exit::Unexpected);
    }

    #[test]
    fn a_broken_pipe_is_not_an_error() {
        let broken_pipe: Result<(), _> = Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let error = broken_pipe.context("writing").expect_err("it is an error");
        assert_eq!(exit_of(&error), Exit::Done);
    }
}
