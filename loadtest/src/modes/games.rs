//! `closed` and `rate`: many games are played, checked and measured.

use std::convert::Infallible;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use tokio::time::{sleep, sleep_until, timeout};

use crate::args::LoadOptions;
use crate::clock;
use crate::modes::run_meter::RunMeter;
use crate::players::run_state::RunState;
use crate::players::schedule::MoveSchedule;
use crate::players::setup::{self, FirstGame};
use crate::players::slots::{GameSlots, MoveTiming};
use crate::players::spectators::{SpectatorOptions, Spectators};
use crate::results::report::{Measurement, Report};
use crate::results::stats::Stats;
use crate::server::cluster::Cluster;

/// The longest time until all games are ready.
const SETUP_TIMEOUT: Duration = Duration::from_secs(300);

/// The longest time until the last moves are acknowledged.
const LAST_MOVES_TIMEOUT: Duration = Duration::from_secs(10);

/// The interval at which a condition is checked again.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A run of games against the servers.
struct GamesRun<'a> {
    state: Rc<RunState>,
    cluster: &'a Cluster,
    options: &'a LoadOptions,
    /// Moves a second. Without a rate, players move as soon as it is their turn.
    rate: Option<u32>,
}

/// Plays games with moves at a fixed rate, or without a rate as soon as it is a player's turn.
///
/// # Errors
///
/// If the games could not be set up, or a server has ended.
pub async fn run(cluster: &Cluster, options: &LoadOptions, rate: Option<u32>) -> Result<Report> {
    let timing = if rate.is_some() { MoveTiming::Scheduled } else { MoveTiming::Immediate };
    let state = Rc::new(RunState {
        slots: GameSlots::new(options.games as usize, options.used_rules().len(), timing),
        stats: Stats::new(options.moves),
        compare_every: options.check_one_in,
    });
    GamesRun { state, cluster, options, rate }.run().await
}

impl GamesRun<'_> {
    async fn run(&self) -> Result<Report> {
        let games = setup::set_up(&self.state, self.cluster, self.options).await?;
        let spectators = Spectators::connect(self.spectator_options(&games)).await?;
        self.wait_for_ready_games().await?;
        let measurement = self.measure().await?;
        self.wait_for_last_moves().await;
        Ok(Report::for_games(&measurement, &self.state.stats, &spectators.stop()?))
    }

    fn spectator_options(&self, games: &[FirstGame]) -> SpectatorOptions {
        let is_watched = |game: &&FirstGame| game.series.is_watched || !self.options.one_watched;
        SpectatorOptions {
            nodes: self.cluster.addresses(),
            placement: self.cluster.placement(),
            games: games.iter().filter(is_watched).map(|game| (game.pair, game.id)).collect(),
            per_game: self.options.spectators,
            compare_every: self.options.check_one_in,
            // At a fixed rate, the spectators' work must not add to the measured times.
            run_when_idle: self.rate.is_some(),
            seed: self.options.seed,
        }
    }

    async fn wait_for_ready_games(&self) -> Result<()> {
        let RunState { slots, stats, .. } = &*self.state;
        let expected = self.options.series_count() as usize;
        let ready = async {
            while slots.ready_count() < expected && stats.errors() == 0 {
                sleep(POLL_INTERVAL).await;
            }
        };
        if timeout(SETUP_TIMEOUT, ready).await.is_err() {
            bail!("only {} of {expected} games were ready after {SETUP_TIMEOUT:?}", slots.ready_count());
        }
        ensure!(stats.errors() == 0, "the games could not be set up");
        Ok(())
    }

    async fn measure(&self) -> Result<Measurement> {
        let meter = RunMeter::start(self.cluster).await?;
        self.play(meter.started_at()).await;
        meter.finish(self.state.stats.moves(), self.options.games_per_socket).await
    }

    /// Lets the players move until the time is over or the move limit is reached.
    async fn play(&self, start: Instant) {
        self.state.slots.start();
        tokio::select! {
            () = sleep(self.options.seconds) => {}
            () = self.state.stats.wait_for_move_limit() => {}
            _ = self.schedule_moves(start) => {}
        }
        self.state.slots.stop();
    }

    /// Adds the moves of the schedule when they are due. Without a rate there is no schedule.
    async fn schedule_moves(&self, start: Instant) -> Infallible {
        let slots = self.options.games as usize;
        for scheduled in self.rate.into_iter().flat_map(|rate| MoveSchedule::new(rate, slots).moves()) {
            let due = start + scheduled.after;
            if due > clock::now() {
                sleep_until(due.into()).await;
            }
            self.state.slots.add_due_move(scheduled.slot, due);
        }
        std::future::pending().await
    }

    async fn wait_for_last_moves(&self) {
        let stats = &self.state.stats;
        let finished = async {
            while stats.pending_moves() > 0 {
                sleep(POLL_INTERVAL).await;
            }
        };
        if timeout(LAST_MOVES_TIMEOUT, finished).await.is_err() {
            let count = stats.pending_moves();
            stats.record_error(&format_args!(
                "{count} moves were not acknowledged or not delivered within {LAST_MOVES_TIMEOUT:?}"
            ));
        }
    }
}
