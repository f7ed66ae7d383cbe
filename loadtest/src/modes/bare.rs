//! What sockets alone cost: pairs of them, between which a relay passes moves on.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::sync::Barrier;
use tokio::task::spawn_local;
use tokio::time::sleep;

use crate::clock;
use crate::net::socket::Socket;
use crate::results::report::{BeforeAfter, Measurement, Report};
use crate::server::handle::Server;
use crate::system::usage::ProcessUsage;

/// A move, as a player says it.
const MOVE: &str = r#"{"type":"act","game":"05cdv44x7ekv","id":"8w3m1x0c4t7k","ply":12,"action":"N"}"#;

/// What all pairs have in common.
struct Pairs {
    moves: Cell<u64>,
    errors: Cell<u64>,
    ready: Barrier,
}

/// Lets so many pairs of sockets move in turn for a while, each as soon as it is told of the move before.
///
/// # Errors
///
/// Where a socket cannot be opened, or the relay has ended.
pub async fn run(relay: &Server, games: u32, length: Duration) -> Result<Report> {
    let sockets = 2 * games as usize;
    let pairs =
        Rc::new(Pairs { moves: Cell::default(), errors: Cell::default(), ready: Barrier::new(sockets + 1) });
    for number in 0..sockets {
        let socket = Socket::connect(relay.address(), None).await.context("a socket could not be opened")?;
        spawn_local(play(socket, number % 2 == 0, Rc::clone(&pairs)));
    }
    pairs.ready.wait().await;
    measure(relay, &pairs, length).await
}

async fn measure(relay: &Server, pairs: &Pairs, length: Duration) -> Result<Report> {
    let usage =
        || -> Result<_> { Ok((relay.usage()?.unwrap_or_default(), ProcessUsage::of_this_process()?)) };
    let (start, (relay_before, tool_before)) = (clock::now(), usage()?);
    sleep(length).await;
    let (elapsed, (relay_after, tool_after)) = (clock::now() - start, usage()?);
    let server = Some(BeforeAfter { before: relay_before, after: relay_after });
    let tool = BeforeAfter { before: tool_before, after: tool_after };
    Ok(Report::for_relay(
        &Measurement { elapsed, moves: pairs.moves.get(), games_per_socket: 1, server, tool, counters: None },
        pairs.errors.get(),
    ))
}

async fn play(mut socket: Socket, is_first: bool, pairs: Rc<Pairs>) {
    pairs.ready.wait().await;
    if let Err(error) = take_turns(&mut socket, is_first, &pairs).await {
        eprintln!("ikibuguzo-loadtest: {error:#}");
        pairs.errors.set(pairs.errors.get() + 1);
    }
}

async fn take_turns(socket: &mut Socket, is_first: bool, pairs: &Pairs) -> Result<()> {
    let mut is_on_turn = is_first;
    loop {
        if is_on_turn {
            socket.feed(MOVE.to_owned()).await?;
            socket.flush().await?;
        }
        socket.next().await?;
        pairs.moves.set(pairs.moves.get() + u64::from(is_on_turn));
        is_on_turn = !is_on_turn;
    }
}
