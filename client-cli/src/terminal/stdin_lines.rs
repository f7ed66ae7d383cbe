//! Standard input, line by line, without blocking the async runtime.

use std::io::{self, BufRead, stdin};
use std::thread;

use tokio::sync::mpsc::{self, Receiver};

/// Lines that are read ahead.
const MAX_QUEUED_LINES: usize = 16;

/// Reads standard input line by line. The channel closes at the end of the input.
///
/// A detached thread reads, because a read from a terminal cannot be cancelled.
pub fn read_stdin_lines() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_LINES);
    thread::spawn(move || {
        let mut input = stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line without its line ending; none at the end of the input. Bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
///
/// If the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_utf8_does_not_end_the_input() {
        let mut input: &[u8] = b"N\r\n\xff\n\nlast";
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).expect("bytes can be read") {
            lines.push(line);
        }
        assert_eq!(lines, ["N", "\u{fffd}", "", "last"]);
    }
}
