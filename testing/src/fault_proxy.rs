use std::future::pending;
use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;
use tokio::time::sleep;

/// The fault of a connection, which begins at a random byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Every write is delayed by 1 to 4 ms.
    Delay,
    /// The connection is cut, possibly in the middle of a frame or of the handshake.
    Cut,
    /// Bytes of one direction are discarded; neither end notices.
    HalfOpen,
    /// Bytes of both directions are discarded; neither end notices.
    Blackhole,
    /// Bytes arrive one at a time.
    Trickle,
}

impl Fault {
    /// All faults.
    pub const ALL: &[Self] = &[Self::Delay, Self::Cut, Self::HalfOpen, Self::Blackhole, Self::Trickle];
}

/// A TCP proxy in front of a server that gives every connection a fault.
pub struct FaultProxy {
    /// The address it listens on.
    pub address: SocketAddr,
}

impl FaultProxy {
    /// Starts a proxy that draws one of these faults for each connection.
    pub async fn start(server: SocketAddr, faults: &'static [Fault], seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        tokio::spawn(async move {
            let mut rng = Rng::with_seed(seed);
            while let Ok((client, _)) = listener.accept().await {
                let fault = *rng.choice(faults).expect("a fault");
                tokio::spawn(forward(client, server, directions(fault, &mut rng)));
            }
        });
        Self { address }
    }
}

/// One direction of a connection.
struct Direction {
    /// Bytes that pass before the fault.
    intact: usize,
    fault: Fault,
    rng: Rng,
}

/// The directions to the server and back. Clients send less than they receive.
fn directions(fault: Fault, rng: &mut Rng) -> [Direction; 2] {
    let spared_direction = rng.usize(..2);
    [5_000, 100_000].map(|max_intact| {
        let is_spared = fault == Fault::HalfOpen && usize::from(max_intact == 5_000) == spared_direction;
        let intact = match rng.u8(..4) {
            _ if is_spared => usize::MAX,
            0 => 0,
            _ => rng.usize(..max_intact),
        };
        Direction { intact, fault, rng: rng.fork() }
    })
}

/// Forwards bytes in both directions until one of them ends.
async fn forward(client: TcpStream, server: SocketAddr, [mut to_server, mut to_client]: [Direction; 2]) {
    let Ok(server) = TcpStream::connect(server).await else { return };
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a socket");
    }
    let (from_client, client_write) = client.into_split();
    let (from_server, server_write) = server.into_split();
    let upstream = async {
        to_server.forward(from_client, server_write).await;
        if to_server.is_silent() {
            // The end of the connection is not forwarded either: the server must notice it by itself.
            pending::<()>().await;
        }
    };
    tokio::select! {
        () = upstream => {}
        () = to_client.forward(from_server, client_write) => {}
    }
}

impl Direction {
    fn is_silent(&self) -> bool {
        self.intact == 0 && matches!(self.fault, Fault::HalfOpen | Fault::Blackhole)
    }

    async fn forward(&mut self, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut buffer).await {
            let (intact, rest) = buffer[..count].split_at(count.min(self.intact));
            self.intact -= intact.len();
            if to.write_all(intact).await.is_err()
                || (!rest.is_empty() && self.apply_fault(rest, &mut to).await.is_none())
            {
                return;
            }
        }
    }

    /// Writes these bytes as the fault requires; none if the connection ends.
    async fn apply_fault(&mut self, bytes: &[u8], to: &mut OwnedWriteHalf) -> Option<()> {
        match self.fault {
            Fault::Cut => None,
            Fault::HalfOpen | Fault::Blackhole => Some(()),
            Fault::Delay => {
                sleep(Duration::from_millis(self.rng.u64(1..5))).await;
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
