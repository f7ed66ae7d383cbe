//! One server or relay: a child process of the tool, or a server that is already running.

use std::net::{SocketAddr, ToSocketAddrs};

use anyhow::{Context, Result};

use crate::server::child::ChildServer;
use crate::system::usage::ProcessUsage;

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    /// Unknown for a running server without `--pid`.
    pid: Option<u32>,
    /// The process, if the tool has started it.
    child: Option<ChildServer>,
}

impl Server {
    /// Finds a running server by its URL.
    ///
    /// # Errors
    ///
    /// If the URL is not `http://HOST:PORT`, or the host is unknown.
    pub fn find(url: &str, pid: Option<u32>) -> Result<Self> {
        Ok(Self { address: resolve(url)?, pid, child: None })
    }

    /// The process, if the tool has started it.
    pub fn child_mut(&mut self) -> Option<&mut ChildServer> {
        self.child.as_mut()
    }

    /// Takes the process, if the tool has started it.
    pub fn take_child(&mut self) -> Option<ChildServer> {
        self.child.take()
    }

    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The CPU time and memory of its process so far. Returns `None` if the process id is unknown.
    ///
    /// # Errors
    ///
    /// If the process has ended.
    pub fn usage(&self) -> Result<Option<ProcessUsage>> {
        self.pid.map(ProcessUsage::read).transpose().context("the server has ended")
    }
}

impl From<ChildServer> for Server {
    fn from(child: ChildServer) -> Self {
        Self { address: child.address(), pid: Some(child.pid()), child: Some(child) }
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
