//! A run of reconnecting clients: its start, and the checks at its end.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures_util::{StreamExt, TryStreamExt, stream};
use ikibuguzo_protocol::{Event, GameId, TimeControl};
use tokio::time::{sleep, timeout};

use crate::args::PacedOptions;
use crate::clients::creation::create_players;
use crate::clients::node_list::NodeList;
use crate::clients::shared_state::{ClientProgress, ClientsState};
use crate::clients::spectator_thread::{SpectatorResults, SpectatorThread};
use crate::clients::stored_events::read_events;
use crate::clock;
use crate::net::api::ApiClient;
use crate::results::interruptions::{InterruptionTotals, RunPhase};
use crate::results::report::BeforeAfter;
use crate::server::cluster::Cluster;
use crate::system::cpu::CoreTime;
use crate::system::usage::ProcessUsage;

/// The longest time until the last moves are answered and all clients have joined again.
const LAST_ANSWERS_TIMEOUT: Duration = Duration::from_secs(10);

/// The time that is given to the last events to arrive.
const LAST_EVENTS_DELAY: Duration = Duration::from_secs(2);

/// The interval at which a condition is checked again.
const CHECK_INTERVAL: Duration = Duration::from_millis(5);

/// Games that are read concurrently at the end.
const CONCURRENT_READS: usize = 16;

/// A run of reconnecting clients.
#[derive(Debug)]
pub struct PacedRun {
    /// The state of the players.
    pub state: Rc<ClientsState>,
    spectators: SpectatorThread,
    /// The number of clients.
    clients: usize,
    started_at: Instant,
    tool_before: ProcessUsage,
    core_before: Option<CoreTime>,
}

/// The results of a run.
#[derive(Debug)]
pub struct PacedResults {
    /// The time from the first move to the last one.
    pub elapsed: Duration,
    /// The usage of this process.
    pub tool: BeforeAfter<ProcessUsage>,
    /// The time of the core of the nodes, if they are pinned.
    pub server_core: Option<BeforeAfter<CoreTime>>,
    /// The counts and times.
    pub totals: InterruptionTotals,
}

impl PacedRun {
    /// Creates the clients, and lets them play until the warm-up is over.
    ///
    /// # Errors
    ///
    /// If the tool cannot stop a node, the clients could not be created, or there were errors.
    pub async fn start(cluster: &Cluster, options: &PacedOptions, clock: TimeControl) -> Result<Self> {
        ensure!(cluster.can_stop_nodes(), "this needs several nodes that the tool starts: add --nodes");
        let nodes = Arc::new(NodeList::new(cluster.addresses()));
        let state = Rc::new(ClientsState::new(Arc::clone(&nodes), options.check_one_in));
        let games = create_players(&state, cluster, options, clock).await?;
        let spectators = SpectatorThread::start(nodes, cluster.placement(), options.clone(), games).await?;
        let started_at = clock::now();
        let core_before = cluster.core_time()?;
        let tool_before = ProcessUsage::read_this_process()?;
        state.stats.begin(RunPhase::Before);
        state.set_play_from(Some(started_at));
        sleep(options.warm_up).await;
        ensure!(state.stats.counts().errors() == 0, "there were errors before a node was stopped");
        Ok(Self { state, spectators, clients: options.socket_count(), started_at, tool_before, core_before })
    }

    /// Waits until all clients have joined their game at a node in service, but not longer than `limit`.
    pub async fn wait_for_clients(&self, limit: Duration) {
        let all_joined = async {
            while self.state.nodes.joined_clients() < self.clients {
                sleep(CHECK_INTERVAL).await;
            }
        };
        // The number of clients that have not joined again is reported.
        let _ = timeout(limit, all_joined).await;
    }

    /// Waits until all clients have joined again, and all players who were to move have moved, but not longer than
    /// `limit`.
    pub async fn wait_for_recovery(&self, limit: Duration) {
        let recovered = async {
            self.wait_for_clients(limit).await;
            while self.state.stats.awaited_moves() > 0 {
                sleep(CHECK_INTERVAL).await;
            }
        };
        // The number of players who have not moved is in the report.
        let _ = timeout(limit, recovered).await;
    }

