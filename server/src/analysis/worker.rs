//! The thread that analyses.

use std::sync::Arc;

use ikibuguzo_bot::{Budget, GameAnalysis};
use ikibuguzo_store::Store;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use super::kept::find_current_analysis;
use super::queue::{AnalysisQueue, Work};
use super::queued_game::QueuedGame;
use crate::low_priority_thread::{call_at_end, catch_panic, spawn_low_priority};
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;

/// What the thread works with.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisWorker {
    /// What it works out.
    pub(crate) queue: AnalysisQueue,
    /// Keeps the analyses of games.
    pub(crate) store: Store,
    /// Counts them.
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
                Work::Position(position) => catch_panic(|| position.analyse()),
                Work::Game(game) => {
                    catch_panic(|| self.analyse_and_keep(&game, runtime));
                    self.queue.remove_game(game.game);
                }
            }
        }
    }

    fn analyse_and_keep(&self, game: &QueuedGame, runtime: &Handle) {
        if !self.is_kept(game, runtime) && self.analyse_game(game) {
            self.keep(game, runtime);
        }
    }

    /// Whether the analysis is kept already: a request before this one has ended between the lookup and the queue.
    fn is_kept(&self, game: &QueuedGame, runtime: &Handle) -> bool {
        let kept = runtime.block_on(find_current_analysis(&self.store, game.game));
        kept.is_ok_and(|kept| kept.is_some())
    }

    /// Analyses a game turn by turn, and positions in between. Returns whether it came to the end.
    fn analyse_game(&self, game: &QueuedGame) -> bool {
        for turn in GameAnalysis::new(&game.recorded, Budget::of_nodes(game.nodes)) {
            game.add_turn(turn);
            if self.queue.is_closed() {
                return false;
            }
            while let Some(position) = self.queue.pop_position() {
                position.analyse();
            }
        }
        true
    }

    /// Stores an analysis. If the database cannot be used, it has to be asked for again.
    fn keep(&self, game: &QueuedGame, runtime: &Handle) {
        match runtime.block_on(self.store.keep_analysis(&game.progress())) {
            Ok(()) => {
                self.metrics.analyses.inc();
            }
            Err(error) => self.database_log.failed(&error),
        }
    }
}
