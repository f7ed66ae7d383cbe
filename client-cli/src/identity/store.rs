//! Who plays at this machine: one small file for each player, which holds the token that the server gave.
//!
//! Two `play` at once must be two players, so a running `play` keeps a lock on its player's file, and another one
//! takes the next. The operating system lets the lock go when the process ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, ErrorCode, PlayerName, Token};
use serde::{Deserialize, Serialize};

use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};
use crate::identity::private_files as private;

/// A file of ours has a few hundred bytes.
const LARGEST_FILE: u64 = 16 << 10;

/// A player of this machine.
#[derive(Debug)]
pub struct Identity {
    /// Which one: 1, 2, 3 …
    pub number: u32,
    /// The name that others see.
    pub name: PlayerName,
    /// The secret that proves it.
    pub token: Token,
    path: PathBuf,
    /// Keeps other processes from playing as the same player.
    lock: Option<File>,
}

impl Identity {
    /// Whether no other process plays as it.
    pub fn is_ours(&self) -> bool {
        self.lock.is_some()
    }

    /// Says what to do where the server does not know a stored token.
    pub fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match error.downcast_ref::<Failure>() {
            Some(failure) if failure.code == Some(ErrorCode::BadToken) => self.stranger().into(),
            _ => error,
        }
    }

    /// The server does not know this player.
    pub fn stranger(&self) -> Failure {
        let path = self.path.display();
        let message = format!(
            "the server does not know the player {} any more: perhaps its database was replaced. \
             To get a new name there, remove {path}",
            self.name
        );
        Failure { code: Some(ErrorCode::BadToken), message, exit: Exit::Refused }
    }
}

/// What a player's file holds.
#[derive(Serialize, Deserialize)]
struct Stored {
    server: String,
    name: PlayerName,
    token: Token,
}

/// The players of this machine at one server.
#[derive(Debug)]
pub struct Identities {
    folder: PathBuf,
    server: String,
}

impl Identities {
    /// Those at this server, in a configuration folder that need not exist yet.
    pub fn new(config: &Path, server: &ServerAddress) -> Self {
        Self { folder: config.join(server.folder_name()), server: server.to_string() }
    }

