//! `failover`: one of several nodes is killed while games are played.

use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::TimeControl;
use tokio::time::sleep_until;

use crate::args::PacedOptions;
use crate::clock;
use crate::modes::paced_run::{PacedResults, PacedRun};
use crate::results::interruptions::RunPhase;
use crate::results::outage_report::OutageMeasurement;
use crate::results::report::Report;
use crate::server::cluster::Cluster;

/// The node that is killed.
const KILLED_NODE: usize = 0;

/// Plays games, kills a node with SIGKILL, and measures until `duration` after the kill.
///
/// # Errors
///
/// If there is only one node, the tool has not started it, or the games could not be set up.
pub async fn run(
    mut cluster: Cluster,
    options: &PacedOptions,
    clock: TimeControl,
    duration: Duration,
) -> Result<Report> {
    let run = PacedRun::start(&cluster, options, clock).await?;
    let nodes = &run.state.nodes;
    let stats = &run.state.stats;
    let killed_at = clock::now();
    let clients_of_killed = Some(nodes.client_count(KILLED_NODE));
    stats.begin(RunPhase::Outage);
    nodes.remove_killed(KILLED_NODE, killed_at);
    cluster.kill(KILLED_NODE)?;
    run.wait_for_recovery(duration).await;
    stats.begin(RunPhase::After);
    sleep_until((killed_at + duration).into()).await;
    let PacedResults { elapsed, tool, server_core, totals } = run.finish(&cluster).await?;
    let measurement =
        OutageMeasurement { elapsed, tool, server_core, clients_of_killed, restarts: Vec::new() };
    Ok(Report::for_outage(&measurement, &totals))
}
