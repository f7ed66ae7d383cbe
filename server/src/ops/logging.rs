//! The log: one line a thing, on standard error, for people or for programs.
//!
//! The server's comings and goings are `info`; what its keeper should know is `warn` and above. No token, no sealed
//! array and no store is ever in it.

use std::io::{self, IsTerminal};
use std::panic::{self, PanicHookInfo};

use crate::config::LogFormat;
use tracing::error;
use tracing_subscriber::EnvFilter;

/// What is logged for programs where `RUST_LOG` does not say.
const ALL_THAT_HAPPENS: &str = "warn,ikibuguzo_server=info";

/// What is logged for people, who have been told where the server is on standard output.
const WHAT_IS_WRONG: &str = "warn";

/// Begins to log.
pub fn begin(format: LogFormat) {
    let usual = match format {
        LogFormat::Text => WHAT_IS_WRONG,
        LogFormat::Json => ALL_THAT_HAPPENS,
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(io::stderr)
        // Where standard error is a file on the full disk, saying so there would be a panic.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    panic::set_hook(Box::new(log_panic));
}

/// The library would print a panic on several lines, in whatever format.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    error!(place, "A fault of the program: {}", panic.payload_as_str().unwrap_or("it says no more"));
}
