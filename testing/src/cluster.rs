use std::net::SocketAddr;
use std::path::Path;

use crate::free_port::free_address;
use crate::{HttpClient, LinkProxy, NatsProxy, NatsServer, ServerCommand, ServerProcess, TestDatabase};

/// Servers on one Postgres database that send each other events over one NATS server.
pub struct Cluster {
    /// The database.
    pub database: TestDatabase,
    /// The NATS server.
    pub nats: NatsServer,
    /// The servers.
    pub nodes: Vec<Node>,
}

/// One server of a [`Cluster`], behind its own proxies. It keeps its address over restarts.
pub struct Node {
    /// The link to the database.
    pub database: LinkProxy,
    /// The link to the NATS server.
    pub bus: LinkProxy,
    /// The proxy of its messages to the NATS server and back.
    pub messages: NatsProxy,
    address: SocketAddr,
    database_url: String,
    command: ServerCommand,
    process: Option<ServerProcess>,
}

impl Cluster {
    /// Starts this many servers with the program at this path. Their logs go to files in a folder.
    ///
    /// # Panics
    ///
    /// Panics if no Postgres is configured, or no NATS server is installed.
    pub async fn start(program: &str, count: usize, logs: &Path) -> Self {
        let database = TestDatabase::new().await;
        let nats = NatsServer::start().await;
        let mut nodes = Vec::new();
        for number in 0..count {
            let command = ServerCommand::new(program).log_file(&logs.join(format!("node-{number}.log")));
            nodes.push(Node::start_first(command, &database, &nats, number as u64).await);
        }
        Self { database, nats, nodes }
    }

    /// The addresses of the servers.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(Node::address).collect()
    }
}

impl Node {
    async fn start_first(
        command: ServerCommand,
        database: &TestDatabase,
        nats: &NatsServer,
        seed: u64,
    ) -> Self {
        let link = LinkProxy::start(database.postgres_address()).await;
        let bus = LinkProxy::start(nats.address()).await;
        let messages = NatsProxy::start(bus.address, seed).await;
        let address = free_address();
        let command = command
            .listen(address)
            .option(&format!("--bus=nats://{}", messages.address))
            .option("--requests-per-second=0");
        let database_url = database.url_through(link.address);
        let process = command.spawn_at(&database_url).await;
        Self { database: link, bus, messages, address, database_url, command, process: Some(process) }
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A client of its HTTP API.
    pub fn http(&self) -> HttpClient {
        HttpClient::new(self.address)
    }

    /// Its process; none after it was killed.
    pub fn process(&self) -> Option<&ServerProcess> {
        self.process.as_ref()
    }

    /// Kills its process with SIGKILL, if it has one.
    pub async fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().await;
        }
    }

    /// Starts a process and waits until it listens. A shell command may run in it first.
    pub async fn start(&mut self, shell_setup: Option<&str>) {
        let command = self.command.clone();
        let command = match shell_setup {
            Some(setup) => command.shell_setup(setup),
            None => command,
        };
        self.process = Some(command.spawn_at(&self.database_url).await);
    }
}
