//! `rolling-restart`: all nodes are restarted one after the other while games are played.

use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::TimeControl;
use tokio::time::sleep;

use crate::args::PacedOptions;
use crate::modes::paced_run::{PacedResults, PacedRun};
use crate::results::interruptions::RunPhase;
use crate::results::outage_report::OutageMeasurement;
use crate::results::report::Report;
use crate::server::cluster::{Cluster, RestartTimes};

/// Plays games, and restarts each node. The next node stops `pause` after the one before has started again.
///
/// # Errors
///
/// If there is only one node, the tool has not started it, or the games could not be set up.
pub async fn run(
    mut cluster: Cluster,
    options: &PacedOptions,
    clock: TimeControl,
    pause: Duration,
) -> Result<Report> {
    let run = PacedRun::start(&cluster, options, clock).await?;
    run.state.stats.begin(RunPhase::Outage);
    let mut restarts = Vec::new();
    for node in 0..cluster.addresses().len() {
        restarts.push(restart(&mut cluster, &run, node).await?);
        sleep(pause).await;
    }
    let PacedResults { elapsed, tool, server_core, totals } = run.finish(&cluster).await?;
    let measurement = OutageMeasurement { elapsed, tool, server_core, clients_of_killed: None, restarts };
    Ok(Report::for_outage(&measurement, &totals))
}

async fn restart(cluster: &mut Cluster, run: &PacedRun, node: usize) -> Result<RestartTimes> {
    run.state.nodes.remove(node);
    let times = cluster.restart(node).await?;
    run.state.nodes.restore(node, cluster.addresses()[node]);
    Ok(times)
}
