//! The line that a person types: editing, history, completion. It does not depend on a terminal.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler;

/// Lines that are remembered.
const MAX_HISTORY: usize = 200;

/// Largest number of characters in a line. A chat message is shorter.
const MAX_LINE_CHARS: usize = 2_000;

/// A line while it is typed.
#[derive(Debug, Default)]
pub struct LineEditor {
    input: Input,
    history: Vec<String>,
    /// The line of the history that is shown; none while a new line is typed.
    recalled: Option<usize>,
    /// The new line, while a line of the history is shown.
    draft: String,
}

/// What a key does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Nothing.
    Ignored,
    /// The line or the cursor has changed.
    Changed,
    /// The line is finished, and the next one begins.
    Submitted(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D on an empty line.
    Ended,
    /// Ctrl-Z.
    Suspended,
}

impl LineEditor {
    /// The text of the line.
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.text().is_empty()
    }

    /// The text before the cursor.
    pub fn before_cursor(&self) -> String {
        self.text().chars().take(self.input.cursor()).collect()
    }

    /// Replaces the line.
    pub fn set_text(&mut self, text: &str) {
        self.input = Input::new(text.to_owned());
    }

    /// Handles a key. `words` are those that Tab completes.
    pub fn handle_key(&mut self, key: KeyEvent, words: &[String]) -> Edit {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            _ if key.kind == KeyEventKind::Release => Edit::Ignored,
            KeyCode::Char('c') if is_control => Edit::Interrupted,
            KeyCode::Char('z') if is_control => Edit::Suspended,
            KeyCode::Char('d') if is_control && self.is_empty() => Edit::Ended,
            KeyCode::Enter => Edit::Submitted(self.submit()),
            KeyCode::Char('j' | 'm') if is_control => Edit::Submitted(self.submit()),
            KeyCode::Up => self.recall_older(),
            KeyCode::Down => self.recall_newer(),
            KeyCode::Tab => self.complete(words),
            KeyCode::Char('d') if is_control => self.edit(KeyEvent::from(KeyCode::Delete)),
            _ => self.edit(key),
        }
    }

    /// Adds text that was pasted. Its line breaks become spaces.
    pub fn paste(&mut self, text: &str) -> Edit {
        let pasted: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = self.before_cursor();
        let after: String = self.text().chars().skip(self.input.cursor()).collect();
        let room = MAX_LINE_CHARS.saturating_sub(self.text().chars().count());
        let pasted: String = pasted.chars().take(room).collect();
        let cursor = before.chars().count() + pasted.chars().count();
        self.input = Input::new(format!("{before}{pasted}{after}")).with_cursor(cursor);
        Edit::Changed
    }

    fn edit(&mut self, key: KeyEvent) -> Edit {
        let is_full = self.text().chars().count() >= MAX_LINE_CHARS;
        if is_full
            && matches!(key.code, KeyCode::Char(_))
            && key.modifiers.difference(KeyModifiers::SHIFT).is_empty()
        {
            return Edit::Ignored;
        }
        match self.input.handle_event(&Event::Key(key)) {
            Some(_) => Edit::Changed,
            None => Edit::Ignored,
        }
    }

    fn submit(&mut self) -> String {
        let line = std::mem::take(&mut self.input).value().to_owned();
        self.recalled = None;
        self.draft = String::new();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        if self.history.len() > MAX_HISTORY {
            self.history.remove(0);
        }
        line
    }

    fn recall_older(&mut self) -> Edit {
        let Some(older) = self.recalled.unwrap_or(self.history.len()).checked_sub(1) else {
            return Edit::Ignored;
        };
        if self.recalled.is_none() {
            self.draft = self.text().to_owned();
        }
        self.recalled = Some(older);
        let line = self.history[older].clone();
        self.set_text(&line);
        Edit::Changed
    }

    fn recall_newer(&mut self) -> Edit {
        let Some(recalled) = self.recalled else { return Edit::Ignored };
        self.recalled = Some(recalled + 1).filter(|newer| *newer < self.history.len());
        let line = self
            .recalled
            .map_or_else(|| std::mem::take(&mut self.draft), |newer| self.history[newer].clone());
        self.set_text(&line);
        Edit::Changed
    }

    /// Completes the only word that begins with the line, or as much as all such words have in common.
    fn complete(&mut self, words: &[String]) -> Edit {
        let begins = |word: &&String| word.starts_with(self.text());
        let matching: Vec<&String> = words.iter().filter(begins).collect();
        let Some(completed) = common_prefix(&matching) else { return Edit::Ignored };
        if self.is_empty() || completed == self.text() {
            return Edit::Ignored;
        }
        self.set_text(&completed);
        Edit::Changed
    }
}

