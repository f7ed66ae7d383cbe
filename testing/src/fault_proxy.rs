use std::future::pending;
use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;
use tokio::time::sleep;

/// What befalls a connection at a random byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// From there on everything comes late.
    Delay,
    /// It is cut there, in the middle of a frame or of the handshake.
    Cut,
    /// From there on nothing comes through in one of the directions, and neither end is told.
    HalfOpen,
    /// From there on nothing comes through at all, and neither end is told.
    Blackhole,
    /// From there on everything comes byte by byte.
    Trickle,
}

impl Fault {
    pub(crate) const ALL: &[Self] = &[Self::Delay, Self::Cut, Self::HalfOpen, Self::Blackhole, Self::Trickle];
}

/// A bad line to a server: one of these faults befalls every connection.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
}

impl Proxy {
    pub(crate) async fn start(server: SocketAddr, faults: &'static [Fault], seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        tokio::spawn(async move {
            let mut chance = Rng::with_seed(seed);
            while let Ok((client, _)) = listener.accept().await {
                let fault = *chance.choice(faults).expect("a fault");
                tokio::spawn(carry(client, server, ways(fault, &mut chance)));
            }
        });
        Self { address }
    }
}

/// One direction of a connection.
struct Way {
    /// Bytes that come through before the fault.
    whole: usize,
    fault: Fault,
    chance: Rng,
}

/// To the server, and back: a client says less than it hears.
fn ways(fault: Fault, chance: &mut Rng) -> [Way; 2] {
    let one_way = chance.usize(..2);
    [5_000, 100_000].map(|most| {
        let spared = fault == Fault::HalfOpen && usize::from(most == 5_000) == one_way;
        let whole = match chance.u8(..4) {
            _ if spared => usize::MAX,
            0 => 0,
            _ => chance.usize(..most),
        };
        Way { whole, fault, chance: chance.fork() }
    })
}

/// Carries bytes in both directions until one of them ends.
async fn carry(client: TcpStream, server: SocketAddr, [mut there, mut back]: [Way; 2]) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a socket");
    }
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let to_server = async {
        there.carry(from_client, to_server).await;
        if there.is_silent() {
            // That the client has gone does not come through either: the server must find out by itself.
            pending::<()>().await;
        }
    };
    tokio::select! {
        () = to_server => {}
        () = back.carry(from_server, to_client) => {}
    }
}

impl Way {
    fn is_silent(&self) -> bool {
        self.whole == 0 && matches!(self.fault, Fault::HalfOpen | Fault::Blackhole)
    }

    async fn carry(&mut self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            let (whole, rest) = buffer[..count].split_at(count.min(self.whole));
            self.whole -= whole.len();
            if to.write_all(whole).await.is_err()
                || (!rest.is_empty() && self.spoil(rest, &mut to).await.is_none())
            {
                return;
            }
        }
    }

    /// Does to these bytes what the fault does; none if the connection is to end.
    async fn spoil(&mut self, bytes: &[u8], to: &mut OwnedWriteHalf) -> Option<()> {
        match self.fault {
            Fault::Cut => None,
            Fault::HalfOpen | Fault::Blackhole => Some(()),
            Fault::Delay => {
                sleep(Duration::from_millis(self.chance.u64(1..5))).await;
                to.write_all(bytes).await.ok()
            }
            Fault::Trickle => {
                for byte in bytes {
                    to.write_all(&[*byte]).await.ok()?;
                    yield_now().await;
                }
                Some(())
            }
        }
    }
}