    /// Stops play, waits for the last answers, and compares the stored games with what the clients have received.
    ///
    /// # Errors
    ///
    /// If no node answers.
    pub async fn finish(self, cluster: &Cluster) -> Result<PacedResults> {
        self.state.set_play_from(None);
        let elapsed = clock::now() - self.started_at;
        let tool = BeforeAfter { before: self.tool_before, after: ProcessUsage::read_this_process()? };
        let server_core = BeforeAfter::of_both(self.core_before, cluster.core_time()?);
        self.wait_for_clients(LAST_ANSWERS_TIMEOUT).await;
        self.wait_for_answers().await;
        sleep(LAST_EVENTS_DELAY).await;
        let Self { state, spectators, clients, .. } = self;
        let spectators = spectators.stop()?;
        check_returns(&state, clients);
        check_stored_games(&state, &spectators, &apis_in_service(&state, cluster)).await?;
        let mut totals = state.stats.totals();
        totals.add_spectators(&spectators.totals);
        Ok(PacedResults { elapsed, tool, server_core, totals })
    }

    async fn wait_for_answers(&self) {
        let stats = &self.state.stats;
        let answered = async {
            while stats.unanswered_moves() > 0 {
                sleep(CHECK_INTERVAL).await;
            }
        };
        if timeout(LAST_ANSWERS_TIMEOUT, answered).await.is_err() {
            let count = stats.unanswered_moves();
            stats.record_other_error(&format_args!("{count} moves were not answered"));
        }
    }
}

/// Counts an error if clients have not joined again.
fn check_returns(state: &ClientsState, clients: usize) {
    let joined = state.nodes.joined_clients();
    if joined < clients {
        let missing = clients - joined;
        state.stats.record_other_error(&format_args!("{missing} clients have not joined again"));
    }
}

fn apis_in_service(state: &ClientsState, cluster: &Cluster) -> Vec<ApiClient> {
    let apis = cluster.api_clients().into_iter().enumerate();
    apis.filter(|(node, _)| state.nodes.is_in_service(*node)).map(|(_, api)| api).collect()
}

/// Counts acknowledged moves that are not stored, and clients that have not received the newest stored event.
async fn check_stored_games(
    state: &ClientsState,
    spectators: &SpectatorResults,
    apis: &[ApiClient],
) -> Result<()> {
    let progress = [state.progress(), spectators.progress.clone()].concat();
    let mut games: HashSet<GameId> = state.acknowledged.borrow().games().collect();
    games.extend(progress.iter().map(|progress| progress.game));
    let stored = read_games(games, apis).await?;
    let acknowledged = state.acknowledged.borrow();
    let lost: usize = stored.iter().map(|(game, events)| acknowledged.count_lost(*game, events)).sum();
    let behind = progress.iter().filter(|progress| is_behind(progress, &stored)).count();
    state.stats.count(|counts| {
        counts.lost_moves += lost as u64;
        counts.clients_behind += behind as u64;
    });
    Ok(())
}

/// Reads the events of the games, from the nodes in turn.
async fn read_games(games: HashSet<GameId>, apis: &[ApiClient]) -> Result<HashMap<GameId, Vec<Event>>> {
    let reads = games.into_iter().zip(apis.iter().cycle());
    let reads = reads.map(async |(game, api)| anyhow::Ok((game, read_events(api, game).await?.events)));
    stream::iter(reads).buffer_unordered(CONCURRENT_READS).try_collect().await
}

/// Whether a client has not received the newest stored event of its game.
fn is_behind(progress: &ClientProgress, stored: &HashMap<GameId, Vec<Event>>) -> bool {
    let newest = stored.get(&progress.game).and_then(|events| events.last());
    newest.is_some_and(|event| progress.seq < event.seq)
}
