//! The thread that analyses.

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_bot::{Budget, GameAnalysis};
use ikibuguzo_store::Store;
use tokio::runtime::Handle;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::queue::{AnalysisQueue, Work};
use super::queued_game::QueuedGame;
use super::queued_position::QueuedPosition;
use super::stored::find_current_analysis;
use crate::low_priority_thread::{call_at_end, catch_panic, run_on, spawn_low_priority};
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;

/// Largest number of attempts to store an analysis while the database cannot be used.
const MAX_STORE_ATTEMPTS: u32 = 60;

/// The pause between two attempts.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(10);

/// What the thread works with.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisWorker {
    /// The games and positions to analyse.
    pub(crate) queue: AnalysisQueue,
    /// Stores the analyses of games.
    pub(crate) store: Store,
    /// Counts stored analyses.
    pub(crate) metrics: Arc<Metrics>,
    /// Logs failures of the database.
    pub(crate) database_log: DatabaseLog,
}

impl AnalysisWorker {
    /// Starts the thread. It ends between two turns when connections are closed.
    pub(crate) fn start(self, closing: CancellationToken) {
        let (queue, runtime) = (self.queue.clone(), Handle::current());
        spawn_low_priority("analysis", move || self.run(&runtime));
        call_at_end(closing, move || queue.close());
    }

    fn run(&self, runtime: &Handle) {
        while let Some(work) = self.queue.pop() {
            match work {
                Work::Position(position) => analyse_position(position),
                Work::Game(game) => self.serve_game(game, runtime),
            }
        }
    }

    fn serve_game(&self, game: Arc<QueuedGame>, runtime: &Handle) {
        let mut is_finished = false;
        catch_panic(|| is_finished = !self.is_stored(&game, runtime) && self.analyse_game(&game));
        if is_finished {
            // On the runtime: the next game need not wait for the database.
            runtime.spawn(self.clone().store_finished(game));
        } else {
            self.queue.remove_game(game.game);
        }
    }

    /// Whether the analysis is already stored: a request before this one may have ended between the lookup and the
    /// queue.
    fn is_stored(&self, game: &QueuedGame, runtime: &Handle) -> bool {
        let (store, game) = (self.store.clone(), game.game);
        let stored = run_on(runtime, async move { find_current_analysis(&store, game).await });
        stored.is_ok_and(|stored| stored.is_some())
    }

    /// Analyses a game turn by turn, and the waiting positions in between. Returns whether it came to the end.
    fn analyse_game(&self, game: &QueuedGame) -> bool {
        for turn in GameAnalysis::new(&game.recorded, Budget::of_nodes(game.nodes)) {
            game.add_turn(turn);
            if self.queue.is_closed() {
                return false;
            }
            // Positions that arrive meanwhile wait for the end of the next turn: the game must go on.
            self.queue.take_positions().into_iter().for_each(analyse_position);
        }
        true
    }

    /// Stores an analysis. While the database cannot be used, it tries again for ten minutes; then the analysis has to
    /// be requested again.
    async fn store_finished(self, game: Arc<QueuedGame>) {
        let analysis = game.analysis();
        for _ in 0..MAX_STORE_ATTEMPTS {
            let stored = self.store.store_analysis(&analysis).await;
            if let Err(error) = stored {
                self.database_log.failed(&error);
                sleep(STORE_RETRY_DELAY).await;
                continue;
            }
            self.queue.remove_game(game.game);
            self.metrics.analyses.inc();
            return;
        }
        self.queue.remove_game(game.game);
    }
}

/// Analyses a position. A panic loses only its answer.
fn analyse_position(position: QueuedPosition) {
    catch_panic(|| position.analyse());
}
