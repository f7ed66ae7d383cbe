//! Records of a file that is read piece by piece, in bounded memory.

use super::read::{ParseRecordError, ParsedRecord, RecordReader, TextPosition, is_end_of_word};

/// A byte order mark, which some editors write at the start of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Parses the records of a file whose bytes arrive in pieces. A byte order mark at the start is skipped.
///
/// It holds one piece and one unfinished record, which has at most [`MAX_RECORD_BYTES`](Self::MAX_RECORD_BYTES).
///
/// ```
/// use ikibuguzo_engine::RecordStream;
///
/// let mut records = RecordStream::default();
/// records.push(b"[Rules \"kubuguza\"]\n\n1. O o so")?;
/// assert_eq!(records.next_record()?, None, "more bytes are needed");
/// records.push(b"uth\n")?;
/// records.finish()?;
/// assert!(records.next_record()?.is_some());
/// assert_eq!(records.next_record()?, None, "the file has ended");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordStream {
    text: String,
    /// Bytes of `text` that have been parsed.
    parsed: usize,
    /// The position of the rest of `text`.
    position: TextPosition,
    /// The first bytes of a character that the next piece completes.
    incomplete: Vec<u8>,
    /// The rest is parsed again when it has this many bytes: twice as many as the last time, so that pieces of any size
    /// cost about the same.
    retry_at: usize,
    is_begun: bool,
    is_finished: bool,
}

impl Default for RecordStream {
    fn default() -> Self {
        Self::new(TextPosition::START)
    }
}

impl RecordStream {
    /// The longest record, in bytes. The text of ten thousand turns needs a tenth of it.
    pub const MAX_RECORD_BYTES: usize = 1 << 20;

    /// A stream whose first byte has this position in its file.
    pub fn new(position: TextPosition) -> Self {
        Self {
            text: String::new(),
            parsed: 0,
            position,
            incomplete: Vec::new(),
            retry_at: 0,
            is_begun: false,
            is_finished: false,
        }
    }

    /// Adds the next bytes of the file. Call [`next_record`](Self::next_record) until it returns `None` before the next
    /// piece.
    ///
    /// # Errors
    ///
    /// If the bytes are not UTF-8. The error has the position of the first wrong byte.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseRecordError> {
        self.text.drain(..self.parsed);
        self.parsed = 0;
        self.incomplete.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.incomplete);
        match std::str::from_utf8(&bytes) {
            Ok(text) => self.push_text(text),
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                self.push_text(std::str::from_utf8(valid).unwrap_or_default());
                if error.error_len().is_some() {
                    return Err(self.not_utf8());
                }
                self.incomplete = rest.to_vec();
            }
        }
        Ok(())
    }

    /// Says that the file has ended.
    ///
    /// # Errors
    ///
    /// If bytes of the last character are missing. The error has its position.
    pub fn finish(&mut self) -> Result<(), ParseRecordError> {
        self.is_finished = true;
        if self.incomplete.is_empty() { Ok(()) } else { Err(self.not_utf8()) }
    }

    /// Whether the file has ended.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// The next record, in the order of the file; `None` if more bytes are needed, or at the end of the file.
    ///
    /// # Errors
    ///
    /// If the text is wrong. The error has the position of the first fault. Do not use the stream after an error.
    pub fn next_record(&mut self) -> Result<Option<ParsedRecord>, ParseRecordError> {
        let mut reader = RecordReader { rest: &self.text[self.parsed..], position: self.position };
        reader.skip_blanks();
        self.parsed = self.text.len() - reader.rest.len();
        self.position = reader.position;
        // A text that does not begin with a tag is wrong, regardless of what follows.
        let is_certain = self.is_finished || !reader.rest.starts_with('[');
        if reader.rest.is_empty() || (!is_certain && reader.rest.len() < self.retry_at) {
            return Ok(None);
        }
        let length = reader.rest.len();
        let result = reader.record();
        // A word at the very end may continue in the next piece.
        let is_cut = !is_certain && !reader.rest.contains(is_end_of_word);
        match result {
            Ok(record) if !is_cut => {
                self.parsed = self.text.len() - reader.rest.len();
                self.position = reader.position;
                self.retry_at = 0;
                Ok(Some(record))
            }
            Err(error) if is_certain => Err(error),
            _ if length < Self::MAX_RECORD_BYTES => {
                self.retry_at = 2 * length;
                Ok(None)
            }
            Err(error) if !is_cut => Err(error),
            _ => {
                let what = "the record has more than a million characters; is its result or a } missing?";
                Err(ParseRecordError::new(reader.position, what))
            }
        }
    }

    fn push_text(&mut self, text: &str) {
        let is_first = !self.is_begun && !text.is_empty();
        self.is_begun |= is_first;
        let text = if is_first { text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text) } else { text };
        self.text.push_str(text);
    }

    fn not_utf8(&self) -> ParseRecordError {
        let position = self.position.after(&self.text[self.parsed..]);
        ParseRecordError::new(position, "the text is not UTF-8")
    }
}
