//! `failover`: one of several nodes is killed while games are played.

use std::time::Duration;

use anyhow::{Result, ensure};
use ikibuguzo_protocol::TimeControl;
use tokio::time::sleep_until;

use crate::args::PacedOptions;
use crate::clock;
use crate::modes::paced_run::PacedRun;
use crate::results::interruptions::RunPhase;
use crate::results::report::{KilledNode, OutageMeasurement, Report};
use crate::server::cluster::Cluster;

/// The node that is killed.
const KILLED_NODE: usize = 0;

/// Plays games, kills a node with SIGKILL, and measures until `duration` after the kill.
///
/// # Errors
///
/// There is only one node, the tool has not started it, or the games could not be set up.
pub async fn run(
    mut cluster: Cluster,
    options: &PacedOptions,
    clock: TimeControl,
    duration: Duration,
) -> Result<Report> {
    ensure!(cluster.addresses().len() > 1, "failover needs several nodes: add --nodes");
    let run = PacedRun::start(&cluster, options, clock).await?;
    let (nodes, stats) = (&run.state.nodes, &run.state.stats);
    let clients = nodes.client_count(KILLED_NODE) as u64;
    nodes.remove(KILLED_NODE);
    let killed_at = clock::now();
    stats.begin_kill(killed_at);
    cluster.kill(KILLED_NODE)?;
    let returned_at = run.wait_for_returns(clients, duration).await;
    stats.begin(RunPhase::After);
    sleep_until((killed_at + duration).into()).await;
    let killed = KilledNode { clients, all_joined_again: returned_at.map(|at| at - killed_at) };
    let measurement = OutageMeasurement { killed: Some(killed), ..run.finish(&cluster).await? };
    Ok(Report::for_outage(&measurement, stats))
}
