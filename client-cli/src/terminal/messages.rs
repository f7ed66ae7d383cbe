//! Messages on standard error. A program whose standard error is closed runs on without them.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Writes a line.
pub fn write_message(text: impl Display) {
    // `eprintln!` would panic.
    let _ = writeln!(stderr(), "{text}");
}

/// Writes a line that names the program.
pub fn report(text: impl Display) {
    write_message(format_args!("ikibuguzo: {text}"));
}
