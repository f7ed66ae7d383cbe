//! A server or relay that the tool starts as a child process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::args::Target;

/// Sockets that the server allows in addition to those of the load.
const SPARE_SOCKETS: usize = 64;

/// The room limit of the server. A room is kept for a minute after its game, and hundreds of games end each second.
const MAX_ROOMS: &str = "1000000";

/// The program of the servers, and the options with which each is started.
#[derive(Clone, Debug)]
pub struct ServerProgram {
    path: PathBuf,
    database_url: String,
    bus: Option<String>,
    max_sockets: usize,
}

/// A child process that listens on a port. Dropping it kills the process.
#[derive(Debug)]
pub struct ChildServer {
    process: KillOnDrop,
    address: SocketAddr,
}

/// A child process that is killed when this is dropped.
#[derive(Debug)]
struct KillOnDrop(Child);

impl ServerProgram {
    /// Creates the program of servers for this number of sockets. Defaults: the program next to this one, and a SQLite
    /// file in the folder.
    ///
    /// # Errors
    ///
    /// If the path of this program is unknown.
    pub fn new(target: &Target, folder: &Path, sockets: usize) -> Result<Self> {
        let temporary = || format!("sqlite://{}", folder.join("games.db").display());
        Ok(Self {
            path: target.server.clone().map_or_else(default_program, Ok)?,
            database_url: target.database_url.clone().unwrap_or_else(temporary),
            bus: target.bus.clone(),
            max_sockets: sockets + SPARE_SOCKETS,
        })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        let sockets = self.max_sockets.to_string();
        command
            .args(["--listen", "127.0.0.1:0", "--database-url", &self.database_url])
            .args(["--max-sockets", &sockets, "--max-sockets-per-address", &sockets])
            .args(["--requests-per-second", "0", "--max-rooms", MAX_ROOMS]);
        if let Some(bus) = &self.bus {
            command.args(["--bus", bus]);
        }
        command
    }
}

impl ChildServer {
    /// Starts a server.
    ///
    /// # Errors
    ///
    /// If the server cannot be started, or ends before it listens.
    pub fn start(program: &ServerProgram) -> Result<Self> {
        Self::spawn(&mut program.command())
    }

    /// Starts this program as a relay.
    ///
    /// # Errors
    ///
    /// If the relay cannot be started.
    pub fn start_relay() -> Result<Self> {
        Self::spawn(Command::new(this_program()?).arg("relay"))
    }

    fn spawn(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        let child = command.stdout(Stdio::piped()).spawn();
        let child = child.with_context(|| format!("cannot start {}", program.display()))?;
        let mut process = KillOnDrop(child);
        let line = read_first_line(&mut process.0).context("the server ended before it listened")?;
        let address = parse_address(&line).context("the server ended before it listened")?;
        Ok(Self { process, address })
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The id of the process.
    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// Kills the process with SIGKILL. Does not wait until it has ended.
    ///
    /// # Errors
    ///
    /// If the process cannot be killed.
    pub fn kill(&mut self) -> Result<()> {
        self.process.0.kill().context("cannot kill a server")
    }

    /// Stops the process with SIGTERM, and waits until it has ended.
    ///
    /// # Errors
    ///
    /// If the signal cannot be sent, or the process did not end with success.
    pub fn terminate(mut self) -> Result<()> {
        let kill = format!("kill -TERM {}", self.pid());
        let sent = Command::new("sh").args(["-c", &kill]).status().context("cannot run sh")?;
        ensure!(sent.success(), "cannot send SIGTERM to a server");
        let status = self.process.0.wait()?;
        ensure!(status.success(), "a server stopped with {status}");
        Ok(())
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
    fn the_bus_is_an_option_of_the_server() {
        let program = |bus: Option<&str>| ServerProgram {
            path: PathBuf::from("ikibuguzo-server"),
            database_url: "postgres://127.0.0.1/games".to_owned(),
            bus: bus.map(str::to_owned),
            max_sockets: 64,
        };
        let arguments = |bus| format!("{:?}", program(bus).command().get_args().collect::<Vec<_>>());
        assert!(arguments(Some("nats://127.0.0.1:4222")).contains(r#""--bus", "nats://127.0.0.1:4222""#));
        assert!(!arguments(None).contains("--bus"));
    }

    #[test]
    fn the_address_is_read_from_the_first_line() {
        let line = "ikibuguzo is at http://127.0.0.1:41234 and keeps its games in sqlite://games.db\n";
        assert_eq!(parse_address(line), Some(SocketAddr::from(([127, 0, 0, 1], 41234))));
        assert_eq!(parse_address("cannot listen\n"), None);
    }
}
