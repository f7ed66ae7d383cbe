//! Standard input, line by line, without blocking anything else.

use std::io::{BufRead, stdin};
use std::thread;

use tokio::sync::mpsc::{self, Receiver};

/// The lines of standard input; the channel ends where they end.
///
/// They are read by a thread that nobody waits for: a read from a terminal cannot be called off.
pub fn lines() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel(16);
    thread::spawn(move || {
        for line in stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
