//! `relay`: the server of `bare`. It forwards messages between pairs of sockets, without rules or storage.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use anyhow::Result;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::spawn_local;

use crate::net::socket::Socket;

/// The average size of a move event.
const EVENT_BYTES: usize = 500;

/// Answers each message of a socket with an event to both sockets of its pair, as a game server does.
///
/// Sockets are paired in the order in which they connect. The first line of output is the address. The relay runs until
/// it is killed.
///
/// # Errors
///
/// If the relay cannot listen, or a socket is not a WebSocket.
pub async fn run() -> Result<Infallible> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("the relay is at http://{}", listener.local_addr()?);
    loop {
        let one = accept(&listener).await?;
        let other = accept(&listener).await?;
        let (to_one, for_one) = mpsc::channel(1);
        let (to_other, for_other) = mpsc::channel(1);
        // `bare` reports lost sockets, so the results are not needed here.
        spawn_local(forward(one, to_other, for_one));
        spawn_local(forward(other, to_one, for_other));
    }
}

async fn accept(listener: &TcpListener) -> Result<Socket> {
    Socket::accept(listener.accept().await?.0).await
}

/// Sends an event for each message of this socket and for each message of the other one.
async fn forward(
    mut socket: Socket,
    to_other: mpsc::Sender<()>,
    mut from_other: mpsc::Receiver<()>,
) -> Result<()> {
    loop {
        tokio::select! {
            message = socket.next() => {
                message?;
                to_other.send(()).await?;
            }
            Some(()) = from_other.recv() => {}
            else => return Ok(()),
        }
        socket.feed("x".repeat(EVENT_BYTES)).await?;
        socket.flush().await?;
    }
}
