//! The text of a file, compressed or not, from its first character that is not blank.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use ikibuguzo_engine::TextPosition;

/// The first bytes of a compressed file.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// A byte order mark, which some editors write at the start of a file.
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Bytes that are read at a time.
const PIECE_BYTES: usize = 64 << 10;

/// The text of a file that is being read.
pub(super) struct Source {
    /// The rest of the text.
    pub(super) text: Box<dyn BufRead>,
    /// Where the rest began when the file was opened.
    pub(super) place: TextPosition,
}

impl Source {
    /// Opens a file, and skips a byte order mark and the blanks at its start.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(super) fn open(file: &Path) -> io::Result<Self> {
        let mut text = skip_byte_order_mark(decompress(File::open(file)?)?)?;
        let place = skip_blanks(&mut text)?;
        Ok(Self { text, place })
    }

    /// The first byte; none if there is nothing but blanks.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub(super) fn first_byte(&mut self) -> io::Result<Option<u8>> {
        Ok(self.text.fill_buf()?.first().copied())
    }
}

fn decompress(file: File) -> io::Result<Box<dyn BufRead>> {
    let mut plain = BufReader::with_capacity(PIECE_BYTES, file);
    if plain.fill_buf()?.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(BufReader::with_capacity(PIECE_BYTES, MultiGzDecoder::new(plain))));
    }
    Ok(Box::new(plain))
}

fn skip_byte_order_mark(mut text: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    let mut start = Vec::new();
    text.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut start)?;
    if start == BYTE_ORDER_MARK {
        start.clear();
    }
    Ok(Box::new(Cursor::new(start).chain(text)))
}

/// Skips blanks, and returns the place after them.
fn skip_blanks(text: &mut dyn BufRead) -> io::Result<TextPosition> {
    let mut place = TextPosition::START;
    loop {
        let piece = text.fill_buf()?;
        let length = piece.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if length == 0 {
            return Ok(place);
        }
        place = place.after(&String::from_utf8_lossy(&piece[..length]));
        text.consume(length);
    }
}
