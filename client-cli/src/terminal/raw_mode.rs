//! A terminal in raw mode: keys arrive one by one and unechoed. The terminal is restored however the program ends.

use std::io::{self, Write, stdout};
use std::panic;
use std::sync::Once;

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// How much of the terminal the program takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takeover {
    /// Lines below the text that is on the screen.
    Lines,
    /// The whole screen, with the mouse. The earlier screen comes back at the end.
    FullScreen,
}

/// A terminal in raw mode. Dropping it restores the terminal.
#[derive(Debug)]
pub struct RawMode(Takeover);

impl RawMode {
    /// Puts the terminal into raw mode.
    ///
    /// # Errors
    ///
    /// If there is no terminal.
    pub fn enter(takeover: Takeover) -> io::Result<Self> {
        restore_before_panic_messages();
        take(takeover)?;
        Ok(Self(takeover))
    }

    /// Stops the program, as Ctrl-Z does in cooked mode. Returns when the program goes on.
    pub fn suspend(&self) -> io::Result<()> {
        restore(self.0)?;
        #[cfg(unix)]
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TSTP)?;
        take(self.0)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = restore(self.0);
    }
}

fn take(takeover: Takeover) -> io::Result<()> {
    enable_raw_mode()?;
    match takeover {
        Takeover::Lines => execute!(stdout(), EnableBracketedPaste),
        Takeover::FullScreen => {
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
        }
    }
}

fn restore(takeover: Takeover) -> io::Result<()> {
    match takeover {
        Takeover::Lines => execute!(stdout(), DisableBracketedPaste)?,
        Takeover::FullScreen => {
            execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show)?;
        }
    }
    stdout().flush()?;
    disable_raw_mode()
}

/// Lets a panic restore the terminal before it prints its message.
fn restore_before_panic_messages() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let print_message = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let _ = restore(Takeover::FullScreen);
            print_message(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// The variable with which the other test runs this one in a terminal.
    const PANICS: &str = "IKIBUGUZO_TEST_PANIC";

    #[test]
    fn panics_on_the_full_screen() {
        if env::var_os(PANICS).is_none() {
            return;
        }
        let _raw_mode = RawMode::enter(Takeover::FullScreen).expect("a terminal");
        panic!("in the middle of a game");
    }

    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        let pair = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut command = CommandBuilder::new(env::current_exe().expect("this test"));
        command.args(["--nocapture", "panics_on_the_full_screen"]);
        command.env(PANICS, "1");
        let mut child = pair.slave.spawn_command(command).expect("it starts");
        drop(pair.slave);
        let mut output = Vec::new();
        let mut reader = pair.master.try_clone_reader().expect("its output");
        // On Linux, reading after the end of the terminal's program is an error.
        let _ = reader.read_to_end(&mut output);
        child.wait().expect("it ends");
        let output = String::from_utf8_lossy(&output);
        let index_of = |text: &str| output.find(text).unwrap_or_else(|| panic!("{text:?} in {output:?}"));
        assert!(index_of("\x1b[?1049h") < index_of("\x1b[?1049l"), "{output:?}");
        assert!(index_of("\x1b[?1049l") < index_of("in the middle of a game"), "{output:?}");
        assert!(output.contains("in the middle of a game\r\n"), "the terminal is cooked again: {output:?}");
    }
}
