use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The state of a [`LinkProxy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Bytes pass.
    Open,
    /// All connections are closed, new ones too.
    Cut,
    /// No bytes pass, and neither end notices. Bytes that were sent arrive after the link is open again, as TCP repeats
    /// lost bytes.
    Blackhole,
}

/// A TCP proxy in front of a server. Its link can be cut, made a black hole, and opened again.
pub struct LinkProxy {
    /// The address it listens on.
    pub address: SocketAddr,
    link: watch::Sender<Link>,
}

impl LinkProxy {
    /// Starts a proxy with an open link.
    pub async fn start(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (link, watching) = watch::channel(Link::Open);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, server, watching.clone()));
            }
        });
        Self { address, link }
    }

    /// Sets the state of all connections, and of those to come.
    pub fn set(&self, link: Link) {
        self.link.send_replace(link);
    }
}

/// Forwards bytes in both directions until one of them ends or the link is cut.
async fn forward(client: TcpStream, server: SocketAddr, mut link: watch::Receiver<Link>) {
    let connected = async {
        wait_until_open(link.clone()).await;
        TcpStream::connect(server).await
    };
    let mut cut = link.clone();
    let Some(Ok(server)) = unless_cut(&mut cut, connected).await else { return };
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a socket");
    }
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let both = async {
        tokio::select! {
            () = forward_bytes(from_client, to_server, cut.clone()) => {}
            () = forward_bytes(from_server, to_client, cut.clone()) => {}
        }
    };
    unless_cut(&mut link, both).await;
}

async fn forward_bytes(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, link: watch::Receiver<Link>) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await.unwrap_or_default();
        // A black hole does not forward the end of a connection either.
        wait_until_open(link.clone()).await;
        if count == 0 || to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

async fn wait_until_open(mut link: watch::Receiver<Link>) {
    // The channel closes with the proxy, at the end of the test.
    let _ = link.wait_for(|link| *link == Link::Open).await;
}

/// Runs a future while the link is not cut.
async fn unless_cut<T>(link: &mut watch::Receiver<Link>, future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        _ = link.wait_for(|link| *link == Link::Cut) => None,
        result = future => Some(result),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::within;

    /// A server that sends back what it receives, and a proxy in front of it.
    async fn start_echo() -> LinkProxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = socket.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        LinkProxy::start(address).await
    }

    async fn read_byte(socket: &mut TcpStream) -> Option<u8> {
        within("a byte or the end", socket.read_u8()).await.ok()
    }

    #[tokio::test]
    async fn a_cut_link_closes_connections_until_it_is_open_again() {
        let proxy = start_echo().await;
        let mut socket = TcpStream::connect(proxy.address).await.expect("connected");
        socket.write_u8(1).await.expect("sent");
        assert_eq!(read_byte(&mut socket).await, Some(1));
        proxy.set(Link::Cut);
        assert_eq!(read_byte(&mut socket).await, None);
        let mut refused = TcpStream::connect(proxy.address).await.expect("connected");
        assert_eq!(read_byte(&mut refused).await, None);
        proxy.set(Link::Open);
        let mut socket = TcpStream::connect(proxy.address).await.expect("connected");
        socket.write_u8(2).await.expect("sent");
        assert_eq!(read_byte(&mut socket).await, Some(2));
    }

    #[tokio::test]
    async fn a_black_hole_holds_bytes_until_the_link_is_open_again() {
        let proxy = start_echo().await;
        let mut socket = TcpStream::connect(proxy.address).await.expect("connected");
        socket.write_u8(1).await.expect("sent");
        assert_eq!(read_byte(&mut socket).await, Some(1));
        proxy.set(Link::Blackhole);
        socket.write_u8(2).await.expect("sent");
        let passed = timeout(Duration::from_millis(50), socket.read_u8()).await;
        assert!(passed.is_err(), "{passed:?}");
        proxy.set(Link::Open);
        assert_eq!(read_byte(&mut socket).await, Some(2));
    }
}
