//! Colours and line width of the output.

use std::env;
use std::io::{IsTerminal, stdout};

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The smallest and the largest width to which text is wrapped, in columns. Wider lines are hard to read.
const WRAP_WIDTHS: (usize, usize) = (20, 100);

/// What the output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to write colours.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Style {
    /// No colours and 80 columns: the style of files and pipes.
    pub const PLAIN: Self = Self { colour: false, width: 80 };

    /// The style of standard output.
    pub fn of_stdout() -> Self {
        if !stdout().is_terminal() {
            return Self { width: columns_variable().unwrap_or(Self::PLAIN.width), ..Self::PLAIN };
        }
        let terminal_width = crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
        let width =
            terminal_width.filter(|width| *width > 0).or_else(columns_variable).unwrap_or(Self::PLAIN.width);
        // https://no-color.org: any value but the empty one.
        let is_wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let is_supported = env::var_os("TERM").is_none_or(|term| term != "dumb");
        Self { colour: is_wanted && is_supported, width }
    }

    /// Text in bold.
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text in faint letters.
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Text broken between words into lines that fit. Line feeds are kept.
    pub fn wrap(self, text: &str) -> String {
        let (narrowest, widest) = WRAP_WIDTHS;
        let options = Options::new(self.width.clamp(narrowest, widest))
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit)
            .break_words(false);
        textwrap::fill(text, options)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The environment variable `COLUMNS`.
fn columns_variable() -> Option<usize> {
    env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0)
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
    fn a_line_is_measured_in_columns() {
        let narrow = Style { width: 20, ..Style::PLAIN };
        assert_eq!(narrow.wrap("Ọbịageli offers it a"), "Ọbịageli offers it a");
        assert_eq!(narrow.wrap("七个字七个字七 个字七"), "七个字七个字七\n个字七");
    }

    #[test]
    fn without_colours_nothing_is_painted() {
        assert_eq!(Style::PLAIN.bold("a"), "a");
        assert_eq!(Style { colour: true, ..Style::PLAIN }.bold("a"), "\x1b[1ma\x1b[0m");
    }
}
