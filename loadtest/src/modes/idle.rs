//! `idle`: the server's memory for sockets that send nothing after hello.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::spawn_local;
use tokio::time::sleep;

use crate::net::socket::Socket;
use crate::results::report::{BeforeAfter, Report};
use crate::results::stats::Stats;
use crate::server::cluster::Cluster;

/// Sockets that are opened concurrently.
const CONCURRENT_CONNECTS: usize = 64;

/// Opens the sockets on the nodes in turn, keeps them for `duration`, and compares the servers' memory before and
/// after.
///
/// # Errors
///
/// If a socket cannot be opened, or a server has ended.
pub async fn run(cluster: &Cluster, sockets: usize, duration: Duration) -> Result<Report> {
    let stats = Rc::new(Stats::new(None));
    let before = cluster.usage()?;
    let nodes = cluster.addresses();
    let opened = nodes.iter().cycle().take(sockets).map(|address| open(*address, &stats));
    stream::iter(opened).buffer_unordered(CONCURRENT_CONNECTS).try_collect::<()>().await?;
    sleep(duration).await;
    let usage = BeforeAfter::of_each(before, cluster.usage()?);
    Ok(Report::for_idle_sockets(sockets, &usage, stats.errors()))
}

async fn open(address: SocketAddr, stats: &Rc<Stats>) -> Result<()> {
    let socket = Socket::connect(address, None).await.context("cannot open a socket")?;
    spawn_local(read(socket, Rc::clone(stats)));
    Ok(())
}

/// Reads from the socket, which also answers the server's pings. Any message is an error.
async fn read(mut socket: Socket, stats: Rc<Stats>) {
    match socket.next().await {
        Ok(text) => stats.record_error(&format_args!("an idle socket received {text}")),
        Err(error) => stats.record_error(&format_args!("an idle socket was lost: {error:#}")),
    }
}
