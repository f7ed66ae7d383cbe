//! Standard output in line mode: text, and a prompt that moves down when text arrives above it.

use std::env;
use std::io::{self, IsTerminal, Write, stdin, stdout};

use crate::terminal::style::Style;

/// Standard output in line mode.
#[derive(Debug)]
pub struct Screen {
    /// What the output can show.
    pub style: Style,
    /// What is written between a standing prompt and new text: it erases the prompt or ends its line.
    prompt_end: &'static str,
    /// Whether a person sits at the terminal. A prompt then leaves the cursor on its line.
    is_interactive: bool,
    /// The prompt that stands on the screen.
    prompt: Option<String>,
}

impl Screen {
    /// Standard output, with what its terminal can show.
    pub fn new() -> Self {
        let can_erase = env::var_os("TERM").is_some_and(|term| term != "dumb");
        Self {
            style: Style::of_stdout(),
            prompt_end: if can_erase { "\r\x1b[K" } else { "\n" },
            is_interactive: stdin().is_terminal() && stdout().is_terminal(),
            prompt: None,
        }
    }

    /// Writes text, broken into lines that fit.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        let wrapped = self.style.wrap(text);
        self.write_lines(&wrapped)
    }

    /// Writes lines without breaking them.
    pub fn write_lines(&mut self, lines: &str) -> io::Result<()> {
        let prompt_end = self.prompt_end();
        self.prompt = None;
        writeln!(stdout(), "{prompt_end}{lines}")
    }

    /// Shows a prompt, unless the same one stands there already.
    pub fn show_prompt(&mut self, text: &str) -> io::Result<()> {
        if self.prompt.as_deref() == Some(text) {
            return Ok(());
        }
        let prompt_end = self.prompt_end();
        let end = if self.is_interactive { " " } else { "\n" };
        write!(stdout(), "{prompt_end}{}{end}", self.style.bold(text))?;
        self.prompt = Some(text.to_owned());
        stdout().flush()
    }

    /// Notes that a line was typed, which ended the prompt's line.
    pub fn forget_prompt(&mut self) {
        self.prompt = None;
    }

    fn prompt_end(&self) -> &'static str {
        if self.prompt.is_some() && self.is_interactive { self.prompt_end } else { "" }
    }
}
