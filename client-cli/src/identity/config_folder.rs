//! The folder of the configuration files, and files and folders that only their owner can read.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::exit::{Exit, Failure};

/// `$XDG_CONFIG_HOME/ikibuguzo`, or `.config/ikibuguzo` in the home folder.
///
/// A relative `XDG_CONFIG_HOME` is ignored, as the XDG specification requires.
///
/// # Errors
///
/// If neither folder is known.
pub fn config_folder(xdg_config_home: Option<PathBuf>, home: Option<PathBuf>) -> Result<PathBuf> {
    let xdg = xdg_config_home.filter(|path| path.is_absolute());
    match xdg.or_else(|| Some(home?.join(".config"))) {
        Some(config) => Ok(config.join("ikibuguzo")),
        None => {
            let message = "set HOME or XDG_CONFIG_HOME: your player's name is kept there";
            Err(Failure::new(Exit::Config, message).into())
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::exit_of;

    #[test]
    fn the_configuration_is_where_xdg_says() {
        let folder = |xdg: Option<&str>, home: Option<&str>| {
            config_folder(xdg.map(PathBuf::from), home.map(PathBuf::from))
        };
        let path = |text: &str| PathBuf::from(text);
        assert_eq!(folder(Some("/xdg"), Some("/home/me")).expect("there"), path("/xdg/ikibuguzo"));
        let in_home = path("/home/me/.config/ikibuguzo");
        assert_eq!(folder(Some("relative"), Some("/home/me")).expect("there"), in_home);
        assert_eq!(folder(None, Some("/home/me")).expect("there"), in_home);
        assert_eq!(exit_of(&folder(None, None).expect_err("nowhere")), Exit::Config);
    }
}
