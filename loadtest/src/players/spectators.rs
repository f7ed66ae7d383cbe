//! The spectators of a run.
//!
//! Spectators run in a separate thread. At a fixed rate of moves this thread runs only while its core is idle, so
//! that the reading of thousands of spectators does not add to the measured times of the players.

use std::net::SocketAddr;
use std::rc::Rc;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use fastrand::Rng;
use ikibuguzo_protocol::GameId;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{LocalSet, spawn_local};

use crate::net::socket::Socket;
use crate::players::connection::PlayerConnection;
use crate::players::participant::Assignment;
use crate::players::run_state::RunState;
use crate::players::slots::{GameSlots, MoveTiming};
use crate::results::stats::{CheckTotals, Stats};
use crate::server::placement::Placement;
use crate::system::cpu::run_thread_when_idle;

/// The options of the spectators.
#[derive(Clone, Debug)]
pub struct SpectatorOptions {
    /// The address of each node.
    pub nodes: Vec<SocketAddr>,
    /// The rule by which spectators are placed on the nodes.
    pub placement: Placement,
    /// The games, each with the number of its pair of players.
    pub games: Vec<(usize, GameId)>,
    /// Spectators of each game.
    pub per_game: u32,
    /// Every n-th board is compared.
    pub compare_every: u32,
    /// Whether the spectators' thread runs only while its core is idle.
    pub run_when_idle: bool,
    /// The seed of the random generator.
    pub seed: u64,
}

/// The thread of the spectators.
#[derive(Debug)]
pub struct Spectators {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<Result<CheckTotals>>,
}

impl Spectators {
    /// Connects all spectators.
    ///
    /// # Errors
    ///
    /// If a spectator cannot connect.
    pub async fn connect(options: SpectatorOptions) -> Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (connected, all_connected) = oneshot::channel();
        let watch = move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            LocalSet::new().block_on(&runtime, watch(options, connected, stopped))
        };
        let thread = thread::Builder::new().name("spectators".to_owned()).spawn(watch)?;
        let spectators = Self { stop, thread };
        match all_connected.await {
            Ok(()) => Ok(spectators),
            Err(_) => spectators.stop().and(Err(anyhow!("the spectators' thread has ended"))),
        }
    }

    /// Stops the thread and returns the results of its checks.
    ///
    /// # Errors
    ///
    /// If a spectator could not connect.
    pub fn stop(self) -> Result<CheckTotals> {
        // This fails if the thread has ended already.
        let _ = self.stop.send(());
        self.thread.join().map_err(|_| anyhow!("the spectators' thread has panicked"))?
    }
}

async fn watch(
    options: SpectatorOptions,
    connected: oneshot::Sender<()>,
    stopped: oneshot::Receiver<()>,
) -> Result<CheckTotals> {
    if options.run_when_idle {
        run_thread_when_idle();
    }
    let slots = GameSlots::new(0, 0, MoveTiming::Immediate);
    let run = Rc::new(RunState { slots, stats: Stats::new(None), compare_every: options.compare_every });
    connect_all(&options, &run).await?;
    // If the receiver is gone, `stopped` is closed too.
    let _ = connected.send(());
    let _ = stopped.await;
    Ok(run.stats.check_totals())
}

async fn connect_all(options: &SpectatorOptions, run: &Rc<RunState>) -> Result<()> {
    let mut rng = Rng::with_seed(options.seed);
    for (pair, game) in &options.games {
        for spectator in 0..options.per_game as usize {
            // Members 0 and 1 are the players.
            let address = options.nodes[options.placement.node_of(*pair, 2 + spectator)];
            let socket = Socket::connect(address, None).await.context("cannot open a socket")?;
            let assignment =
                Assignment { series: Rc::default(), game: *game, id_prefix: 's', rng: rng.fork() };
            spawn_local(PlayerConnection::new(Rc::clone(run), socket, vec![assignment]).run());
        }
    }
    Ok(())
}
