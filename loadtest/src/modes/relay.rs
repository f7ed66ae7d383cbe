//! A relay that knows no rules and stores nothing: what a server of games would be if sockets were all that costs.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use anyhow::Result;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::spawn_local;

use crate::net::socket::Socket;

/// How long the event of a move is, on average, in bytes.
const EVENT: usize = 500;

/// Passes what one socket of each pair says on to both, as an event is told to both players; pairs are made in the order in
/// which sockets come. It says in its first line where it is, and ends when it is killed.
///
/// # Errors
///
/// Where it cannot listen.
pub async fn run() -> Result<Infallible> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("the relay is at http://{}", listener.local_addr()?);
    loop {
        let (one, other) = (accept(&listener).await?, accept(&listener).await?);
        let ((to_one, for_one), (to_other, for_other)) = (mpsc::channel(1), mpsc::channel(1));
        // The other end tells of sockets that are lost.
        spawn_local(pass_on(one, to_other, for_one));
        spawn_local(pass_on(other, to_one, for_other));
    }
}

async fn accept(listener: &TcpListener) -> Result<Socket> {
    Socket::accept(listener.accept().await?.0).await
}

async fn pass_on(mut socket: Socket, other: mpsc::Sender<()>, mut told: mpsc::Receiver<()>) -> Result<()> {
    loop {
        tokio::select! {
            said = socket.next() => {
                said?;
                other.send(()).await?;
            }
            Some(()) = told.recv() => {}
            else => return Ok(()),
        }
        socket.feed("x".repeat(EVENT)).await?;
        socket.flush().await?;
    }
}
