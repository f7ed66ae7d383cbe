//! How text is laid out: in colour or not, and how wide.

use std::env;
use std::io::{IsTerminal, stdout};

/// Wider lines are hard to read.
const WIDEST: usize = 100;

/// What the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether it understands colours, and the person wants them.
    pub colour: bool,
    /// Columns.
    pub width: usize,
}

impl Style {
    /// No colours, 80 columns: for files and pipes.
    pub const PLAIN: Self = Self { colour: false, width: 80 };

    /// What standard output can show.
    pub fn of_stdout() -> Self {
        if !stdout().is_terminal() {
            return Self { width: columns().unwrap_or(Self::PLAIN.width), ..Self::PLAIN };
        }
        let width = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)).or_else(columns);
        // https://no-color.org: any value but the empty one.
        let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let able = env::var_os("TERM").is_none_or(|term| term != "dumb");
        Self { colour: wanted && able, width: width.unwrap_or(Self::PLAIN.width) }
    }

    /// Text that stands out.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text that stays back.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Text broken into lines that fit. Breaks that are there already stay, and so does the first indentation.
    pub fn wrap(self, text: &str) -> String {
        let lines: Vec<String> =
            text.lines().map(|line| wrap_line(line, self.width.clamp(20, WIDEST))).collect();
        lines.join("\n")
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Text from elsewhere without what could steer a terminal.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

/// Control characters, and those that turn the direction of writing.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn columns() -> Option<usize> {
    env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0)
}

fn wrap_line(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start().len();
    let mut wrapped = line[..indent].to_owned();
    let mut used = indent;
    for (index, word) in line.split_whitespace().enumerate() {
        let length = word.chars().count();
        if index > 0 && used + 1 + length > width {
            wrapped.push('\n');
            used = 0;
        } else if index > 0 {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let narrow = Style { width: 20, ..Style::PLAIN };
        assert_eq!(
            narrow.wrap("South sows N: 3 counters, relay\n  from C"),
            "South sows N: 3\ncounters, relay\n  from C"
        );
        assert_eq!(narrow.wrap("a-word-that-is-longer-than-a-line"), "a-word-that-is-longer-than-a-line");
        assert_eq!(narrow.wrap(""), "");
    }

    #[test]
    fn nothing_is_painted_without_colours() {
        assert_eq!(Style::PLAIN.strong("a"), "a");
        assert_eq!(Style { colour: true, ..Style::PLAIN }.strong("a"), "\x1b[1ma\x1b[0m");
    }

    #[test]
    fn text_from_elsewhere_cannot_steer_the_terminal() {
        assert_eq!(plain("a\u{202e}b\u{2066}"), "a\u{fffd}b\u{fffd}");
        assert_eq!(plain("a\x1b[2Jb\r\nc"), "a\u{fffd}[2Jb\u{fffd}\nc");
    }
}
