//! `config.toml`: the settings of a user for all commands. Options and environment variables override them.

use std::env;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};
use crate::full_screen::theme::Theme;

/// Largest file that is read.
const MAX_SETTINGS_FILE_BYTES: usize = 64 << 10;

/// The settings of `config.toml`. Each may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// `server`: the server's address.
    #[serde(deserialize_with = "parse_address")]
    pub server: Option<ServerAddress>,
    /// `bell`: whether the terminal's bell calls you when a game waits for you. Default: true.
    pub bell: bool,
    /// `auto-forced`: whether `play` plays forced turns without asking. Default: false.
    #[serde(rename = "auto-forced")]
    pub auto_forced: bool,
    /// `line`: whether the full screen opens only with `--tui`. Default: false.
    pub line: bool,
    /// `theme`: the colours of the full screen. Default: `16-colours`, or `monochrome` with `NO_COLOR`.
    pub theme: Option<Theme>,
    /// `sowing`: whether the full screen shows the counters of an action fall one by one. Default: true.
    pub sowing: bool,
    /// `notices`: whether the full screen calls you with notices of the desktop. Default: false.
    pub notices: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            server: None,
            bell: true,
            auto_forced: false,
            line: false,
            theme: None,
            sowing: true,
            notices: false,
        }
    }
}

impl Settings {
    /// The colours of the full screen. A user who wants no colours in any program (<https://no-color.org>) gets none.
    pub fn theme(&self) -> Theme {
        let is_monochrome = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let default = if is_monochrome { Theme::Monochrome } else { Theme::default() };
        self.theme.unwrap_or(default)
    }

    /// Reads `config.toml` in the folder of the configuration files. Without the file, everything has its default.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is too large, or has a wrong setting.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("config.toml");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            // `XDG_CONFIG_HOME` may name something that is not a folder.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(Self::default()),
            Err(error) => return Err(unusable(&path, &error.to_string()).into()),
        };
        if text.len() > MAX_SETTINGS_FILE_BYTES {
            return Err(unusable(&path, "it is too large").into());
        }
        toml::from_str(&text).map_err(|error| unusable(&path, &line_and_fault(&text, &error)).into())
    }
}

fn parse_address<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ServerAddress>, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

fn line_and_fault(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    match line {
        Some(line) => format!("line {line}: {}", error.message()),
        None => error.message().to_owned(),
    }
}

fn unusable(path: &Path, why: &str) -> Failure {
    // The message of an error is one line.
    Failure::new(Exit::Config, format!("cannot use {}: {}", path.display(), why.replace('\n', " ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Settings> {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("config.toml"), text).expect("written");
        Settings::read(folder.path())
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Settings::read(folder.path()).expect("no file"), Settings::default());
        let settings = read("server = \"games.example.org\"\nbell = false\n").expect("valid");
        assert_eq!(settings.server, Some("http://games.example.org".parse().expect("an address")));
        assert!(!settings.bell && !settings.auto_forced);
    }

    #[test]
    fn a_wrong_setting_is_named_with_its_line() {
        for (text, words) in [
            ("bell = false\ncolour = 3\n", "line 2: unknown field `colour`"),
            ("bell = \"loud\"", "line 1: invalid type"),
            ("server = \"ftp://x\"", "line 1: an address looks like"),
            ("[", "config.toml: line 1"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(words) && error.lines().count() == 1, "{error}");
        }
    }
}
