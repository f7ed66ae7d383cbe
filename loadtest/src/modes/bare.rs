//! `bare`: pairs of sockets exchange moves over a relay, which measures the cost of sockets alone.

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
use crate::server::cluster::Cluster;
use crate::system::usage::ProcessUsage;

/// A move as a player sends it.
const MOVE: &str = r#"{"type":"act","game":"05cdv44x7ekv","id":"8w3m1x0c4t7k","after":12,"action":"N"}"#;

/// The state that all sockets share.
struct SharedState {
    moves: Cell<u64>,
    errors: Cell<u64>,
    ready: Barrier,
}

/// Measures pairs of sockets. The two sockets of a pair move in turn, each as soon as it receives the other's move.
///
/// # Errors
///
/// If a socket cannot be opened, or the relay has ended.
pub async fn run(relay: &Cluster, pairs: u32, duration: Duration) -> Result<Report> {
    let sockets = 2 * pairs as usize;
    let ready = Barrier::new(sockets + 1);
    let state = Rc::new(SharedState { moves: Cell::default(), errors: Cell::default(), ready });
    let address = relay.addresses()[0];
    for number in 0..sockets {
        let socket = Socket::connect(address, None).await.context("cannot open a socket")?;
        spawn_local(play(socket, number % 2 == 0, Rc::clone(&state)));
    }
    state.ready.wait().await;
    let measurement = measure(relay, &state, duration).await?;
    Ok(Report::for_relay(&measurement, state.errors.get()))
}

async fn measure(relay: &Cluster, state: &SharedState, duration: Duration) -> Result<Measurement> {
    let usage = || -> Result<_> { Ok((relay.usage()?, ProcessUsage::read_this_process()?)) };
    let start = clock::now();
    let (relay_before, tool_before) = usage()?;
    sleep(duration).await;
    let elapsed = clock::now() - start;
    let (relay_after, tool_after) = usage()?;
    Ok(Measurement {
        elapsed,
        moves: state.moves.get(),
        games_per_socket: 1,
        servers: BeforeAfter::of_each(relay_before, relay_after),
        tool: BeforeAfter { before: tool_before, after: tool_after },
        counters: None,
    })
}

async fn play(mut socket: Socket, is_first: bool, state: Rc<SharedState>) {
    state.ready.wait().await;
    if let Err(error) = take_turns(&mut socket, is_first, &state).await {
        eprintln!("ikibuguzo-loadtest: {error:#}");
        state.errors.set(state.errors.get() + 1);
    }
}

async fn take_turns(socket: &mut Socket, is_first: bool, state: &SharedState) -> Result<()> {
    let mut is_to_move = is_first;
    loop {
        if is_to_move {
            socket.feed(MOVE.to_owned()).await?;
            socket.flush().await?;
        }
        socket.next().await?;
        state.moves.set(state.moves.get() + u64::from(is_to_move));
        is_to_move = !is_to_move;
    }
}
