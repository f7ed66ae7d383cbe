//! Two links play a whole game against the real server over a line that is cut at random bytes.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{ClientMessage, Event, GameId, Happening, NewGame, Role, Starts, Text};
use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::super::{Link, News};
use crate::exit::Exit;
use proxy::{Fault, Proxy};

#[path = "../../../../../server/tests/it/support/proxy.rs"]
#[expect(dead_code, reason = "a link waits ten seconds for a line that is silent")]
mod proxy;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_over_a_bad_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let app = App::open(&url, Limits::default(), CancellationToken::new()).await.expect("a database");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    tokio::spawn(ikibuguzo_server::serve(listener, app.clone()));
    let proxy = Proxy::start(address, &[Fault::Cut], 9).await;

    let (south, token) = app.add_guest().await.expect("a guest");
    let (north, other_token) = app.add_guest().await.expect("a guest");
    let once = || "once".parse().expect("an id");
    let rules = Text("kubuguza".parse().expect("rules"));
    let new = NewGame { id: once(), rules, starts: Starts::Me, public: true, clock: Text::default() };
    let game = app.create_game(&south, &new).await.expect("created").game;
    app.lobby.command(game, &north, &Command { id: once(), ask: CommandKind::Sit }).await.expect("joined");

    let line = format!("http://{}", proxy.address).parse().expect("an address");
    let ((seen, losses), (seen_by_other, more)) = tokio::join!(
        play(|| Link::open(&line, Some(token.clone()), game), game, Seat::South),
        play(|| Link::open(&line, Some(other_token.clone()), game), game, Seat::North),
    );
    let log = replay::tell(&app.log(game).await.expect("a log"), 0).expect("a log");
    let log: Vec<Event> = log.iter().map(|event| event.to(Role::Spectator).clone()).collect();
    assert!(losses + more > 0, "the line was bad");
    assert!(!seen.is_empty() && log.ends_with(&seen), "no gap, no repeat");
    assert!(log.ends_with(&seen_by_other), "the same for both");
}

/// Follows a game to its end, however often the line is lost, and plays the first legal action whenever it is this seat's turn.
async fn play(open: impl Fn() -> Link, game: GameId, seat: Seat) -> (Vec<Event>, usize) {
    let (mut events, mut losses): (Vec<Event>, usize) = (Vec::new(), 0);
    let mut link = open();
    loop {
        let position = match link.next().await {
            News::Game(snapshot, _) => snapshot.view.and_then(|view| view.position),
            News::Event(event, _) => {
                events.push(*event);
                match &events.last().expect("just pushed").what {
                    Happening::Acted { position, .. } => Some(position.clone()),
                    Happening::Ended { .. } => return (events, losses),
                    _ => None,
                }
            }
            News::Lost(_) => {
                losses += 1;
                None
            }
            // Who cannot even begin is told so, and may begin again.
            News::Failed(failure) if events.is_empty() && failure.exit == Exit::Unreachable => {
                link = open();
                None
            }
            News::Ack(..) | News::Back | News::Presence(..) => None,
            other => panic!("unexpected {other:?}"),
        };
        let turn = position.filter(|position| position.to_move == Some(Text(seat)));
        if let Some(position) = turn {
            let id = format!("{seat}{}", position.ply).parse().expect("an id");
            let action = position.legal[0].to_string();
            link.send(ClientMessage::Act { game, id, ply: position.ply, action });
        }
    }
}
