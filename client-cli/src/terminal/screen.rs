//! Standard output in line mode: text, and a prompt that moves down when text arrives above it.

use std::io::{self, Write, stdout};

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType};

use crate::terminal::line_editor::LineEditor;
use crate::terminal::prompt_area::PromptArea;
use crate::terminal::style::Style;

/// Standard output in line mode.
#[derive(Debug)]
pub struct Screen {
    /// What the output can show.
    pub style: Style,
    /// Whether a person types at the terminal. The prompt then stays below all text, with what is typed.
    is_interactive: bool,
    /// The prompt that is on the screen.
    prompt: Option<String>,
    /// The prompt and the typed line, as they are on the screen.
    area: Option<PromptArea>,
}

impl Screen {
    /// Standard output, with what its terminal can show.
    pub fn new(style: Style, is_interactive: bool) -> Self {
        Self { style, is_interactive, prompt: None, area: None }
    }

    /// Writes text, broken into lines that fit.
    pub fn write_text(&mut self, text: &str, typed: &LineEditor) -> io::Result<()> {
        let wrapped = self.style.wrap(text);
        self.write_lines(&wrapped, typed)
    }

    /// Writes lines without breaking them. What is typed moves below them.
    pub fn write_lines(&mut self, lines: &str, typed: &LineEditor) -> io::Result<()> {
        if !self.is_interactive {
            self.prompt = None;
            return writeln!(stdout(), "{lines}");
        }
        self.erase_area()?;
        // In raw mode, a line feed does not move to the first column.
        write!(stdout(), "{}\r\n", lines.replace('\n', "\r\n"))?;
        if typed.is_empty() {
            self.prompt = None;
        } else {
            self.draw_area(typed)?;
        }
        stdout().flush()
    }

    /// Shows a prompt, unless the same one is shown already.
    pub fn show_prompt(&mut self, text: &str, typed: &LineEditor) -> io::Result<()> {
        if self.prompt.as_deref() == Some(text) {
            return Ok(());
        }
        self.prompt = Some(text.to_owned());
        if self.is_interactive {
            return self.show_typed(typed);
        }
        writeln!(stdout(), "{}", self.style.bold(text))?;
        stdout().flush()
    }

    /// Shows the line again after it was edited, or after the terminal was resized.
    pub fn show_typed(&mut self, typed: &LineEditor) -> io::Result<()> {
        self.erase_area()?;
        self.draw_area(typed)?;
        stdout().flush()
    }

    /// Ends the line that was typed, which stays on the screen.
    pub fn end_line(&mut self, line: &str) -> io::Result<()> {
        if self.is_interactive {
            self.erase_area()?;
            let prompt = self.prompt_text();
            let area = PromptArea::new(&prompt, line, "", self.style.width);
            write!(stdout(), "{}\r\n", area.rows.join("\r\n"))?;
            stdout().flush()?;
        }
        self.prompt = None;
        Ok(())
    }

    /// Calls the person at the terminal.
    pub fn ring_bell(&mut self) -> io::Result<()> {
        if self.is_interactive {
            write!(stdout(), "\x07")?;
            stdout().flush()?;
        }
        Ok(())
    }

    /// Erases the prompt and the typed line.
    pub fn erase_area(&mut self) -> io::Result<()> {
        let Some(area) = self.area.take() else { return Ok(()) };
        let rows = u16::try_from(area.rows_above_cursor(self.style.width)).unwrap_or(u16::MAX);
        if rows > 0 {
            queue!(stdout(), MoveUp(rows))?;
        }
        queue!(stdout(), MoveToColumn(0), Clear(ClearType::FromCursorDown))
    }

    fn draw_area(&mut self, typed: &LineEditor) -> io::Result<()> {
        let prompt = self.prompt_text();
        let before = typed.before_cursor();
        let after = &typed.text()[before.len()..];
        let area = PromptArea::new(&prompt, &before, after, self.style.width);
        write!(stdout(), "{}", area.rows.join("\r\n"))?;
        let rows_below = u16::try_from(area.rows.len() - 1 - area.cursor_row).unwrap_or_default();
        if rows_below > 0 {
            queue!(stdout(), MoveUp(rows_below))?;
        }
        queue!(stdout(), MoveToColumn(u16::try_from(area.cursor_column).unwrap_or(u16::MAX)))?;
        self.area = Some(area);
        Ok(())
    }

    fn prompt_text(&self) -> String {
        self.prompt.as_ref().map_or_else(|| "> ".to_owned(), |prompt| format!("{prompt} "))
    }
}
