use std::net::SocketAddr;
use std::time::Duration;

use ikibuguzo_protocol::{GameId, Timestamp};
use ikibuguzo_testing::clock_check::{DeadTime, DeadTimes, Death};
use ikibuguzo_testing::{Cluster, Link, MessageFaults, fake_time_setup, machine_time, within};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::NODES;
use crate::fault::{Fault, Refusal};
use crate::forger::Forger;
use crate::imported_game::ImportedGame;
use crate::plan::Step;
use crate::refused_writes;
use crate::rewound_game::lose_newest_entry;

/// How far the clock of a node is off.
const CLOCK_OFFSET: &str = "+5s";

/// How long before the end of a refusal a write may have begun that succeeds, in milliseconds. It counts from its beginning.
const WRITE_TIME: Duration = Duration::from_millis(400);

/// The longest that a node may take to say whether it is ready.
const READY_TIMEOUT: Duration = Duration::from_millis(500);

/// How often a node is asked whether it is ready.
const READY_PERIOD: Duration = Duration::from_millis(20);

/// Makes faults in a cluster and notes when each node was dead.
pub(crate) struct Injector<'a> {
    cluster: &'a mut Cluster,
    times: Vec<DeadTime>,
    /// The dead time of each node that has not ended, by its process and by its link to the database.
    open: [[Option<usize>; 2]; NODES],
    links: [Link; NODES],
    /// Whether the database refuses every write.
    is_refusing: bool,
    is_stopped: [bool; NODES],
    /// Nodes to be started as soon as they can reach the database, with the shell command that runs first.
    waiting: [Option<Option<String>>; NODES],
    becoming_ready: JoinSet<(usize, Timestamp)>,
    /// The game of which the database loses entries.
    rewound: GameId,
    /// The number of the round.
    round: usize,
    forger: Option<Forger>,
    imported: Option<ImportedGame>,
    pub(crate) counts: FaultCounts,
}

/// How many faults were made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FaultCounts {
    pub(crate) kills: usize,
    pub(crate) stops: usize,
    pub(crate) database: usize,
    pub(crate) bus: usize,
    pub(crate) clocks: usize,
    pub(crate) refused_writes: usize,
    pub(crate) lost_entries: usize,
    pub(crate) imports: usize,
}

/// What can be dead of a node.
#[derive(Clone, Copy)]
enum Part {
    Process,
    Link,
}

impl<'a> Injector<'a> {
    /// Entries are lost of the game `rewound`. The number of the round names what is imported.
    pub(crate) fn new(cluster: &'a mut Cluster, rewound: GameId, round: usize) -> Self {
        Self {
            cluster,
            times: Vec::new(),
            open: [[None; 2]; NODES],
            links: [Link::Open; NODES],
            is_refusing: false,
            is_stopped: [false; NODES],
            waiting: [const { None }; NODES],
            becoming_ready: JoinSet::new(),
            rewound,
            round,
            forger: None,
            imported: None,
            counts: FaultCounts::default(),
        }
    }

    pub(crate) async fn make(&mut self, step: Step) {
        match step {
            Step::Begin(fault) => self.begin(fault).await,
            Step::End(fault) => self.end(fault).await,
        }
        self.start_waiting().await;
    }

    /// Waits until all nodes are ready and everything is imported. Returns when each node was dead, and a sentence for each
    /// violation.
    pub(crate) async fn finish(mut self) -> (DeadTimes, Vec<String>) {
        while let Some(ready) = self.becoming_ready.join_next().await {
            let (time, until) = ready.expect("no panic");
            self.times[time].until = until;
        }
        let violations = match self.imported {
            Some(imported) => imported.check(self.cluster).await,
            None => Vec::new(),
        };
        (DeadTimes { nodes: self.cluster.addresses(), times: self.times, pauses: Vec::new() }, violations)
    }

    async fn begin(&mut self, fault: Fault) {
        match fault {
            Fault::Kill(node) => self.kill(node).await,
            Fault::Stop(node) => self.stop(node),
            Fault::Clock(node) => {
                self.counts.clocks += 1;
                self.kill(node).await;
                self.waiting[node] = Some(fake_time_setup(CLOCK_OFFSET));
            }
            Fault::Database(node, link) => self.cut_database(node, link),
            Fault::DatabaseOfAll(link) => (0..NODES).for_each(|node| self.cut_database(node, link)),
            Fault::RefusedWrites(refusal) => self.refuse_writes(refusal).await,
            Fault::LostEntry => {
                self.counts.lost_entries += 1;
                lose_newest_entry(&self.cluster.database, self.rewound).await;
            }
            Fault::Import => {
                self.counts.imports += 1;
                self.imported = Some(ImportedGame::start(&self.cluster.database, self.round));
            }
            _ => self.begin_on_bus(fault).await,
        }
    }

    async fn begin_on_bus(&mut self, fault: Fault) {
        self.counts.bus += 1;
        match fault {
            Fault::Bus(node, link) => self.cluster.nodes[node].bus.set(link),
            Fault::Messages(faults) => self.cluster.nodes.iter().for_each(|node| node.messages.set(faults)),
            Fault::ForgedMessages => {
                self.forger = Some(Forger::start(self.cluster.nats.address(), self.round as u64));
            }
            _ => self.cluster.nats.kill().await,
        }
    }

