//! A server or relay that the tool starts as a child process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use tempfile::TempDir;

/// Sockets that the server allows in addition to those of the load.
const SPARE_SOCKETS: usize = 64;

/// The room limit of the server. A room is kept for a minute after its game, and hundreds of games end each second.
const MAX_ROOMS: &str = "1000000";

/// A child process that listens on a port, and its temporary database. Dropping it kills the process and deletes the
/// database.
#[derive(Debug)]
pub struct ChildServer {
    process: KillOnDrop,
    address: SocketAddr,
    _folder: Option<TempDir>,
}

/// A child process that is killed when this is dropped.
#[derive(Debug)]
struct KillOnDrop(Child);

impl ChildServer {
    /// Starts a server. Defaults: the program next to this one, and a new SQLite file in a temporary folder.
    ///
    /// # Errors
    ///
    /// The server cannot be started, or ends before it listens.
    pub fn start(program: Option<&Path>, database_url: Option<&str>, sockets: usize) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let temporary = || format!("sqlite://{}", folder.path().join("games.db").display());
        let database_url = database_url.map_or_else(temporary, str::to_owned);
        let program = program.map_or_else(default_program, |program| Ok(program.to_owned()))?;
        Self::spawn(&mut server_command(&program, &database_url, sockets + SPARE_SOCKETS), Some(folder))
    }

    /// Starts this program as a relay.
    ///
    /// # Errors
    ///
    /// The relay cannot be started.
    pub fn start_relay() -> Result<Self> {
        Self::spawn(Command::new(this_program()?).arg("relay"), None)
    }

    fn spawn(command: &mut Command, folder: Option<TempDir>) -> Result<Self> {
        let program = command.get_program().to_owned();
        let child = command.stdout(Stdio::piped()).spawn();
        let child = child.with_context(|| format!("cannot start {}", program.display()))?;
        let mut process = KillOnDrop(child);
        let line = read_first_line(&mut process.0).context("the server ended before it listened")?;
        let address = parse_address(&line).context("the server ended before it listened")?;
        Ok(Self { process, address, _folder: folder })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The id of the process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }
}

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        // Both fail only if the process has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn this_program() -> Result<PathBuf> {
    std::env::current_exe().context("cannot find the path of this program")
}

fn default_program() -> Result<PathBuf> {
    Ok(this_program()?.with_file_name("ikibuguzo-server"))
}

fn server_command(program: &Path, database_url: &str, sockets: usize) -> Command {
    let (mut command, sockets) = (Command::new(program), sockets.to_string());
    command
        .args(["--listen", "127.0.0.1:0", "--database-url", database_url])
        .args(["--max-sockets", &sockets, "--max-sockets-per-address", &sockets])
        .args(["--requests-per-second", "0", "--max-rooms", MAX_ROOMS]);
    command
}

/// Reads one line and closes the pipe. The server prints no other line.
fn read_first_line(process: &mut Child) -> Result<String> {
    let mut line = String::new();
    BufReader::new(process.stdout.take().context("no pipe")?).read_line(&mut line)?;
    Ok(line)
}

/// Finds the address in `ikibuguzo is at http://127.0.0.1:7878 and …`.
fn parse_address(line: &str) -> Option<SocketAddr> {
    line.split("http://").nth(1)?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read_from_the_first_line() {
        let line = "ikibuguzo is at http://127.0.0.1:41234 and keeps its games in sqlite://games.db\n";
        assert_eq!(parse_address(line), Some(SocketAddr::from(([127, 0, 0, 1], 41234))));
        assert_eq!(parse_address("cannot listen\n"), None);
    }
}
