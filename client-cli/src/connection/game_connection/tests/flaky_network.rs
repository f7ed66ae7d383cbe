//! Two connections play a whole game against the real server through a proxy that cuts them at random bytes.

use std::net::SocketAddr;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Event, EventKind, EventPage, GameId, NewGame, PositionView, Text, Token,
};
use ikibuguzo_testing::{Fault, FaultProxy, TestServer, new_game};
use tokio::task::spawn_blocking;

use super::super::{GameConnection, GameUpdate};
use crate::connection::api_client::ApiClient;
use crate::connection::server_address::ServerAddress;
use crate::exit::Exit;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_is_played_over_a_flaky_network() {
    let server = TestServer::start_on_sqlite().await;
    let proxy = FaultProxy::start(server.address, &[Fault::Cut], 9).await;
    let api = ApiClient::new(server_address(server.address));
    let setup_api = api.clone();
    let (game, south, north) = spawn_blocking(move || start_game(&setup_api)).await.expect("it ran");

    let flaky = server_address(proxy.address);
    let open = |token: &Token| GameConnection::open(&flaky, Some(token.clone()), game);
    let ((seen, losses), (seen_by_other, more_losses)) =
        tokio::join!(play(|| open(&south), game, Seat::South), play(|| open(&north), game, Seat::North),);
    let log = spawn_blocking(move || events(&api, game)).await.expect("it ran");
    assert!(losses + more_losses > 0, "the proxy has cut connections");
    assert!(!seen.is_empty() && log.ends_with(&seen), "no gap, no repeat");
    assert!(log.ends_with(&seen_by_other), "the same for both");
}

fn server_address(address: SocketAddr) -> ServerAddress {
    address.to_string().parse().expect("an address")
}

/// A public game between two new guests, with their tokens.
fn start_game(api: &ApiClient) -> (GameId, Token, Token) {
    let [south, north] = [(); 2].map(|()| api.create_guest().expect("a guest").token);
    let new = NewGame { public: true, ..new_game("kubuguza", "none") };
    let game = api.create_game(&south, &new).expect("created").game;
    api.join_game(&north, game).expect("joined");
    (game, south, north)
}

/// The game's events as a spectator sees them.
fn events(api: &ApiClient, game: GameId) -> Vec<Event> {
    let text = api.get(&format!("/api/games/{game}/events"), &[], None).expect("the events");
    api.parse::<EventPage>(&text).expect("events").events
}

/// Plays the first legal action in each of the seat's turns until the game is over.
///
/// Returns the events that the connection reported, and how often it was lost.
async fn play(open: impl Fn() -> GameConnection, game: GameId, seat: Seat) -> (Vec<Event>, usize) {
    let mut events: Vec<Event> = Vec::new();
    let mut losses: usize = 0;
    let mut connection = open();
    loop {
        let position = match connection.next_update().await {
            GameUpdate::Snapshot(snapshot, _) => {
                snapshot.view.and_then(|view| Some((snapshot.seq, view.position?)))
            }
            GameUpdate::Event(event, _) => {
                events.push(*event);
                let event = events.last().expect("just pushed");
                match &event.kind {
                    EventKind::Acted { position, .. } => Some((event.seq, position.clone())),
                    EventKind::Ended { .. } => return (events, losses),
                    _ => None,
                }
            }
            GameUpdate::Disconnected(_) => {
                losses += 1;
                None
            }
            // A connection that is lost before the first snapshot fails, and is opened again.
            GameUpdate::Failed(failure) if events.is_empty() && failure.exit == Exit::Unreachable => {
                connection = open();
                None
            }
            GameUpdate::Acknowledged(..) | GameUpdate::Reconnected | GameUpdate::Presence(..) => None,
            other => panic!("unexpected {other:?}"),
        };
        if let Some((after, position)) = position.filter(|(_, position)| position.to_move == Some(Text(seat)))
        {
            connection.send(first_action(after, &position, game, seat));
        }
    }
}

fn first_action(after: u64, position: &PositionView, game: GameId, seat: Seat) -> ClientMessage {
    let id = format!("{seat}{}", position.ply).parse().expect("an id");
    ClientMessage::Act { game, id, after, action: position.legal[0].to_string() }
}
