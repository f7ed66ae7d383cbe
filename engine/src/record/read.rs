//! The parser of game records. Every error has a line and a column.

use std::collections::HashSet;
use std::fmt;

use super::{Record, RecordResult, Tag, Turn};
use crate::{Action, Seat};

/// A position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// A record and its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedRecord {
    /// The record.
    pub record: Record,
    /// The first character of the record.
    pub place: TextPosition,
    /// The first character of each turn.
    pub turns: Vec<TextPosition>,
}

/// The text is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRecordError {
    /// The position of the error.
    pub place: TextPosition,
    what: &'static str,
}

impl ParseRecordError {
    pub(super) fn new(position: TextPosition, what: &'static str) -> Self {
        Self { place: position, what }
    }

    /// The error, as a sentence.
    pub fn what(&self) -> &'static str {
        self.what
    }
}

impl TextPosition {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The position after a text that begins here.
    #[must_use]
    pub fn after(self, text: &str) -> Self {
        text.chars().fold(self, |position, c| match c {
            '\n' => Self { line: position.line + 1, column: 1 },
            _ => Self { column: position.column + 1, ..position },
        })
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl std::error::Error for ParseRecordError {}

impl Record {
    /// Parses all records of a text. It does not check that they can be played; [`replay`](Record::replay) does.
    ///
    /// # Errors
    ///
    /// If the text is wrong. The error has the line and column of the first fault.
    pub fn read_all(text: &str) -> Result<Vec<ParsedRecord>, ParseRecordError> {
        let mut reader = RecordReader { rest: text, position: TextPosition::START };
        let mut records = Vec::new();
        reader.skip_blanks();
        while !reader.rest.is_empty() {
            records.push(reader.record()?);
            reader.skip_blanks();
        }
        Ok(records)
    }
}

type ParseResult<T> = Result<T, ParseRecordError>;

/// The rest of a text that is being parsed.
pub(super) struct RecordReader<'a> {
    pub(super) rest: &'a str,
    /// The position of the rest.
    pub(super) position: TextPosition,
}

impl<'a> RecordReader<'a> {
    /// Parses a record, which begins here.
    pub(super) fn record(&mut self) -> ParseResult<ParsedRecord> {
        let begin = self.position;
        let mut tags = Vec::new();
        let mut names = HashSet::new();
        while self.rest.starts_with('[') {
            let tag_begin = self.position;
            let (name, tag) = self.tag()?;
            if !names.insert(name) {
                return Err(ParseRecordError::new(tag_begin, "the record has this tag already"));
            }
            tags.push(tag);
            self.skip_blanks();
        }
        if tags.is_empty() {
            return Err(self.error("a record begins with a tag, as in [Rules \"kubuguza\"]"));
        }
        let mut read = ParsedRecord {
            record: Record { tags, turns: Vec::new(), result: RecordResult::Open },
            place: begin,
            turns: Vec::new(),
        };
        while !self.result(&mut read.record)? {
            self.turn(&mut read)?;
            self.skip_blanks();
        }
        Ok(read)
    }

    /// Reads a tag, and returns its name as it is written in the text.
    fn tag(&mut self) -> ParseResult<(&'a str, Tag)> {
        self.take_char();
        if !self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.error("a tag's name is letters and digits, beginning with a letter"));
        }
        let name = self.take_while(|c| c.is_ascii_alphanumeric());
        self.expect(" \"", "a tag's name is followed by a blank and its value in quotation marks")?;
        let value = self.value()?;
        self.expect("]", "a tag ends with ]")?;
        Ok((name, Tag { name: name.to_owned(), value }))
    }

    /// Reads the value of a tag and the closing quotation mark.
    fn value(&mut self) -> ParseResult<String> {
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| c != '"' && c != '\\' && !c.is_control()));
            if !self.rest.starts_with('\\') {
                self.expect("\"", "a tag's value ends with a quotation mark on its line")?;
                return Ok(value);
            }
            self.take_char();
            if !self.rest.starts_with(['"', '\\']) {
                return Err(self.error("\\ is followed by \" or \\"));
            }
            value.extend(self.take_char());
        }
    }

    /// Reads the result if it comes next. Returns whether it did.
    fn result(&mut self, record: &mut Record) -> ParseResult<bool> {
        let word = self.rest.split(is_end_of_word).next().unwrap_or_default();
        record.result = match word {
            "south" => RecordResult::Won(Seat::South),
            "north" => RecordResult::Won(Seat::North),
            "draw" => RecordResult::Draw,
            "?" => RecordResult::Open,
            "" if self.rest.is_empty() => {
                return Err(self.error("a record ends with south, north, draw or ?"));
            }
            _ => return Ok(false),
        };
        self.skip(word.len());
        Ok(true)
    }

    /// Reads a turn: a number before every second turn, the actions, and an optional comment.
    fn turn(&mut self, read: &mut ParsedRecord) -> ParseResult<()> {
        if read.record.turns.len().is_multiple_of(2) {
            let number = (read.record.turns.len() / 2 + 1).to_string();
            if self.take_while(|c| c.is_ascii_digit()) != number {
                return Err(
                    self.error("the next number is missing: 1., 2. and so on stand before every second turn")
                );
            }
            self.expect(".", "a number is followed by a full stop")?;
            self.skip_blanks();
        }
        read.turns.push(self.position);
        let actions = self.actions()?;
        self.skip_blanks();
        let comment = self.comment()?;
        read.record.turns.push(Turn { actions, comment });
        Ok(())
    }

    fn actions(&mut self) -> ParseResult<Vec<Action>> {
        let word = self.rest.split(is_end_of_word).next().unwrap_or_default();
        let actions: Option<Vec<Action>> = word.split('.').map(|action| action.parse().ok()).collect();
        let actions = actions.ok_or_else(|| {
            self.error("a turn is one action or several with dots between them, as in N or A<.O<.C")
        })?;
        self.skip(word.len());
        Ok(actions)
    }

    fn comment(&mut self) -> ParseResult<Option<String>> {
        if !self.rest.starts_with('{') {
            return Ok(None);
        }
        let begin = self.position;
        self.take_char();
        let comment = self.take_while(|c| c != '}' && c != '{').to_owned();
        if !self.rest.starts_with('}') {
            return Err(ParseRecordError::new(begin, "a comment ends with }, and has no other brace in it"));
        }
        self.take_char();
        Ok(Some(comment))
    }

    fn expect(&mut self, text: &str, what: &'static str) -> ParseResult<()> {
        if !self.rest.starts_with(text) {
            return Err(self.error(what));
        }
        self.skip(text.len());
        Ok(())
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.skip(end)
    }

    fn take_char(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.skip(next.len_utf8());
        Some(next)
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.position = self.position.after(skipped);
        self.rest = rest;
        skipped
    }

    fn error(&self, what: &'static str) -> ParseRecordError {
        ParseRecordError::new(self.position, what)
    }
}

pub(super) fn is_end_of_word(c: char) -> bool {
    c.is_whitespace() || c == '{' || c == '['
}
