//! Standard input, line by line, without blocking anything else.

use std::io::{self, BufRead, stdin};
use std::thread;

use tokio::sync::mpsc::{self, Receiver};

/// The lines of standard input; the channel ends where they end.
///
/// They are read by a thread that nobody waits for: a read from a terminal cannot be called off.
pub fn lines() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel(16);
    thread::spawn(move || {
        let mut input = stdin().lock();
        while let Ok(Some(line)) = next_line(&mut input) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line without its end. What is no text in it shows as such, and ends nothing.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
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
    fn a_line_that_is_no_text_ends_nothing() {
        let mut input: &[u8] = b"N\r\n\xff\n\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut input).expect("bytes can be read") {
            lines.push(line);
        }
        assert_eq!(lines, ["N", "\u{fffd}", "", "last"]);
    }
}