    /// The numbers of all players, in order.
    pub fn numbers(&self) -> Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unusable(&self.folder, &error).into()),
        };
        let mut numbers: Vec<u32> =
            entries.flatten().filter_map(|entry| number_of(&entry.file_name().to_string_lossy())).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// A player, whether it plays elsewhere or not.
    pub fn get(&self, number: u32) -> Result<Identity> {
        let path = self.path(number);
        let file = File::open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.nobody(number),
            _ => unusable(&path, &error),
        })?;
        self.read(number, &file, None)
    }

    /// A player, made now if need be.
    pub fn get_or_make(&self, number: u32, make: impl FnOnce() -> Result<Credentials>) -> Result<Identity> {
        let path = self.path(number);
        if !path.exists() {
            // The server is asked before anything is locked: it may take its time.
            let credentials = make()?;
            let _guard = self.guard()?;
            if !path.exists() {
                return self.add(number, &credentials);
            }
        }
        let file = File::open(&path).map_err(|error| unusable(&path, &error))?;
        // Who asks for a player by its number may share it; whoever comes first keeps it from being picked.
        let lock = file.try_lock().is_ok().then(|| file.try_clone()).transpose();
        self.read(number, &file, lock.map_err(|error| unusable(&path, &error))?)
    }

    /// One more player of this machine, whom the server knows already.
    pub fn keep(&self, credentials: &Credentials) -> Result<Identity> {
        let _guard = self.guard()?;
        self.add(self.next_number()?, credentials)
    }

    /// Gives a player another name here. Whoever plays as it must not lose its file.
    pub fn rename(&self, identity: Identity, name: PlayerName) -> Result<Identity> {
        let _guard = self.guard()?;
        self.add(identity.number, &Credentials { name, token: identity.token })
    }

    /// A player that nobody plays as just now: the first that is `wanted`, else the first, else a new one.
    pub fn pick(
        &self,
        mut wanted: impl FnMut(&Identity) -> Result<bool>,
        make: impl FnOnce() -> Result<Credentials>,
    ) -> Result<Identity> {
        let guard = self.guard()?;
        let free = self.free()?;
        // What follows asks the server, which may take its time.
        drop(guard);
        let mut first = None;
        for identity in free {
            if wanted(&identity)? {
                return Ok(identity);
            }
            // The others are let go as soon as they are ruled out.
            first = first.or(Some(identity));
        }
        if let Some(first) = first {
            return Ok(first);
        }
        let credentials = make()?;
        let _guard = self.guard()?;
        self.add(self.next_number()?, &credentials)
    }

    /// All that are not playing elsewhere, in order; from now on they are ours.
    fn free(&self) -> Result<Vec<Identity>> {
        let mut free = Vec::new();
        for number in self.numbers()? {
            let path = self.path(number);
            let file = File::open(&path).map_err(|error| unusable(&path, &error))?;
            match file.try_lock() {
                Ok(()) => free.push(self.read(number, &file.try_clone()?, Some(file))?),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(unusable(&path, &error).into()),
            }
        }
        Ok(free)
    }

    fn read(&self, number: u32, file: &File, lock: Option<File>) -> Result<Identity> {
        let path = self.path(number);
        let mut text = String::new();
        file.take(LARGEST_FILE).read_to_string(&mut text).map_err(|error| unusable(&path, &error))?;
        let stored: Stored = serde_json::from_str(&text).map_err(|error| broken(&path, error.line()))?;
        if stored.server != self.server {
            return Err(foreign(&path, &stored.server).into());
        }
        Ok(Identity { number, name: stored.name, token: stored.token, path, lock })
    }

    /// Writes a new player's file whole and locked, then gives it its name: nobody ever sees half of it.
    fn add(&self, number: u32, credentials: &Credentials) -> Result<Identity> {
        let path = self.path(number);
        let Credentials { name, token } = credentials.clone();
        let stored = Stored { server: self.server.clone(), name: name.clone(), token: token.clone() };
        let lock = self
            .write(&path, &serde_json::to_string_pretty(&stored)?)
            .map_err(|error| unusable(&path, &error))?;
        Ok(Identity { number, name, token, path, lock: Some(lock) })
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<File> {
        let draft = path.with_extension("new");
        // What a killed process may have left behind; the guard is ours.
        let _ = fs::remove_file(&draft);
        let mut file = private::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        file.lock()?;
        fs::rename(&draft, path)?;
        Ok(file)
    }

    /// One process at a time looks for a free player and makes one.
    fn guard(&self) -> Result<File> {
        let path = self.folder.join("lock");
        private::folder(&self.folder)
            .and_then(|()| private::open(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| unusable(&path, &error).into())
    }

    fn next_number(&self) -> Result<u32> {
        let numbers = self.numbers()?;
        Ok((1..).find(|number| !numbers.contains(number)).unwrap_or(u32::MAX))
    }

    fn nobody(&self, number: u32) -> Failure {
        let server = &self.server;
        let message = format!(
            "this machine has no player {number} at {server}; `ikibuguzo whoami` lists those that it has"
        );
        Failure::new(Exit::Config, message)
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("player-{number}.json"))
    }
}

/// The folder of our configuration: `$XDG_CONFIG_HOME/ikibuguzo`, or `~/.config/ikibuguzo`.
pub fn config_folder(var: impl Fn(&str) -> Option<String>) -> Result<PathBuf> {
    let xdg = var("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || var("HOME").map(PathBuf::from).map(|home| home.join(".config"));
    match xdg.or_else(home) {
        Some(config) => Ok(config.join("ikibuguzo")),
        None => {
            Err(Failure::new(Exit::Config, "set HOME or XDG_CONFIG_HOME: there your player's name is kept")
                .into())
        }
    }
}

fn number_of(file: &str) -> Option<u32> {
    let digits = file.strip_prefix("player-")?.strip_suffix(".json")?;
    // One spelling for each number: `player-01.json` is not ours.
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::Config, format!("cannot use {}: {error}", path.display()))
}

/// The parser's own words could repeat the token: only the line is told.
fn broken(path: &Path, line: usize) -> Failure {
    let path = path.display();
    let message =
        format!("{path} is no player's file (line {line}): mend it, or remove it to get a new name");
    Failure::new(Exit::Config, message)
}

fn foreign(path: &Path, server: &str) -> Failure {
    Failure::new(Exit::Config, format!("{} is a player's file for another server: {server}", path.display()))
}

#[cfg(test)]
mod tests;
