//! Several servers on one database: the database decides.

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::{Array, GameStart, Ruleset, Seat};
use ikibuguzo_protocol::{ErrorCode, EventKind};
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_testing::{TestDatabase, TestServer, act, arrange, say, start_game};
use tokio_util::sync::CancellationToken;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_started_together_create_the_schema_once() {
    let database = TestDatabase::new().await;
    let url = database.url();
    let open = || App::open(&url, AppSettings::default(), CancellationToken::new());
    for app in join_all((0..4).map(|_| open())).await {
        app.expect("an open database").accounts.add_guest().await.expect("a guest");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_decide_in_the_same_position_one_wins() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let (game, players) = start_game(&here.http, "kubuguza", true).await;
    let mut sockets = Vec::new();
    for player in &players {
        sockets.push([here.client(Some(player)).await, there.client(Some(player)).await]);
    }
    let GameStart::Play(mut position) = Ruleset::Kubuguza.begin() else { panic!("it has no arrangement") };
    let mut rng = Rng::with_seed(71);
    while let Some(seat) = position.to_move() {
        let action = *rng.choice(&position.legal_actions()).expect("the seat to move can act");
        let act = || act(game, 4 + u64::from(position.plies()), &action.to_string());
        let [here, there] = &mut sockets[usize::from(seat == Seat::North)];
        let first = act();
        let second = act();
        let (here, there) = tokio::join!(here.command(&first), there.command(&second));
        assert!(here.is_ok() != there.is_ok(), "{here:?} {there:?}");
        position.play(action).expect("legal");
    }
    let log = here.http.events(game, 0).await.events;
    let plies = log.iter().filter(|event| matches!(event.kind, EventKind::Acted { .. })).count();
    assert_eq!(plies, position.plies() as usize);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_arrangements_are_stored_once_when_they_come_to_two_servers_at_once() {
    const GAMES: usize = 30;
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let games = join_all((0..GAMES).map(|_| start_game(&here.http, "ikibuguzo:choice", true))).await;
    let arrange_both = async |(game, [south, north]): &(_, [_; 2])| {
        let first = arrange(*game, Array::First);
        let second = arrange(*game, Array::Second);
        let (south, north) = tokio::join!(here.command(south, &first), there.command(north, &second));
        (south.expect("arranged"), north.expect("arranged"))
    };
    join_all(games.iter().map(arrange_both)).await;
    for (game, _) in &games {
        let log = here.http.events(*game, 0).await.events;
        let count = |is_counted: fn(&EventKind) -> bool| log.iter().filter(|it| is_counted(&it.kind)).count();
        assert_eq!(count(|kind| matches!(kind, EventKind::Arranged { .. })), 2, "{log:?}");
        assert_eq!(count(|kind| matches!(kind, EventKind::Revealed { .. })), 1, "{log:?}");
        assert!(matches!(log.last().map(|event| &event.kind), Some(EventKind::Revealed { .. })), "{log:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_commit_that_timed_out_the_log_is_read_repeatedly() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let (game, [south, north]) = start_game(&here.http, "kubuguza", true).await;
    let mut watcher = here.client(Some(&north)).await;
    let head = watcher.join(game, None).await.head;
    let lock = here.lock_writes().await;
    let refusal = watcher.command(&say(game, "Muraho!")).await.expect_err("nothing can be written");
    assert_eq!(refusal.code, ErrorCode::StorageUnavailable);
    lock.release().await;
    // The other server stores each event only when this one has read and sent the one before: it reads at least twice.
    there.command(&south, &act(game, 4, "O")).await.expect("played");
    assert_eq!(watcher.next_event().await.seq, head + 1, "without a request");
    there.command(&south, &say(game, "Muraho!")).await.expect("said");
    assert_eq!(watcher.next_event().await.seq, head + 2, "without a request");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_ahead_of_its_server_makes_the_server_catch_up() {
    let here = TestServer::start().await;
    let there = here.start_second().await;
    let (game, players) = start_game(&here.http, "kubuguza", true).await;
    let mut watcher = here.client(None).await;
    watcher.join(game, None).await;
    let mut south = there.client(Some(&players[0])).await;
    let seq = south.command(&act(game, 4, "O")).await.expect("played");

    let mut returning = here.client(None).await;
    assert_eq!(returning.join(game, Some(seq)).await.head, seq);
    assert_eq!(watcher.next_event().await.seq, seq, "the other watchers catch up too");
}
