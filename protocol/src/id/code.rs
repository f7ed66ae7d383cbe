//! Twelve random characters that people can read aloud.

use std::str::FromStr;

use super::{base32, is_base32, read_base32};

/// A text of 60 random bits, in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Code([u8; Code::LENGTH]);

impl Code {
    /// Number of characters.
    pub(super) const LENGTH: usize = 12;

    /// Makes a code from random bytes. Five bits of each byte are used.
    pub(super) fn from_random(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes.map(base32))
    }

    /// The code as text.
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for Code {
    /// The text is not a code.
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        // Fast path: the spelling that the server writes.
        if let Some(code) = text.as_bytes().as_array().filter(|code| code.iter().copied().all(is_base32)) {
            return Ok(Self(*code));
        }
        let mut code = [0; Self::LENGTH];
        let mut length = 0;
        for byte in text.bytes().filter(|byte| *byte != b'-') {
            *code.get_mut(length).ok_or(())? = read_base32(byte).ok_or(())?;
            length += 1;
        }
        if length == Self::LENGTH { Ok(Self(code)) } else { Err(()) }
    }
}
