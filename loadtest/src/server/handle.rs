//! The server under load: a child process of the tool, or a server that is already running.

use std::net::{SocketAddr, ToSocketAddrs};

use anyhow::{Context, Result, ensure};

use crate::args::Target;
use crate::server::child::ChildServer;
use crate::system::cpu::pin_process;
use crate::system::limits::raise_open_file_limit;
use crate::system::usage::ProcessUsage;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    /// Unknown for a running server without `--pid`.
    pid: Option<u32>,
    /// Keeps the child process alive.
    _child: Option<ChildServer>,
}

impl Server {
    /// Starts a server or finds the running one, and pins the server and this process to their cores.
    ///
    /// # Errors
    ///
    /// The server cannot be started or found, or the limit of open files is too low.
    pub fn find_or_start(target: &Target, sockets: usize) -> Result<Self> {
        Self::pinned(target, sockets, || match &target.url {
            Some(url) => Ok(Self { address: resolve(url)?, pid: target.pid, _child: None }),
            None => {
                let (program, database_url) = (target.server.as_deref(), target.database_url.as_deref());
                Ok(Self::of_child(ChildServer::start(program, database_url, sockets)?))
            }
        })
    }

    /// Starts this program as a relay, and pins the relay and this process to their cores.
    ///
    /// # Errors
    ///
    /// The relay cannot be started, or the limit of open files is too low.
    pub fn start_relay(target: &Target, sockets: usize) -> Result<Self> {
        ensure!(
            target.url.is_none() && target.server.is_none(),
            "bare starts its own relay: omit --url and --server"
        );
        Self::pinned(target, sockets, || Ok(Self::of_child(ChildServer::start_relay()?)))
    }

    fn of_child(child: ChildServer) -> Self {
        Self { address: child.address(), pid: Some(child.pid()), _child: Some(child) }
    }

    fn pinned(target: &Target, sockets: usize, find: impl FnOnce() -> Result<Self>) -> Result<Self> {
        raise_open_file_limit(sockets)?;
        let pin = |pid, core| (!target.no_pin).then(|| pin_process(pid, core));
        // A child process and all its threads inherit the core of its parent.
        pin(std::process::id(), target.server_core);
        let server = find()?;
        pin(std::process::id(), target.tool_core);
        target.pid.and_then(|pid| pin(pid, target.server_core));
        Ok(server)
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The CPU time and memory of its process so far. Returns `None` if the process id is unknown.
    ///
    /// # Errors
    ///
    /// The process has ended.
    pub fn usage(&self) -> Result<Option<ProcessUsage>> {
        self.pid.map(ProcessUsage::of).transpose().context("the server has ended")
    }
}

fn resolve(url: &str) -> Result<SocketAddr> {
    let host = url.strip_prefix("http://").with_context(|| format!("{url} is not http://HOST:PORT"))?;
    let mut addresses =
        host.trim_end_matches('/').to_socket_addrs().with_context(|| format!("cannot resolve {host}"))?;
    addresses.next().with_context(|| format!("{host} has no address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_resolved_to_an_address() {
        let address = resolve("http://127.0.0.1:7878/").expect("an address");
        assert_eq!(address, SocketAddr::from(([127, 0, 0, 1], 7878)));
        assert!(resolve("127.0.0.1:7878").is_err());
    }
}
