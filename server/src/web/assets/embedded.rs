//! The files in this program, which `build.rs` has made.

/// A file, as it is and in each encoding.
#[derive(Debug)]
pub(super) struct EmbeddedFile {
    /// Its name without a hash.
    pub(super) name: &'static str,
    /// The hash of its content.
    pub(super) hash: &'static str,
    pub(super) plain: &'static [u8],
    pub(super) gzip: &'static [u8],
    pub(super) brotli: &'static [u8],
}

/// The version of the files.
pub(super) const VERSION: &str = include_str!(concat!(env!("OUT_DIR"), "/files_version"));

static FILES: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl EmbeddedFile {
    /// The file with a name.
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.name == name)
    }
}
