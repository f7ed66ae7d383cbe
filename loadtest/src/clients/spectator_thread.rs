//! The thread of the spectators that reconnect.
//!
//! It runs only while its core is idle: the return of thousands of spectators at once must not add to the measured
//! times of the players.

use std::rc::Rc;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow};
use ikibuguzo_protocol::GameId;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::LocalSet;

use crate::args::PacedOptions;
use crate::clients::creation::create_spectators;
use crate::clients::node_list::NodeList;
use crate::clients::shared_state::{ClientProgress, ClientsState};
use crate::results::interruptions::InterruptionTotals;
use crate::server::placement::Placement;
use crate::system::cpu::run_thread_when_idle;

/// The thread of the spectators.
#[derive(Debug)]
pub struct SpectatorThread {
    stop: oneshot::Sender<()>,
    handle: JoinHandle<Result<SpectatorResults>>,
}

/// What the spectators have received.
#[derive(Debug)]
pub struct SpectatorResults {
    /// Their counts and times.
    pub totals: InterruptionTotals,
    /// The progress of each of them.
    pub progress: Vec<ClientProgress>,
}

impl SpectatorThread {
    /// Connects all spectators of the games.
    ///
    /// # Errors
    ///
    /// If a spectator cannot connect.
    pub async fn start(
        nodes: Arc<NodeList>,
        placement: Placement,
        options: PacedOptions,
        games: Vec<GameId>,
    ) -> Result<Self> {
        let (stop, stopped) = oneshot::channel();
        let (ready, all_ready) = oneshot::channel();
        let watch = move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            LocalSet::new().block_on(&runtime, async {
                let state = Rc::new(ClientsState::new(nodes, options.check_one_in));
                create_spectators(&state, placement, &options, &games).await?;
                Ok(watch_until(&state, ready, stopped).await)
            })
        };
        let handle = thread::Builder::new().name("spectators".to_owned()).spawn(watch)?;
        let spectators = Self { stop, handle };
        match all_ready.await {
            Ok(()) => Ok(spectators),
            Err(_) => {
                Err(spectators.stop().err().unwrap_or_else(|| anyhow!("the spectators' thread has ended")))
            }
        }
    }

    /// Stops the thread and returns what the spectators have received.
    ///
    /// # Errors
    ///
    /// If a spectator could not connect.
    pub fn stop(self) -> Result<SpectatorResults> {
        // This fails if the thread has ended already.
        let _ = self.stop.send(());
        self.handle.join().map_err(|_| anyhow!("the spectators' thread has panicked"))?
    }
}

async fn watch_until(
    state: &ClientsState,
    ready: oneshot::Sender<()>,
    stopped: oneshot::Receiver<()>,
) -> SpectatorResults {
    run_thread_when_idle();
    // If the receiver is gone, `stopped` is closed too.
    let _ = ready.send(());
    let _ = stopped.await;
    SpectatorResults { totals: state.stats.totals(), progress: state.progress() }
}
