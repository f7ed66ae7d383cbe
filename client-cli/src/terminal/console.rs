//! The terminal or the pipe of line mode: lines come in, text goes out.

use std::collections::VecDeque;
use std::env;
use std::io::{self, IsTerminal, stdin, stdout};

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use tokio::sync::mpsc::Receiver;

use crate::terminal::line_editor::{Edit, LineEditor};
use crate::terminal::raw_mode::{RawMode, Takeover};
use crate::terminal::screen::Screen;
use crate::terminal::stdin_lines::read_stdin_lines;
use crate::terminal::style::Style;

/// Largest number of lines that are typed ahead. More are refused.
const MAX_TYPED_AHEAD: usize = 16;

/// Standard input and output of line mode.
pub struct Console {
    screen: Screen,
    input: LineInput,
    editor: LineEditor,
    /// Lines that were typed before they could be handled.
    typed_ahead: VecDeque<String>,
    /// The words that Tab completes.
    words: Vec<String>,
    has_bell: bool,
}

/// The source of lines.
enum LineInput {
    /// A pipe or a file, or a terminal that cannot move its cursor.
    Lines(Receiver<String>),
    /// Keys of a terminal.
    Keys(EventStream, RawMode),
}

/// What came from the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserInput {
    /// A line.
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
}

impl Console {
    /// Opens standard input and output. `words` are those that Tab completes.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be put into raw mode.
    pub fn open(words: Vec<String>, has_bell: bool) -> io::Result<Self> {
        let can_edit = env::var_os("TERM").is_some_and(|term| term != "dumb");
        let is_interactive = can_edit && stdin().is_terminal() && stdout().is_terminal();
        let input = if is_interactive {
            LineInput::Keys(EventStream::new(), RawMode::enter(Takeover::Lines)?)
        } else {
            LineInput::Lines(read_stdin_lines())
        };
        let screen = Screen::new(Style::of_stdout(), is_interactive);
        Ok(Self {
            screen,
            input,
            editor: LineEditor::default(),
            typed_ahead: VecDeque::new(),
            words,
            has_bell,
        })
    }

    /// What the output can show.
    pub fn style(&self) -> Style {
        self.screen.style
    }

    /// Waits for the next line, or the end of the input. Lines that are typed wait until `is_ready`.
    pub async fn next(&mut self, is_ready: bool) -> io::Result<UserInput> {
        loop {
            if is_ready && let Some(line) = self.typed_ahead.pop_front() {
                return Ok(UserInput::Line(line));
            }
            match &mut self.input {
                LineInput::Lines(lines) if is_ready => {
                    let line = lines.recv().await;
                    self.screen.end_line("")?;
                    return Ok(line.map_or(UserInput::End, UserInput::Line));
                }
                LineInput::Lines(_) => std::future::pending().await,
                LineInput::Keys(events, _) => {
                    let event = events.next().await;
                    if let Some(input) = self.handle_event(event.transpose()?)? {
                        return Ok(input);
                    }
                }
            }
        }
    }

    /// Writes text, broken into lines that fit.
    pub fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.screen.write_text(text, &self.editor)
    }

    /// Writes lines without breaking them.
    pub fn write_lines(&mut self, lines: &str) -> io::Result<()> {
        self.screen.write_lines(lines, &self.editor)
    }

    /// Shows a prompt below all text.
    pub fn show_prompt(&mut self, text: &str) -> io::Result<()> {
        self.screen.show_prompt(text, &self.editor)
    }

    /// Calls the person at the terminal, unless the settings say otherwise.
    pub fn ring_bell(&mut self) -> io::Result<()> {
        if self.has_bell { self.screen.ring_bell() } else { Ok(()) }
    }

    fn handle_event(&mut self, event: Option<Event>) -> io::Result<Option<UserInput>> {
        let edit = match event {
            None => return Ok(Some(UserInput::End)),
            Some(Event::Key(key)) => self.editor.handle_key(key, &self.words),
            Some(Event::Paste(text)) => self.editor.paste(&text),
            Some(Event::Resize(columns, _)) => {
                self.screen.style.width = usize::from(columns).max(1);
                Edit::Changed
            }
            Some(_) => Edit::Ignored,
        };
        match edit {
            Edit::Ignored => {}
            Edit::Changed => self.screen.show_typed(&self.editor)?,
            Edit::Submitted(line) => {
                self.screen.end_line(&line)?;
                if self.typed_ahead.len() < MAX_TYPED_AHEAD {
                    self.typed_ahead.push_back(line);
                }
            }
            Edit::Interrupted => return Ok(Some(UserInput::Interrupt)),
            Edit::Ended => return Ok(Some(UserInput::End)),
            Edit::Suspended => self.suspend()?,
        }
        Ok(None)
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.screen.erase_area()?;
        if let LineInput::Keys(_, raw_mode) = &self.input {
            raw_mode.suspend()?;
        }
        // A stopped program receives no signal about a new size.
        self.screen.style.width = Style::of_stdout().width;
        self.screen.show_typed(&self.editor)
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        // The prompt of a program that has ended would look like the shell's. A terminal may be gone.
        let _ = self.screen.erase_area();
    }
}
