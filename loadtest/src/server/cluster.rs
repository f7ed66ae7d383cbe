//! The servers under load: one node or several on one database.

use std::net::SocketAddr;
use std::process;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::args::Target;
use crate::clock;
use crate::net::api::ApiClient;
use crate::server::child::{ChildServer, ServerProgram};
use crate::server::handle::Server;
use crate::server::metrics::ServerCounters;
use crate::server::placement::Placement;
use crate::system::cpu::{CoreTime, pin_process};
use crate::system::limits::raise_open_file_limit;
use crate::system::usage::ProcessUsage;

/// One node or several on one database.
#[derive(Debug)]
pub struct Cluster {
    nodes: Vec<Server>,
    games_on_one_node: bool,
    /// How nodes are started, if the tool starts them.
    program: Option<ServerProgram>,
    /// The core to which restarted nodes are pinned.
    server_core: Option<u32>,
    /// The folder of the temporary database, which is deleted with it.
    _folder: Option<TempDir>,
}

/// How long the restart of a node took.
#[derive(Clone, Copy, Debug)]
pub struct RestartTimes {
    /// From SIGTERM to the end of the process.
    pub stop: Duration,
    /// From the start of the new process until it listens.
    pub start: Duration,
}

impl Cluster {
    /// Starts the nodes or finds the running ones, and pins the nodes and this process to their cores.
    ///
    /// # Errors
    ///
    /// If a node cannot be started or found, or the limit of open files is too low.
    pub fn find_or_start(target: &Target, sockets: usize) -> Result<Self> {
        raise_open_file_limit(sockets)?;
        if target.url.is_empty() {
            return Self::start(target, sockets);
        }
        let nodes = find_nodes(target)?;
        if !target.no_pin {
            pin_process(process::id(), target.tool_core);
            target.pid.iter().for_each(|pid| pin_process(*pid, target.server_core));
        }
        Ok(Self::new(nodes, target))
    }

    fn start(target: &Target, sockets: usize) -> Result<Self> {
        let is_postgres = target.database_url.as_deref().is_some_and(|url| url.starts_with("postgres"));
        ensure!(
            target.nodes == 1 || is_postgres,
            "several nodes need --database-url with a Postgres database"
        );
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let program = ServerProgram::new(target, folder.path(), sockets)?;
        let start_node = |_| Ok(Server::from(ChildServer::start(&program)?));
        let nodes = start_pinned(target, || (0..target.nodes).map(start_node).collect::<Result<_>>())?;
        Ok(Self { program: Some(program), _folder: Some(folder), ..Self::new(nodes, target) })
    }

    /// Starts this program as a relay, and pins the relay and this process to their cores.
    ///
    /// # Errors
    ///
    /// If the relay cannot be started, or the limit of open files is too low.
    pub fn start_relay(target: &Target, sockets: usize) -> Result<Self> {
        let is_alone = target.url.is_empty() && target.server.is_none() && target.nodes == 1;
        ensure!(is_alone, "bare starts its own relay: omit --url, --server and --nodes");
        raise_open_file_limit(sockets)?;
        let relay = start_pinned(target, ChildServer::start_relay)?;
        Ok(Self::new(vec![relay.into()], target))
    }

    fn new(nodes: Vec<Server>, target: &Target) -> Self {
        let server_core = (!target.no_pin).then_some(target.server_core);
        let games_on_one_node = target.games_on_one_node;
        Self { nodes, games_on_one_node, program: None, server_core, _folder: None }
    }

    /// Whether the games can continue while the tool stops a node.
    pub fn can_stop_nodes(&self) -> bool {
        self.program.is_some() && self.nodes.len() > 1
    }

    /// Kills a node with SIGKILL.
    ///
    /// # Errors
    ///
    /// If the tool has not started the node.
    pub fn kill(&mut self, node: usize) -> Result<()> {
        self.nodes[node].child_mut().context("the tool has not started this node")?.kill()
    }

    /// Stops a node with SIGTERM and starts another one in its place. The new node listens on another port.
    ///
    /// # Errors
    ///
    /// If the tool has not started the node, or the node cannot be stopped or started.
    pub async fn restart(&mut self, node: usize) -> Result<RestartTimes> {
        let program = self.program.clone().context("the tool has not started this node")?;
        let child = self.nodes[node].take_child().context("the tool has not started this node")?;
        let began_at = clock::now();
        spawn_blocking(|| child.terminate()).await??;
        let stopped_at = clock::now();
        let child = spawn_blocking(move || ChildServer::start(&program)).await??;
        self.server_core.inspect(|core| pin_process(child.pid(), *core));
        self.nodes[node] = child.into();
        Ok(RestartTimes { stop: stopped_at - began_at, start: clock::now() - stopped_at })
    }

    /// The rule by which players and spectators are placed on the nodes.
    pub fn placement(&self) -> Placement {
        Placement { nodes: self.nodes.len(), games_on_one_node: self.games_on_one_node }
    }

    /// The addresses on which the nodes listen.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(Server::address).collect()
    }

    /// The time of the core to which the nodes are pinned. `None` if they are not pinned.
    ///
    /// # Errors
    ///
    /// If there is no such core.
    pub fn core_time(&self) -> Result<Option<CoreTime>> {
        self.server_core.map(CoreTime::read).transpose()
    }

    /// An HTTP client for each node.
    pub fn api_clients(&self) -> Vec<ApiClient> {
        self.nodes.iter().map(|node| ApiClient::new(node.address())).collect()
    }

    /// The CPU time and memory of each node so far. Returns `None` if a process id is unknown.
    ///
    /// # Errors
    ///
    /// If a node has ended.
    pub fn usage(&self) -> Result<Option<Vec<ProcessUsage>>> {
        self.nodes.iter().map(Server::usage).collect()
    }

    /// The sum of the counters of all nodes. Returns `None` if a node has no such counters.
    ///
    /// # Errors
    ///
    /// If a node does not answer.
    pub async fn counters(&self) -> Result<Option<ServerCounters>> {
        let mut sum = ServerCounters::default();
        for api in self.api_clients() {
            let Some(counters) = ServerCounters::fetch(&api).await? else { return Ok(None) };
            sum += counters;
        }
        Ok(Some(sum))
    }
}

/// Finds the running nodes that the options name.
fn find_nodes(target: &Target) -> Result<Vec<Server>> {
    ensure!(
        target.pid.is_empty() || target.pid.len() == target.url.len(),
        "--pid must be repeated for each --url, or omitted"
    );
    target
        .url
        .iter()
        .enumerate()
        .map(|(node, url)| Server::find(url, target.pid.get(node).copied()))
        .collect()
}

/// Starts child processes, which are pinned to the servers' core, and pins this process to its own.
fn start_pinned<T>(target: &Target, start: impl FnOnce() -> Result<T>) -> Result<T> {
    let pin_this_process = |core| {
        if !target.no_pin {
            pin_process(process::id(), core);
        }
    };
    // A child process and all its threads inherit the core of its parent.
    pin_this_process(target.server_core);
    let started = start()?;
    pin_this_process(target.tool_core);
    Ok(started)
}
