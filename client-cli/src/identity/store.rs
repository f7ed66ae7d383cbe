//! The players of this machine at one server: one small file each, with the token that the server gave.
//!
//! Two `play` commands at the same time must be two players. So a running `play` keeps a lock on its player's file, and
//! another one takes the next player. The operating system releases the lock when the process ends, even if it crashes.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;
use ikibuguzo_protocol::{Credentials, PlayerName};

use super::config_folder;
use super::player::{Identity, unusable};
use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};

/// The players of this machine at one server.
#[derive(Clone, Debug)]
pub struct IdentityStore {
    folder: PathBuf,
    server: String,
}

impl IdentityStore {
    /// The players at this server. The configuration folder need not exist yet.
    pub fn new(config: &Path, server: &ServerAddress) -> Self {
        Self { folder: config.join(server.folder_name()), server: server.to_string() }
    }

    /// The numbers of all players, in ascending order.
    pub fn numbers(&self) -> Result<Vec<u32>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unusable(&self.folder, &error).into()),
        };
        let file_names = entries.flatten().map(|entry| entry.file_name());
        let mut numbers: Vec<u32> =
            file_names.filter_map(|name| player_number(&name.to_string_lossy())).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Loads a player, even if another process plays as it.
    pub fn load(&self, number: u32) -> Result<Identity> {
        let path = self.path(number);
        let file = File::open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.unknown_player(number),
            _ => unusable(&path, &error),
        })?;
        Identity::read(number, path, &self.server, &file, None)
    }

    /// Loads a player that no other process plays as, and keeps it locked.
    pub fn load_locked(&self, number: u32) -> Result<Identity> {
        let _lock = self.lock_folder()?;
        if !self.path(number).exists() {
            return Err(self.unknown_player(number).into());
        }
        let identity = self.load_or_create(number, || Err(self.unknown_player(number).into()))?;
        if identity.is_locked_by_us() { Ok(identity) } else { Err(is_playing(number).into()) }
    }

    /// Removes a locked player from this machine. Returns its name.
    pub fn remove(&self, identity: Identity) -> Result<PlayerName> {
        let path = self.path(identity.number);
        fs::remove_file(&path).map_err(|error| unusable(&path, &error))?;
        Ok(identity.name)
    }

    /// Loads a player, even if another process plays as it. If it does not exist, creates it.
    pub fn load_or_create(
        &self,
        number: u32,
        create: impl FnOnce() -> Result<Credentials>,
    ) -> Result<Identity> {
        let path = self.path(number);
        if !path.exists() {
            // The request to the server may take long, so it is made before the folder is locked.
            let credentials = create()?;
            let _lock = self.lock_folder()?;
            if !path.exists() {
                return self.write(number, &credentials);
            }
        }
        let file = self.open(&path)?;
        // Several processes may name the same player. The lock of the first one keeps others from picking it.
        let lock = file.try_lock().is_ok().then(|| file.try_clone()).transpose();
        let lock = lock.map_err(|error| unusable(&path, &error))?;
        Identity::read(number, path, &self.server, &file, lock)
    }

    /// Adds a player that the server knows already.
    pub fn add(&self, credentials: &Credentials) -> Result<Identity> {
        let _lock = self.lock_folder()?;
        self.write(self.next_number()?, credentials)
    }

    /// Changes a player's name or token. The file is replaced, so the caller must hold the player's lock.
    pub fn replace(&self, number: u32, credentials: &Credentials) -> Result<Identity> {
        let _lock = self.lock_folder()?;
        self.write(number, credentials)
    }

    /// The numbers of the players with this name.
    pub fn numbers_named(&self, name: &PlayerName) -> Result<Vec<u32>> {
        let has_name = |number: &u32| self.load(*number).is_ok_and(|identity| identity.name == *name);
        Ok(self.numbers()?.into_iter().filter(has_name).collect())
    }

    /// Locks a player that no other process plays as: the first preferred one, otherwise the first, otherwise a new
    /// one.
    pub fn pick(
        &self,
        mut is_preferred: impl FnMut(&Identity) -> Result<bool>,
        create: impl FnOnce() -> Result<Credentials>,
    ) -> Result<Identity> {
        let folder_lock = self.lock_folder()?;
        let free = self.lock_free()?;
        // The requests to the server may take long.
        drop(folder_lock);
        let mut first = None;
        for identity in free {
            if is_preferred(&identity)? {
                return Ok(identity);
            }
            // A player that is neither preferred nor the first is unlocked here.
            first = first.or(Some(identity));
        }
        match first {
            Some(first) => Ok(first),
            None => self.add(&create()?),
        }
    }

    /// Locks all players that no other process plays as, in ascending order.
    fn lock_free(&self) -> Result<Vec<Identity>> {
        let mut free = Vec::new();
        for number in self.numbers()? {
            let path = self.path(number);
            let file = self.open(&path)?;
            match file.try_lock() {
                Ok(()) => {
                    let lock = Some(file.try_clone()?);
                    free.push(Identity::read(number, path, &self.server, &file, lock)?);
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(unusable(&path, &error).into()),
            }
        }
        Ok(free)
    }

    /// Locks the folder, so that one process at a time looks for a free player or writes a file.
    fn lock_folder(&self) -> Result<File> {
        let path = self.folder.join("lock");
        config_folder::create_folder(&self.folder)
            .and_then(|()| config_folder::open_or_create_file(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| unusable(&path, &error).into())
    }

    fn open(&self, path: &Path) -> Result<File> {
        File::open(path).map_err(|error| unusable(path, &error).into())
    }

    fn write(&self, number: u32, credentials: &Credentials) -> Result<Identity> {
        Identity::write(number, self.path(number), &self.server, credentials)
    }

    fn next_number(&self) -> Result<u32> {
        let numbers = self.numbers()?;
        Ok((1..).find(|number| !numbers.contains(number)).unwrap_or(u32::MAX))
    }

    fn unknown_player(&self, number: u32) -> Failure {
        let server = &self.server;
        let message =
            format!("this machine has no player {number} at {server}; `ikibuguzo whoami` lists its players");
        Failure::new(Exit::Config, message)
    }

    fn path(&self, number: u32) -> PathBuf {
        self.folder.join(format!("player-{number}.json"))
    }
}

/// The error for a player that another process plays as.
pub fn is_playing(number: u32) -> Failure {
    Failure::new(Exit::Config, format!("player {number} is playing in another terminal: quit there first"))
}

/// The number in the name of a player's file.
fn player_number(file_name: &str) -> Option<u32> {
    let digits = file_name.strip_prefix("player-")?.strip_suffix(".json")?;
    // Each number has one spelling: `player-01.json` is not a player's file.
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

#[cfg(test)]
mod tests;