    async fn end(&mut self, fault: Fault) {
        match fault {
            Fault::Kill(node) => self.waiting[node] = Some(None),
            Fault::Stop(node) => self.continue_stopped(node),
            Fault::Clock(node) => {
                self.kill(node).await;
                self.waiting[node] = Some(None);
            }
            Fault::Database(node, _) => self.restore_database(node),
            Fault::DatabaseOfAll(_) => (0..NODES).for_each(|node| self.restore_database(node)),
            Fault::RefusedWrites(_) => self.take_writes().await,
            // An entry that was lost does not come back, and an import ends by itself.
            Fault::LostEntry | Fault::Import => {}
            Fault::ForgedMessages => self.forger = None,
            Fault::NatsServer => self.cluster.nats.start_again().await,
            Fault::Bus(node, _) => self.cluster.nodes[node].bus.set(Link::Open),
            Fault::Messages(_) => {
                self.cluster.nodes.iter().for_each(|node| node.messages.set(MessageFaults::default()));
            }
        }
    }

    /// Stops a node, unless it still waits to be started.
    fn stop(&mut self, node: usize) {
        let from = machine_time();
        let Some(process) = self.cluster.nodes[node].process() else { return };
        process.freeze();
        self.counts.stops += 1;
        self.is_stopped[node] = true;
        self.note_death(node, Part::Process, Death::Silenced, from);
    }

    fn continue_stopped(&mut self, node: usize) {
        if let (true, Some(process)) = (self.is_stopped[node], self.cluster.nodes[node].process()) {
            process.unfreeze();
            self.is_stopped[node] = false;
            self.note_lift(node, Part::Process);
        }
    }

    async fn kill(&mut self, node: usize) {
        // A node that still waits to be started stays dead.
        self.waiting[node] = None;
        if self.cluster.nodes[node].process().is_some() {
            self.counts.kills += 1;
            self.note_death(node, Part::Process, Death::Killed, machine_time());
            self.cluster.nodes[node].kill().await;
        }
    }

    /// Starts the nodes that wait for it and can reach the database.
    async fn start_waiting(&mut self) {
        for node in 0..NODES {
            let can_start = self.links[node] == Link::Open && !self.is_refusing;
            if let Some(setup) = self.waiting[node].take_if(|_| can_start) {
                let lifted = machine_time();
                self.cluster.nodes[node].start(setup.as_deref()).await;
                self.note_lift_at(node, Part::Process, lifted);
            }
        }
    }

    fn cut_database(&mut self, node: usize, link: Link) {
        self.counts.database += 1;
        self.note_death(node, Part::Link, Death::Silenced, machine_time());
        self.links[node] = link;
        self.cluster.nodes[node].database.set(link);
    }

    fn restore_database(&mut self, node: usize) {
        self.links[node] = Link::Open;
        self.cluster.nodes[node].database.set(Link::Open);
        self.note_lift(node, Part::Link);
    }

    async fn refuse_writes(&mut self, refusal: Refusal) {
        self.counts.refused_writes += 1;
        self.is_refusing = true;
        refused_writes::refuse(&self.cluster.database, refusal).await;
        (0..NODES).for_each(|node| self.note_death(node, Part::Link, Death::Silenced, machine_time()));
    }

    async fn take_writes(&mut self) {
        let lifted = machine_time() - WRITE_TIME;
        refused_writes::take(&self.cluster.database).await;
        self.is_refusing = false;
        (0..NODES).for_each(|node| self.note_lift_at(node, Part::Link, lifted));
    }

    fn note_death(&mut self, node: usize, part: Part, death: Death, from: Timestamp) {
        self.open[node][part as usize] = Some(self.times.len());
        let address = self.cluster.nodes[node].address();
        let time = DeadTime { node: address, death, from, lifted: Timestamp::MAX, until: Timestamp::MAX };
        self.times.push(time);
    }

    fn note_lift(&mut self, node: usize, part: Part) {
        self.note_lift_at(node, part, machine_time());
    }

    /// Notes that a fault has ended, and when the node is ready again.
    fn note_lift_at(&mut self, node: usize, part: Part, lifted: Timestamp) {
        let time = self.open[node][part as usize].take().expect("the node was dead");
        self.times[time].lifted = lifted;
        let address = self.cluster.nodes[node].address();
        self.becoming_ready.spawn(async move { (time, wait_until_ready(address).await) });
    }
}

/// Waits until a node takes commands, and returns the time.
async fn wait_until_ready(address: SocketAddr) -> Timestamp {
    let ready = async {
        while !is_ready(address).await {
            sleep(READY_PERIOD).await;
        }
    };
    within("the recovery of a node", ready).await;
    machine_time()
}

async fn is_ready(address: SocketAddr) -> bool {
    timeout(READY_TIMEOUT, ask_ready(address)).await.is_ok_and(|answer| answer.is_ok_and(|ready| ready))
}

async fn ask_ready(address: SocketAddr) -> std::io::Result<bool> {
    let mut socket = TcpStream::connect(address).await?;
    socket.write_all(b"GET /readyz HTTP/1.0\r\n\r\n").await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    Ok(answer.split(' ').nth(1) == Some("200"))
}
