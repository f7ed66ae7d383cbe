//! `rolling-restart`: all nodes are restarted one after the other while games are played.

use std::time::Duration;

use anyhow::{Result, ensure};
use ikibuguzo_protocol::TimeControl;
use tokio::time::sleep;

use crate::args::PacedOptions;
use crate::modes::paced_run::PacedRun;
use crate::results::interruptions::RunPhase;
use crate::results::report::{OutageMeasurement, Report};
use crate::server::cluster::Cluster;

/// Plays games, and restarts each node. The next node stops `pause` after the one before has started again.
///
/// # Errors
///
/// There is only one node, the tool has not started it, or the games could not be set up.
pub async fn run(
    mut cluster: Cluster,
    options: &PacedOptions,
    clock: TimeControl,
    pause: Duration,
) -> Result<Report> {
    ensure!(cluster.addresses().len() > 1, "rolling-restart needs several nodes: add --nodes");
    let run = PacedRun::start(&cluster, options, clock).await?;
    let (nodes, stats) = (&run.state.nodes, &run.state.stats);
    stats.begin(RunPhase::Outage);
    let mut restarts = Vec::new();
    for node in 0..cluster.addresses().len() {
        nodes.remove(node);
        restarts.push(cluster.restart(node).await?);
        nodes.restore(node, cluster.addresses()[node]);
        sleep(pause).await;
    }
    let measurement = OutageMeasurement { restarts, ..run.finish(&cluster).await? };
    Ok(Report::for_outage(&measurement, stats))
}
