//! Sockets that are silent, and the memory that they cost the server.

use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::spawn_local;
use tokio::time::sleep;

use crate::net::socket::Socket;
use crate::results::report::{BeforeAfter, Report};
use crate::results::stats::Stats;
use crate::server::handle::Server;

/// Sockets that are opened at a time.
const AT_ONCE: usize = 64;

/// Opens the sockets, lets them be for a while, and looks at the server's memory before and after.
///
/// # Errors
///
/// Where a socket cannot be opened.
pub async fn run(server: &Server, sockets: usize, length: Duration) -> Result<Report> {
    let stats = Rc::new(Stats::new(None));
    let before = server.usage()?;
    let opened = (0..sockets).map(|_| open(server, &stats));
    stream::iter(opened).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    sleep(length).await;
    let memory = before.zip(server.usage()?).map(|(before, after)| BeforeAfter { before, after });
    Ok(Report::for_idle_sockets(sockets, memory, stats.errors()))
}

async fn open(server: &Server, stats: &Rc<Stats>) -> Result<()> {
    let socket = Socket::connect(server.address(), None).await.context("a socket could not be opened")?;
    spawn_local(stay(socket, Rc::clone(stats)));
    Ok(())
}

/// Reading answers the server's pings.
async fn stay(mut socket: Socket, stats: Rc<Stats>) {
    match socket.next().await {
        Ok(text) => stats.record_error(&format_args!("an idle socket was told {text}")),
        Err(error) => stats.record_error(&format_args!("an idle socket was lost: {error:#}")),
    }
}