fn common_prefix(words: &[&String]) -> Option<String> {
    let (first, others) = words.split_first()?;
    let is_common = |length: &usize| others.iter().all(|word| word.get(..*length) == first.get(..*length));
    let lengths = first.char_indices().map(|(at, c)| at + c.len_utf8());
    let length = lengths.take_while(is_common).last().unwrap_or_default();
    Some(first[..length].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut LineEditor, code: KeyCode) -> Edit {
        editor
            .handle_key(KeyEvent::from(code), &["resign".to_owned(), "rematch".to_owned(), "draw".to_owned()])
    }

    fn type_text(editor: &mut LineEditor, text: &str) {
        for c in text.chars() {
            assert_eq!(press(editor, KeyCode::Char(c)), Edit::Changed);
        }
    }

    #[test]
    fn a_line_is_edited_and_submitted() {
        let mut editor = LineEditor::default();
        type_text(&mut editor, "say helo");
        press(&mut editor, KeyCode::Left);
        type_text(&mut editor, "l");
        assert_eq!(editor.before_cursor(), "say hell");
        assert_eq!(press(&mut editor, KeyCode::Enter), Edit::Submitted("say hello".to_owned()));
        assert!(editor.is_empty());
    }

    #[test]
    fn earlier_lines_are_recalled_and_the_draft_comes_back() {
        let mut editor = LineEditor::default();
        for line in ["a", "b", "b", " "] {
            editor.set_text(line);
            press(&mut editor, KeyCode::Enter);
        }
        type_text(&mut editor, "dr");
        for (key, shown) in [
            (KeyCode::Up, "b"),
            (KeyCode::Up, "a"),
            (KeyCode::Up, "a"),
            (KeyCode::Down, "b"),
            (KeyCode::Down, "dr"),
            (KeyCode::Down, "dr"),
        ] {
            press(&mut editor, key);
            assert_eq!(editor.text(), shown, "{key:?}");
        }
    }

    #[test]
    fn tab_completes_what_the_matching_words_have_in_common() {
        let mut editor = LineEditor::default();
        assert_eq!(press(&mut editor, KeyCode::Tab), Edit::Ignored);
        type_text(&mut editor, "r");
        press(&mut editor, KeyCode::Tab);
        assert_eq!(editor.text(), "re");
        type_text(&mut editor, "s");
        press(&mut editor, KeyCode::Tab);
        assert_eq!(editor.text(), "resign");
        editor.set_text("x");
        assert_eq!(press(&mut editor, KeyCode::Tab), Edit::Ignored);
    }

    #[test]
    fn control_keys_end_interrupt_and_suspend() {
        let mut editor = LineEditor::default();
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        for (key, edit) in [('d', Edit::Ended), ('c', Edit::Interrupted), ('z', Edit::Suspended)] {
            assert_eq!(editor.handle_key(control(key), &[]), edit);
        }
        type_text(&mut editor, "ab");
        editor.handle_key(control('a'), &[]);
        assert_eq!(
            editor.handle_key(control('d'), &[]),
            Edit::Changed,
            "it deletes in a line that is not empty"
        );
        assert_eq!(editor.text(), "b");
    }

    #[test]
    fn pasted_text_is_one_line_of_bounded_length() {
        let mut editor = LineEditor::default();
        editor.paste("say a\nb\u{1b}[2J");
        assert_eq!(editor.text(), "say a b [2J");
        editor.paste(&"x".repeat(10 * MAX_LINE_CHARS));
        assert_eq!(editor.text().chars().count(), MAX_LINE_CHARS);
        press(&mut editor, KeyCode::Char('y'));
        assert_eq!(editor.text().chars().count(), MAX_LINE_CHARS);
    }
}
