//! Berserk: halving one's own clock in a game of an arena, for one point more.

use std::time::Duration;

use std::fs;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, EventKind, GameId, NewTournament, PlayerName, Seats, Tournament,
    TournamentFormat, TournamentId, TournamentPairing,
};
use ikibuguzo_server::operations::import::error::ImportError;
use ikibuguzo_server::operations::import::{ImportOptions, import};
use ikibuguzo_testing::{
    Bot, HttpClient, ServerCommand, TestDatabase, TestServer, command_id, eventually, resign, start_game,
};

use crate::PROGRAM;
use crate::arenas::{begin, wait_for_games};
use crate::storage::export::{export, import_text, start_with_immediate_export};
use crate::storage::tournaments::{enter, make, new_tournament, show};

/// Halves the own clock.
pub(crate) fn berserk(game: GameId) -> ClientMessage {
    ClientMessage::Berserk { game, id: command_id() }
}

/// The first game that is being played, and its players.
pub(crate) fn first_game<'p>(
    shown: &Tournament,
    players: &'p [Credentials],
) -> (GameId, [&'p Credentials; 2]) {
    let pairing = shown.rounds.iter().flatten().find(|it| it.points.is_none()).expect("a game");
    let of = |name: &PlayerName| players.iter().find(|it| it.name == *name).expect("a player");
    (pairing.game.expect("a game"), [of(&pairing.players.south), of(&pairing.players.north)])
}

/// The points of a game, once the arena has noted them.
pub(crate) async fn points_of(http: &HttpClient, arena: TournamentId, game: GameId) -> Seats<u32> {
    let mut points = None;
    let are_known = async || {
        let shown = show(http, arena).await;
        let is_it = |it: &&TournamentPairing| it.game == Some(game);
        points = shown.rounds.iter().flatten().find(is_it).and_then(|it| it.points);
        points.is_some()
    };
    eventually("the points of the game", are_known).await;
    points.expect("points")
}

/// Both players play at random until the game has this many events.
pub(crate) async fn play_until(
    server: &TestServer,
    game: GameId,
    [south, north]: [&Credentials; 2],
    events: usize,
) {
    let bot =
        |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(events);
    tokio::join!(bot(Seat::South, south, 3), bot(Seat::North, north, 5));
}

async fn plays_in(http: &HttpClient, game: GameId) -> Vec<EventKind> {
    http.events(game, 0).await.events.into_iter().map(|event| event.kind).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_berserk_and_wins_gets_one_point_more() {
    let server = start_with_immediate_export().await;
    let (arena, players) = begin(&server).await;
    let fresh = show(&server.http, arena).await;
    let shown = wait_for_games(&server.http, arena, 2, &fresh).await;
    let (game, seats @ [south, north]) = first_game(&shown, &players);
    let mut spectator = server.client(None).await;
    let joined = spectator.join(game, None).await;
    assert_eq!(joined.view.expect("a view").may_berserk, Seats { south: true, north: true });

    let mut client = server.client(Some(south)).await;
    let command = berserk(game);
    let seq = client.command(&command).await.expect("before its first action");
    let event = spectator.next_event().await;
    assert_eq!(event.seq, seq);
    let EventKind::Berserked { seat, clocks } = event.kind else { panic!("{event:?}") };
    let balance = clocks.expect("clocks").balance;
    assert_eq!(
        (*seat, balance),
        (Seat::South, Seats { south: Duration::from_millis(150_000), north: Duration::from_millis(300_000) })
    );
    assert_eq!(server.http.command(south, &command).await.expect("the same answer"), seq);
    assert_eq!(client.command(&berserk(game)).await.expect_err("again").code, ErrorCode::TooLateToBerserk);
    assert_eq!(
        spectator.command(&berserk(game)).await.expect_err("no player").code,
        ErrorCode::TokenRequired
    );

    server.http.command(north, &berserk(game)).await.expect("before its own first action");
    Box::pin(play_until(&server, game, seats, 30)).await;
    let late = server.http.command(north, &berserk(game)).await.expect_err("late");
    assert_eq!(late.code, ErrorCode::TooLateToBerserk);
    client.command(&resign(game)).await.expect("resigned");
    assert_eq!(points_of(&server.http, arena, game).await, Seats { south: 0, north: 3 });
    let shown = show(&server.http, arena).await;
    let winner = shown.standings.iter().find(|it| it.player == north.name).expect("a standing");
    assert_eq!((winner.points, winner.won, winner.streak), (3, 1, 1));

    // Another server takes the game over from the export, bit by bit.
    let there = start_with_immediate_export().await;
    let line = export(&server, "", None).await;
    assert_eq!(line.lines().count(), 1);
    assert_eq!(import_text(&there, "games.ndjson", &line).await.new, 1);
    assert_eq!(export(&there, "", None).await, line);
    let doctored = line.replacen(r#""balance":{"south":150000"#, r#""balance":{"south":300000"#, 1);
    assert_ne!(doctored, line);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.ndjson");
    fs::write(&file, doctored).expect("written");
    let empty = TestServer::start().await;
    let refused =
        import(&empty.app.store, &file, ImportOptions::default(), empty.app.clock.now(), &empty.app.chance)
            .await;
    assert!(matches!(refused, Err(ImportError::Refused { .. })), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_short_game_gives_no_point_more_and_its_rematch_has_whole_clocks() {
    let server = TestServer::start().await;
    let (arena, players) = begin(&server).await;
    let fresh = show(&server.http, arena).await;
    let shown = wait_for_games(&server.http, arena, 2, &fresh).await;
    let (game, [south, north]) = first_game(&shown, &players);
    server.http.command(north, &berserk(game)).await.expect("before its first action");
    server.http.command(south, &resign(game)).await.expect("resigned");
    assert_eq!(points_of(&server.http, arena, game).await, Seats { south: 0, north: 2 });

    let offer = || ClientMessage::OfferRematch { game, id: command_id() };
    server.http.command(south, &offer()).await.expect("offered");
    server.http.command(north, &offer()).await.expect("agreed");
    let plays = plays_in(&server.http, game).await;
    let Some(EventKind::Rematched { rematch }) = plays.last() else { panic!("{plays:?}") };
    let refused = server.http.command(south, &berserk(*rematch)).await.expect_err("no game of the arena");
    assert_eq!(refused.code, ErrorCode::CannotBerserk);
    let (other, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let refused = server.http.command(&south, &berserk(other)).await.expect_err("no clock");
    assert_eq!(refused.code, ErrorCode::CannotBerserk);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_halves_the_clock_and_both_show_it() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let (arena, players) = begin(&here).await;
    let fresh = show(&here.http, arena).await;
    let shown = wait_for_games(&here.http, arena, 2, &fresh).await;
    let (game, [south, _]) = first_game(&shown, &players);
    let mut spectator = there.client(None).await;
    spectator.join(game, None).await;
    let first = berserk(game);
    let second = berserk(game);
    let (one, other) = tokio::join!(here.http.command(south, &first), there.http.command(south, &second));
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    let seq = one.or(other).expect("one is on disk");
    let event = spectator.next_event().await;
    assert!(event.seq == seq && matches!(event.kind, EventKind::Berserked { .. }), "{event:?}");
    for server in [&here, &there] {
        let view = server.client(None).await.join(game, None).await.view.expect("a view");
        assert_eq!(
            (view.berserk, view.may_berserk),
            (Seats { south: true, north: false }, Seats { south: false, north: true })
        );
        assert_eq!(
            view.clocks.expect("clocks").balance,
            Seats { south: Duration::from_millis(150_000), north: Duration::from_millis(300_000) }
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_halved_clock_is_still_halved_after_a_kill() {
    let database = TestDatabase::new().await;
    let command = ServerCommand::new(PROGRAM);
    let mut server = command.spawn(&database).await;
    let maker = server.http().create_claimed("Kamau").await;
    let other = server.http().create_guest().await;
    let new = NewTournament { format: TournamentFormat::Arena, ..new_tournament("fischer:61+5") };
    let arena = make(&server.http(), &maker, &new).await.expect("an arena").tournament;
    for player in [&maker, &other] {
        enter(&server.http(), arena, player).await.expect("entered");
    }
    let players = [maker, other];
    let fresh = show(&server.http(), arena).await;
    let shown = wait_for_games(&server.http(), arena, 1, &Tournament { rounds: Vec::new(), ..fresh }).await;
    let (game, [_, north]) = first_game(&shown, &players);
    let sent = berserk(game);
    let seq = server.http().command(north, &sent).await.expect("before its first action");
    server.kill().await;
    server = command.spawn(&database).await;
    assert_eq!(server.http().command(north, &sent).await.expect("the first answer"), seq);
    let plays = plays_in(&server.http(), game).await;
    let halved: Vec<_> = plays
        .iter()
        .filter_map(|kind| match kind {
            EventKind::Berserked { clocks, .. } => clocks.map(|clocks| clocks.balance),
            _ => None,
        })
        .collect();
    assert_eq!(
        halved,
        [Seats { south: Duration::from_millis(61_000), north: Duration::from_millis(30_500) }]
    );
}
