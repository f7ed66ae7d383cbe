//! One player of this machine, and the file that stores it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, ErrorCode, PlayerName, Token};
use serde::{Deserialize, Serialize};

use super::config_folder;
use crate::exit::{Exit, Failure};

/// Largest player file that is read. A file that this program writes has a few hundred bytes.
const MAX_PLAYER_FILE_BYTES: u64 = 16 << 10;

/// A player of this machine.
#[derive(Debug)]
pub struct Identity {
    /// The player's number on this machine: 1, 2, 3 …
    pub number: u32,
    /// The name that others see.
    pub name: PlayerName,
    /// The secret that proves who the player is.
    pub token: Token,
    path: PathBuf,
    /// Keeps other processes from playing as the same player.
    lock: Option<File>,
}

/// The contents of a player file.
#[derive(Serialize, Deserialize)]
struct PlayerFile {
    server: String,
    name: PlayerName,
    token: Token,
}

impl Identity {
    /// Whether this process holds the player's lock, so that no other process plays as it.
    pub fn is_locked_by_us(&self) -> bool {
        self.lock.is_some()
    }

    /// Adds advice to the error of a server that does not know the player's token.
    pub fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<Failure>() {
            Some(failure) if failure.code == Some(ErrorCode::BadToken) => self.unknown_to_server().into(),
            _ => error,
        }
    }

    fn unknown_to_server(&self) -> Failure {
        let name = &self.name;
        let number = self.number;
        let path = self.path.display();
        let message = format!(
            "the server no longer knows the player {name} of {path}: perhaps its database was replaced. \
             To get a new name there: `ikibuguzo sign-out --player {number}`"
        );
        Failure { code: Some(ErrorCode::BadToken), ..Failure::new(Exit::Refused, message) }
    }

    /// Reads a player from its file. `lock` is the same file, if it is locked.
    pub(super) fn read(
        number: u32,
        path: PathBuf,
        server: &str,
        file: &File,
        lock: Option<File>,
    ) -> Result<Self> {
        let mut text = String::new();
        file.take(MAX_PLAYER_FILE_BYTES)
            .read_to_string(&mut text)
            .map_err(|error| unusable(&path, &error))?;
        let stored: PlayerFile = serde_json::from_str(&text).map_err(|error| invalid(&path, error.line()))?;
        if stored.server != server {
            return Err(for_another_server(&path, &stored.server).into());
        }
        Ok(Self { number, name: stored.name, token: stored.token, path, lock })
    }

    /// Writes a player's file, and keeps it locked.
    pub(super) fn write(number: u32, path: PathBuf, server: &str, credentials: &Credentials) -> Result<Self> {
        let Credentials { name, token } = credentials.clone();
        let stored = PlayerFile { server: server.to_owned(), name: name.clone(), token: token.clone() };
        let text = serde_json::to_string_pretty(&stored)?;
        let lock = write_locked(&path, &text).map_err(|error| unusable(&path, &error))?;
        Ok(Self { number, name, token, path, lock: Some(lock) })
    }
}

/// Writes and locks a draft, then renames it, so that no process ever sees an incomplete or unlocked file.
fn write_locked(path: &Path, text: &str) -> io::Result<File> {
    let draft = path.with_extension("new");
    // A killed process may have left its draft behind. No other process is writing: the caller holds the folder's lock.
    let _ = fs::remove_file(&draft);
    let mut file = config_folder::create_file(&draft)?;
    file.write_all(text.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    file.lock()?;
    fs::rename(&draft, path)?;
    Ok(file)
}

/// The error for a file or folder that the operating system cannot read or write.
pub(super) fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::Config, format!("cannot use {}: {error}", path.display()))
}

/// The error for a file that is not a player file. It names only the line: the parser's message could repeat the token.
fn invalid(path: &Path, line: usize) -> Failure {
    let path = path.display();
    let message =
        format!("{path} is not a valid player file (line {line}): repair it, or remove it to get a new name");
    Failure::new(Exit::Config, message)
}

fn for_another_server(path: &Path, server: &str) -> Failure {
    let message = format!("{} is a player file for another server: {server}", path.display());
    Failure::new(Exit::Config, message)
}
