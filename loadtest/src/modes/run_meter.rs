//! The usage of the servers and of this process during a run.

use std::time::Instant;

use anyhow::Result;

use crate::clock;
use crate::results::report::{BeforeAfter, Measurement};
use crate::server::cluster::Cluster;
use crate::server::metrics::ServerCounters;
use crate::system::usage::ProcessUsage;

/// Measures the usage of the servers and of this process from its start to its end.
pub struct RunMeter<'a> {
    cluster: &'a Cluster,
    servers_before: ServerSnapshot,
    tool_before: ProcessUsage,
    started_at: Instant,
}

/// The usage of each server and the sum of their counters, at one moment.
struct ServerSnapshot {
    usage: Option<Vec<ProcessUsage>>,
    counters: Option<ServerCounters>,
}

impl<'a> RunMeter<'a> {
    /// Starts to measure.
    ///
    /// # Errors
    ///
    /// If a server has ended or does not answer.
    pub async fn start(cluster: &'a Cluster) -> Result<Self> {
        let servers_before = take_snapshot(cluster).await?;
        let started_at = clock::now();
        let tool_before = ProcessUsage::read_this_process()?;
        Ok(Self { cluster, servers_before, tool_before, started_at })
    }

    /// When the measurement started.
    pub fn started_at(&self) -> Instant {
        self.started_at
    }

    /// Ends the measurement. `moves` were acknowledged meanwhile.
    ///
    /// # Errors
    ///
    /// If a server has ended or does not answer.
    pub async fn finish(self, moves: u64, games_per_socket: u32) -> Result<Measurement> {
        let elapsed = clock::now() - self.started_at;
        let tool = BeforeAfter { before: self.tool_before, after: ProcessUsage::read_this_process()? };
        let before = self.servers_before;
        let after = take_snapshot(self.cluster).await?;
        let servers = BeforeAfter::of_each(before.usage, after.usage);
        let counters = BeforeAfter::of_both(before.counters, after.counters);
        Ok(Measurement { elapsed, moves, games_per_socket, servers, tool, counters })
    }
}

async fn take_snapshot(cluster: &Cluster) -> Result<ServerSnapshot> {
    let usage = cluster.usage()?;
    Ok(ServerSnapshot { usage, counters: cluster.counters().await? })
}
