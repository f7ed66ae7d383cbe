//! The server under load: started here, on a core and a database of its own, or running already.

use std::io::{BufRead, BufReader, ErrorKind};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::args::Target;
use crate::system::usage::{Usage, allow_sockets};

/// Sockets that the server is to let in beside those of the load.
const SPARE_SOCKETS: usize = 64;

/// Rooms that the server is to keep: a room stays for a minute after its game, and games end by the hundred a second.
const MAX_ROOMS: &str = "1000000";

/// A server that answers.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    pid: Option<u32>,
    _started: Option<Started>,
}

/// A program that was started here, and where its games are, if it has any; both go when this is dropped.
#[derive(Debug)]
struct Started {
    program: Child,
    _folder: Option<TempDir>,
}

impl Server {
    /// Starts the server, or finds the one that runs, and pins it and this process.
    ///
    /// # Errors
    ///
    /// Where there is no server, or so many sockets cannot be open.
    pub fn find(target: &Target, sockets: usize) -> Result<Self> {
        Self::pinned(target, sockets, || match &target.url {
            Some(url) => Ok(Self { address: address_of(url)?, pid: target.pid, _started: None }),
            None => Self::start(target, sockets),
        })
    }

    /// Starts this program as a relay instead, and pins both.
    ///
    /// # Errors
    ///
    /// Where it cannot be started, or so many sockets cannot be open.
    pub fn relay(target: &Target, sockets: usize) -> Result<Self> {
        ensure!(
            target.url.is_none() && target.server.is_none(),
            "the relay is this program: name no other server"
        );
        Self::pinned(target, sockets, || {
            let mut relay = Command::new(this_program()?);
            Self::started(relay.arg("relay"), None)
        })
    }

    fn pinned(target: &Target, sockets: usize, find: impl FnOnce() -> Result<Self>) -> Result<Self> {
        allow_sockets(sockets)?;
        let pin = |pid, core| (!target.no_pin).then(|| pin(pid, core));
        // A program starts on the core of the one that starts it, with all the threads that it will ever have.
        pin(std::process::id(), target.server_core);
        let server = find()?;
        pin(std::process::id(), target.tool_core);
        target.pid.and_then(|pid| pin(pid, target.server_core));
        Ok(server)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its process has used so far; none if we were not told which process it is.
    ///
    /// # Errors
    ///
    /// Where it has ended.
    pub fn usage(&self) -> Result<Option<Usage>> {
        self.pid.map(Usage::of).transpose().context("the server has ended")
    }

    fn start(target: &Target, sockets: usize) -> Result<Self> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let games = || format!("sqlite://{}", folder.path().join("games.db").display());
        let database = target.database_url.clone().unwrap_or_else(games);
        let path = target.server.clone().map_or_else(beside_this_program, Ok)?;
        Self::started(&mut command(&path, &database, sockets + SPARE_SOCKETS), Some(folder))
    }

    fn started(command: &mut Command, folder: Option<TempDir>) -> Result<Self> {
        let path = command.get_program().to_owned();
        let program = command
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", path.display()))?;
        let mut started = Started { program, _folder: folder };
        let line = first_line(&mut started.program).context("the server ended before it listened")?;
        let address = address_in(&line).context("the server ended before it listened")?;
        Ok(Self { address, pid: Some(started.program.id()), _started: Some(started) })
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        // A program that has ended already needs no killing.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn this_program() -> Result<PathBuf> {
    std::env::current_exe().context("this program does not know where it is")
}

fn beside_this_program() -> Result<PathBuf> {
    Ok(this_program()?.with_file_name("ikibuguzo-server"))
}

fn command(path: &Path, database: &str, sockets: usize) -> Command {
    let (mut command, sockets) = (Command::new(path), sockets.to_string());
    command.args(["--listen", "127.0.0.1:0", "--database-url", database]).args([
        "--max-sockets",
        &sockets,
        "--max-sockets-per-address",
        &sockets,
        "--requests-per-second",
        "0",
        "--max-rooms",
        MAX_ROOMS,
    ]);
    command
}

/// The pipe stays open inside the reader no longer than the line; the server prints no other one.
fn first_line(program: &mut Child) -> Result<String> {
    let mut line = String::new();
    BufReader::new(program.stdout.take().context("no pipe")?).read_line(&mut line)?;
    Ok(line)
}

/// The address in `ikibuguzo is at http://127.0.0.1:7878 and …`.
fn address_in(line: &str) -> Option<SocketAddr> {
    line.split("http://").nth(1)?.split_whitespace().next()?.parse().ok()
}

fn address_of(url: &str) -> Result<SocketAddr> {
    let host = url.strip_prefix("http://").with_context(|| format!("{url} is not http://HOST:PORT"))?;
    let mut addresses =
        host.trim_end_matches('/').to_socket_addrs().with_context(|| format!("no host {host}"))?;
    addresses.next().with_context(|| format!("{host} has no address"))
}

/// Pins all threads of a process to a core. Where that cannot be done, the figures are told to be of unpinned programs.
fn pin(pid: u32, core: u32) {
    let arguments = ["--all-tasks", "--cpu-list", "--pid", &core.to_string(), &pid.to_string()];
    match Command::new("taskset").args(arguments).stdout(Stdio::null()).status() {
        Ok(status) if status.success() => {}
        Ok(_) => eprintln!("ikibuguzo-loadtest: process {pid} could not be pinned to core {core}"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("ikibuguzo-loadtest: there is no taskset here: nothing is pinned");
        }
        Err(error) => eprintln!("ikibuguzo-loadtest: taskset: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_stands_in_the_first_line() {
        let line = "ikibuguzo is at http://127.0.0.1:41234 and keeps its games in sqlite://games.db\n";
        assert_eq!(address_in(line), Some(SocketAddr::from(([127, 0, 0, 1], 41234))));
        assert_eq!(address_in("cannot listen\n"), None);
    }

    #[test]
    fn a_url_names_an_address() {
        let address = address_of("http://127.0.0.1:7878/").expect("an address");
        assert_eq!(address, SocketAddr::from(([127, 0, 0, 1], 7878)));
        assert!(address_of("127.0.0.1:7878").is_err());
    }
}
