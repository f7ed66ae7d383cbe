//! How the program ends: its exit codes, and the errors that choose one.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use ikibuguzo_protocol::ErrorCode;

use crate::terminal::style::plain;

/// Every way to end, with its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// What was asked for is done; the person left; nobody reads the output any more.
    Done = 0,
    /// Something that nobody foresaw.
    Unexpected = 1,
    /// The server is not there, or what is there is no ikibuguzo server.
    Unreachable = 3,
    /// The server said no: unknown game, both seats taken, a token that it does not know …
    Refused = 4,
    /// A file of the configuration cannot be read or written.
    Config = 5,
    /// A record that was to be verified is wrong.
    WrongRecord = 6,
    /// Ctrl-C.
    Interrupted = 130,
}

/// The list for `--help`. Code 2, a wrong command line, is the argument parser's own.
pub const CODES: &str = "\
Exit codes:
  0    done
  1    something unexpected
  2    the command line is wrong
  3    the server cannot be reached
  4    the server refused: unknown game, both seats taken, unknown token …
  5    a configuration file cannot be used
  6    a record is wrong (verify)
  130  Ctrl-C";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error that knows its exit code.
#[derive(Debug)]
pub struct Failure {
    /// The code of the exit.
    pub exit: Exit,
    /// The server's code, where the server refused.
    pub code: Option<ErrorCode>,
    /// One sentence.
    pub message: String,
}

impl Failure {
    /// An error with this code and this sentence.
    pub fn new(exit: Exit, message: impl Into<String>) -> Self {
        // Parts of it may have come from a server.
        Self { exit, code: None, message: plain(&message.into()) }
    }

    /// The server's refusal.
    pub fn refused(code: ErrorCode, message: &str) -> Self {
        let message = format!("the server refused: {message} ({code})");
        Self { code: Some(code), ..Self::new(Exit::Refused, message) }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

/// The code of any error. A reader who has gone away (`ikibuguzo games | head`) is no error.
pub fn exit_of(error: &anyhow::Error) -> Exit {
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    match error.downcast_ref::<Failure>() {
        Some(failure) => failure.exit,
        None if error.chain().any(broken_pipe) => Exit::Done,
        None => Exit::Unexpected,
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn an_error_keeps_its_code_under_more_words() {
        let error = anyhow::Error::new(Failure::new(Exit::Refused, "no")).context("while asking");
        assert_eq!(exit_of(&error), Exit::Refused);
        assert_eq!(exit_of(&anyhow::anyhow!("?")), Exit::Unexpected);
    }

    #[test]
    fn a_reader_who_has_gone_away_is_no_error() {
        let gone: Result<(), _> = Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let error = gone.context("writing").expect_err("it is an error");
        assert_eq!(exit_of(&error), Exit::Done);
    }
}
