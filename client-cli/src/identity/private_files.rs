//! Files and folders that only their owner can read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a folder and its parents.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Creates a file that must not exist yet.
pub fn create_file(path: &Path) -> io::Result<File> {
    open_options().create_new(true).open(path)
}

/// Opens a file, and creates it if it does not exist.
pub fn open_or_create_file(path: &Path) -> io::Result<File> {
    open_options().create(true).truncate(false).open(path)
}

fn open_options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
