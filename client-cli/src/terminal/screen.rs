//! Standard output in line mode: text, and a prompt that makes room for text that comes while it stands.

use std::env;
use std::io::{self, IsTerminal, Write, stdin, stdout};

use crate::terminal::style::Style;

/// Standard output.
#[derive(Debug)]
pub struct Screen {
    /// What it can show.
    pub style: Style,
    /// What is written before text where a prompt stands: it erases the prompt, or leaves its line.
    make_room: &'static str,
    /// Whether somebody sits there, so that a prompt waits on its line for what is typed.
    attended: bool,
    prompt: Option<String>,
}

impl Screen {
    /// Standard output as it is.
    pub fn new() -> Self {
        let erases = env::var_os("TERM").is_some_and(|term| term != "dumb");
        Self {
            style: Style::of_stdout(),
            make_room: if erases { "\r\x1b[K" } else { "\n" },
            attended: stdin().is_terminal() && stdout().is_terminal(),
            prompt: None,
        }
    }

    /// Writes text, broken into lines that fit.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        let wrapped = self.style.wrap(text);
        self.draw(&wrapped)
    }

    /// Writes lines as they are.
    pub fn draw(&mut self, lines: &str) -> io::Result<()> {
        let room = if self.prompt.take().is_some() && self.attended { self.make_room } else { "" };
        writeln!(stdout(), "{room}{lines}")
    }

    /// Shows a prompt, unless it stands there already.
    pub fn prompt(&mut self, text: &str) -> io::Result<()> {
        if self.prompt.as_deref() == Some(text) {
            return Ok(());
        }
        let room = if self.prompt.is_some() && self.attended { self.make_room } else { "" };
        let end = if self.attended { " " } else { "\n" };
        write!(stdout(), "{room}{}{end}", self.style.strong(text))?;
        self.prompt = Some(text.to_owned());
        stdout().flush()
    }

    /// A line was typed: the prompt has done its work.
    pub fn typed(&mut self) {
        self.prompt = None;
    }
}
