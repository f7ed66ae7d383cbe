//! Many games whose moves share commits, so that acknowledgements and events are deferred.

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::{Columns, Game, GameStart, Ruleset, Seat};
use ikibuguzo_protocol::{GameId, ServerMessage};
use ikibuguzo_testing::{TestClient, TestServer, act, start_game};

const GAMES: usize = 48;
const PLIES: usize = 12;

/// A game, its two sockets, and the last `seq` that each socket received.
struct Table {
    game: GameId,
    position: Game,
    head: u64,
    sockets: [(TestClient, u64); 2],
}

impl Table {
    async fn new(server: &TestServer) -> Self {
        let (game, players) = start_game(&server.http, "njombwa:8", true).await;
        let [mut south, mut north] =
            [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
        let GameStart::Play(position) = (Ruleset::Njombwa { columns: Columns::Eight }).begin() else {
            panic!("it has no arrangement")
        };
        let head = south.join(game, None).await.head;
        assert_eq!(north.join(game, None).await.head, head);
        Self { game, position, head, sockets: [(south, head), (north, head)] }
    }

    async fn play(&mut self, rng: &mut Rng) {
        let seat = self.to_move();
        let action = *rng.choice(&self.position.legal_actions()).expect("the seat to move can act");
        self.sockets[index(seat)].0.send(&act(self.game, self.head, &action.to_string())).await;
        self.position.play(action).expect("legal");
        self.head += 1;
    }

    /// Reads up to the head: every event in order, and each acknowledgement before its event.
    async fn read_events(&mut self, seat: Seat) {
        let (socket, last_seq) = &mut self.sockets[index(seat)];
        while *last_seq < self.head {
            match socket.next().await {
                ServerMessage::Ack { seq, .. } => assert_eq!(seq, *last_seq + 1),
                ServerMessage::Event { event, .. } => {
                    *last_seq += 1;
                    assert_eq!(event.seq, *last_seq);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn to_move(&self) -> Seat {
        self.position.to_move().expect("the game is not over")
    }
}

fn index(seat: Seat) -> usize {
    usize::from(seat == Seat::North)
}

#[tokio::test]
async fn players_of_many_simultaneous_games_get_every_event() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(4);
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        tables.push(Table::new(&server).await);
    }
    for _ in 0..PLIES {
        for table in &mut tables {
            table.play(&mut rng).await;
        }
        // Only the sockets of the players to move are read: what the others get is deferred.
        join_all(tables.iter_mut().map(|table| table.read_events(table.to_move()))).await;
    }
    // Deferred messages arrive although there are no more moves.
    for seat in Seat::ALL {
        join_all(tables.iter_mut().map(|table| table.read_events(seat))).await;
    }
}
