//! The prompt at the bottom of the screen with the line that is being typed, over as many rows as it needs.

use unicode_width::UnicodeWidthChar;

/// A prompt with a typed line, broken into rows, and the position of the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArea {
    /// The rows. Each leaves the last column free, so that no terminal wraps it.
    pub rows: Vec<String>,
    /// The row of the cursor, from 0.
    pub cursor_row: usize,
    /// The column of the cursor, from 0.
    pub cursor_column: usize,
}

impl PromptArea {
    /// A prompt with the typed text before and after the cursor, on a terminal with this many columns.
    pub fn new(prompt: &str, before: &str, after: &str, columns: usize) -> Self {
        let width = columns.saturating_sub(1).max(2);
        let mut area = Self { rows: vec![String::new()], cursor_row: 0, cursor_column: 0 };
        let mut column = 0;
        area.push(prompt, &mut column, width);
        area.push(before, &mut column, width);
        area.cursor_row = area.rows.len() - 1;
        area.cursor_column = column;
        area.push(after, &mut column, width);
        area
    }

    /// The number of rows above the cursor if the terminal has this many columns: a narrower terminal breaks rows
    /// again.
    pub fn rows_above_cursor(&self, columns: usize) -> usize {
        let height =
            |row: &String| row.chars().map(char_width).sum::<usize>().div_ceil(columns.max(1)).max(1);
        self.rows[..self.cursor_row].iter().map(height).sum::<usize>() + self.cursor_column / columns.max(1)
    }

    fn push(&mut self, text: &str, column: &mut usize, width: usize) {
        for c in text.chars() {
            if *column + char_width(c) > width {
                self.rows.push(String::new());
                *column = 0;
            }
            *column += char_width(c);
            self.rows.last_mut().expect("there is a first row").push(c);
        }
    }
}

fn char_width(c: char) -> usize {
    c.width().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_broken_before_the_last_column() {
        let area = PromptArea::new("your turn > ", "say 123", "45", 11);
        assert_eq!(area.rows, ["your turn ", "> say 1234", "5"]);
        assert_eq!((area.cursor_row, area.cursor_column), (1, 9));
        assert_eq!(area.rows_above_cursor(11), 1);
        assert_eq!(area.rows_above_cursor(5), 3, "two rows of the first one, and one before the cursor");
    }

    #[test]
    fn a_wide_character_is_not_cut() {
        let area = PromptArea::new("", "七个字七", "", 6);
        assert_eq!(area.rows, ["七个", "字七"]);
        assert_eq!((area.cursor_row, area.cursor_column), (1, 4));
    }
}
