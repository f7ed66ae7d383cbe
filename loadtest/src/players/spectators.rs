//! Those who only watch. They have a thread of their own, and on one core it gives way to the players': what a
//! thousand spectators read must not be measured as what a player waits.

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
use crate::players::connection::Player;
use crate::players::participant::{Place, World};
use crate::players::slots::{Hall, Pace};
use crate::results::stats::{CheckTotals, Stats};
use crate::system::cpu::run_thread_when_idle;

/// Who watches what, and how closely.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The games.
    pub games: Vec<GameId>,
    /// Spectators of each of them.
    pub spectators: u32,
    /// One board in so many is compared.
    pub check_one_in: u32,
    /// Whether the spectators read only while no player has anything to do.
    pub gives_way: bool,
    /// What is drawn at random.
    pub seed: u64,
}

/// The spectators of a run; they watch until they are asked what they have seen.
#[derive(Debug)]
pub struct Audience {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<Result<CheckTotals>>,
}

impl Audience {
    /// Lets the spectators in, and waits until all of them have said hello.
    ///
    /// # Errors
    ///
    /// Where one of them is not welcome.
    pub async fn enter(address: SocketAddr, seats: Seats) -> Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (inside, all_inside) = oneshot::channel();
        let watch = move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            LocalSet::new().block_on(&runtime, watch(address, seats, inside, stopped))
        };
        let thread = thread::Builder::new().name("audience".to_owned()).spawn(watch)?;
        let audience = Self { stop, thread };
        match all_inside.await {
            Ok(()) => Ok(audience),
            Err(_) => audience.leave().and(Err(anyhow!("the spectators have gone"))),
        }
    }

    /// Sends the spectators home.
    ///
    /// # Errors
    ///
    /// Where they could not even sit down.
    pub fn leave(self) -> Result<CheckTotals> {
        // They may have gone already.
        let _ = self.stop.send(());
        self.thread.join().map_err(|_| anyhow!("the spectators have panicked"))?
    }
}

async fn watch(
    address: SocketAddr,
    seats: Seats,
    inside: oneshot::Sender<()>,
    stopped: oneshot::Receiver<()>,
) -> Result<CheckTotals> {
    if seats.gives_way {
        run_thread_when_idle();
    }
    let world = Rc::new(World {
        hall: Hall::new(0, 0, Pace::Closed),
        stats: Stats::new(None),
        check_one_in: seats.check_one_in,
    });
    let mut chance = Rng::with_seed(seats.seed);
    for game in seats.games {
        for _ in 0..seats.spectators {
            let socket = Socket::connect(address, None).await.context("a socket could not be opened")?;
            let place = Place { table: Rc::default(), game, mark: 's', chance: chance.fork() };
            spawn_local(Player::new(Rc::clone(&world), socket, vec![place]).run());
        }
    }
    // Whoever waits for that may be gone, and then we are stopped too.
    let _ = inside.send(());
    let _ = stopped.await;
    Ok(world.stats.check_totals())
}
