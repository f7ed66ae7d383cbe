//! A run of reconnecting clients: its start, and the checks at its end.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_protocol::{Event, GameId, TimeControl};
use tokio::time::{sleep, timeout};

use crate::args::PacedOptions;
use crate::clients::creation::create_clients;
use crate::clients::node_list::NodeList;
use crate::clients::shared_state::{ClientProgress, ClientsState};
use crate::clients::stored_events::read_events;
use crate::clock;
use crate::net::api::ApiClient;
use crate::results::interruptions::RunPhase;
use crate::results::report::{BeforeAfter, OutageMeasurement};
use crate::server::cluster::Cluster;
use crate::system::usage::ProcessUsage;

/// The longest time until the last moves are answered and delivered.
const LAST_EVENTS_TIMEOUT: Duration = Duration::from_secs(10);

/// The interval at which a condition is checked again.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Games that are read concurrently at the end.
const CONCURRENT_READS: usize = 16;

/// A run of reconnecting clients.
#[derive(Debug)]
pub struct PacedRun {
    /// The state of the clients.
    pub state: Rc<ClientsState>,
    started_at: Instant,
    tool_before: ProcessUsage,
}

impl PacedRun {
    /// Creates the clients, and lets them play until the warm-up is over.
    ///
    /// # Errors
    ///
    /// The clients could not be created, or one could not connect.
    pub async fn start(cluster: &Cluster, options: &PacedOptions, clock: TimeControl) -> Result<Self> {
        let state = Rc::new(ClientsState::new(NodeList::new(cluster.addresses()), options.check_one_in));
        create_clients(&state, cluster, options, clock).await?;
        let started_at = clock::now();
        let run = Self { state, started_at, tool_before: ProcessUsage::of_this_process()? };
        run.state.stats.begin(RunPhase::Before);
        run.state.set_play_from(Some(started_at));
        sleep(options.warm_up).await;
        ensure!(run.state.stats.counts().errors() == 0, "there were errors before any node was stopped");
        Ok(run)
    }

    /// Waits until clients have joined again so often, and returns the time of the last one. Returns `None` if that
    /// takes too long.
    pub async fn wait_for_returns(&self, returns: u64, limit: Duration) -> Option<Instant> {
        let all_returned = async {
            while self.state.stats.counts().joined_again < returns {
                self.state.stats.wait_for_join().await;
            }
        };
        timeout(limit, all_returned).await.ok().map(|()| clock::now())
    }

    /// Stops play, waits for the last answers, and compares the stored games with what the clients have received.
    ///
    /// # Errors
    ///
    /// No node answers.
    pub async fn finish(&self, cluster: &Cluster) -> Result<OutageMeasurement> {
        self.state.set_play_from(None);
        let elapsed = clock::now() - self.started_at;
        let tool = BeforeAfter { before: self.tool_before, after: ProcessUsage::of_this_process()? };
        self.wait_for_answers().await;
        self.check_returns();
        self.check_stored_games(cluster).await?;
        Ok(OutageMeasurement { elapsed, tool, killed: None, restarts: Vec::new() })
    }

    async fn wait_for_answers(&self) {
        let stats = &self.state.stats;
        let answered = async {
            while stats.unanswered_moves() > 0
                || stats.counts().joined_again < stats.counts().lost_connections
            {
                sleep(CHECK_INTERVAL).await;
            }
        };
        if timeout(LAST_EVENTS_TIMEOUT, answered).await.is_err() && stats.unanswered_moves() > 0 {
            let count = stats.unanswered_moves();
            stats.record_other_error(&format_args!("{count} moves were not answered"));
        }
    }

    fn check_returns(&self) {
        let counts = self.state.stats.counts();
        if counts.joined_again < counts.lost_connections {
            let missing = counts.lost_connections - counts.joined_again;
            self.state.stats.record_other_error(&format_args!("{missing} clients have not joined again"));
        }
    }

    async fn check_stored_games(&self, cluster: &Cluster) -> Result<()> {
        let stored = self.read_games(&self.apis_in_service(cluster)).await?;
        let lost: usize = stored
            .iter()
            .map(|(game, events)| self.state.acknowledged.borrow().count_lost(*game, events))
            .sum();
        let is_current = async {
            while self.count_behind(&stored) > 0 {
                sleep(CHECK_INTERVAL).await;
            }
        };
        // The count below says what is missing.
        let _ = timeout(LAST_EVENTS_TIMEOUT, is_current).await;
        let behind = self.count_behind(&stored);
        self.state.stats.count(|counts| {
            counts.lost_moves += lost as u64;
            counts.clients_behind += behind as u64;
        });
        Ok(())
    }

    fn apis_in_service(&self, cluster: &Cluster) -> Vec<ApiClient> {
        let apis = cluster.api_clients().into_iter().enumerate();
        apis.filter(|(node, _)| self.state.nodes.is_in_service(*node)).map(|(_, api)| api).collect()
    }

    /// Reads every game with acknowledged moves and every game that a client follows, from the nodes in turn.
    async fn read_games(&self, apis: &[ApiClient]) -> Result<HashMap<GameId, Vec<Event>>> {
        let mut games: HashSet<GameId> = self.state.acknowledged.borrow().games().collect();
        games.extend(self.state.progress.borrow().iter().map(|progress| progress.get().game));
        let reads = games.into_iter().zip(apis.iter().cycle());
        let reads = reads.map(async |(game, api)| anyhow::Ok((game, read_events(api, game).await?.events)));
        stream::iter(reads).buffer_unordered(CONCURRENT_READS).try_collect().await
    }

    /// The number of clients that have not received the newest stored event of their game.
    fn count_behind(&self, stored: &HashMap<GameId, Vec<Event>>) -> usize {
        let is_behind = |progress: ClientProgress| {
            let newest = stored.get(&progress.game).and_then(|events| events.last());
            newest.is_some_and(|event| progress.seq < event.seq)
        };
        self.state.progress.borrow().iter().filter(|progress| is_behind(progress.get())).count()
    }
}
