//! Many games that are written together, where whoever has moved need not hear so at once.

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::{Columns, Game, Ruleset, Seat, Start};
use ikibuguzo_protocol::{GameId, ServerMessage};

use crate::commands::act;
use crate::support::{Client, TestServer, seated_pair};

const GAMES: usize = 48;
const PLIES: usize = 12;

/// A game, and how far each of its players has heard of it.
struct Table {
    game: GameId,
    course: Game,
    head: u64,
    players: [(Client, u64); 2],
}

impl Table {
    async fn lay(server: &TestServer) -> Self {
        let (game, players) = seated_pair(&server.http, "njombwa:8", true).await;
        let [mut south, mut north] =
            [server.client(Some(&players[0])).await, server.client(Some(&players[1])).await];
        let Start::Play(course) = (Ruleset::Njombwa { columns: Columns::Eight }).begin() else {
            panic!("it has no arrangement")
        };
        let head = south.join(game, None).await.head;
        assert_eq!(north.join(game, None).await.head, head);
        Self { game, course, head, players: [(south, head), (north, head)] }
    }

    async fn act(&mut self, chance: &mut Rng) {
        let seat = self.to_move();
        let action = *chance.choice(&self.course.legal_actions()).expect("the seat to move can act");
        self.players[place(seat)].0.send(&act(self.game, self.course.plies(), &action.to_string())).await;
        self.course.play(action).expect("legal");
        self.head += 1;
    }

    /// Whether a seat hears everything, in order, and of its own moves first that they are on disk.
    async fn hear(&mut self, seat: Seat) {
        let (socket, heard) = &mut self.players[place(seat)];
        while *heard < self.head {
            match socket.next().await {
                ServerMessage::Ack { seq, .. } => assert_eq!(seq, *heard + 1),
                ServerMessage::Event { event, .. } => {
                    *heard += 1;
                    assert_eq!(event.seq, *heard);
                }
                other => panic!("{other:?}"),
            }
        }
    }

    fn to_move(&self) -> Seat {
        self.course.to_move().expect("it has only begun")
    }
}

fn place(seat: Seat) -> usize {
    usize::from(seat == Seat::North)
}

#[tokio::test]
async fn where_many_move_at_once_everybody_hears_everything() {
    let server = TestServer::start().await;
    let mut chance = Rng::with_seed(4);
    let mut tables = Vec::new();
    for _ in 0..GAMES {
        tables.push(Table::lay(&server).await);
    }
    for _ in 0..PLIES {
        for table in &mut tables {
            table.act(&mut chance).await;
        }
        // Only whoever is to move waits to hear: that is what whoever has moved is told with.
        join_all(tables.iter_mut().map(|table| table.hear(table.to_move()))).await;
    }
    // Now nobody moves any more, and all hear all the same.
    for seat in Seat::ALL {
        join_all(tables.iter_mut().map(|table| table.hear(seat))).await;
    }
}
