//! The published games: a folder with one compressed file for each month, and a manifest that lists them.

use std::io;

use serde::{Deserialize, Serialize};

/// The name of the manifest in its folder.
pub const MANIFEST: &str = "manifest.json";

/// The version of the format of manifest and files.
pub const SCHEMA: u32 = 1;

/// The list of the published files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format of manifest and files: [`SCHEMA`].
    pub schema: u32,
    /// The licence of the files, as an SPDX identifier.
    pub licence: String,
    /// The files, the newest month last.
    pub files: Vec<PublishedFile>,
}

/// One file: the games of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedFile {
    /// The month in which the games ended, in UTC, such as `2026-10`.
    pub month: String,
    /// The name of the file in the folder of the manifest.
    pub file: String,
    /// The number of games.
    pub games: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The SHA-256 hash of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or has a format that this program does not write.
    pub fn read(text: &[u8]) -> io::Result<Self> {
        let manifest: Self = serde_json::from_slice(text)?;
        if manifest.schema == SCHEMA {
            return Ok(manifest);
        }
        let message = format!("the manifest has schema {}; this program knows {SCHEMA}", manifest.schema);
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }

    /// The file with this name, if the manifest lists it.
    pub fn find(&self, name: &str) -> Option<&PublishedFile> {
        self.files.iter().find(|published| published.file == name)
    }
}
