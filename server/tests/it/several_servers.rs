//! Several servers on one database: it alone decides.

use std::time::Duration;

use fastrand::Rng;
use futures_util::future::join_all;
use ikibuguzo_engine::{Ruleset, Seat, Start};
use ikibuguzo_protocol::{ClientMessage, ErrorCode, Happening};
use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::support::{TestDatabase, TestServer, command_id, hold, seated_pair};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_start_together_make_the_tables_once() {
    let database = TestDatabase::new().await;
    let url = database.url();
    let open = || App::open(&url, Limits::default(), CancellationToken::new());
    for app in join_all((0..4).map(|_| open())).await {
        app.expect("it opens").add_guest().await.expect("a guest");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_take_the_same_turn_one_has_made_it() {
    let here = TestServer::start().await;
    let there = here.beside().await;
    let (game, players) = seated_pair(&here.http, "kubuguza", true).await;
    let mut sockets = Vec::new();
    for player in &players {
        sockets.push([here.client(Some(player)).await, there.client(Some(player)).await]);
    }
    let Start::Play(mut course) = Ruleset::Kubuguza.begin() else { panic!("it has no arrangement") };
    let mut chance = Rng::with_seed(71);
    while let Some(seat) = course.to_move() {
        let action = *chance.choice(&course.legal_actions()).expect("the seat to move can act");
        let act =
            || ClientMessage::Act { game, id: command_id(), ply: course.plies(), action: action.to_string() };
        let [one, other] = &mut sockets[usize::from(seat == Seat::North)];
        let (first, second) = (act(), act());
        let (one, other) = tokio::join!(one.command(&first), other.command(&second));
        assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
        course.play(action).expect("legal");
    }
    let log = here.http.events(game, 0).await.events;
    let plies = log.iter().filter(|event| matches!(event.what, Happening::Acted { .. })).count();
    assert_eq!(plies, course.plies() as usize);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_commit_that_was_given_up_a_game_is_read_again_and_again() {
    let here = TestServer::start().await;
    let there = here.beside().await;
    let (game, players) = seated_pair(&here.http, "kubuguza", true).await;
    let mut talker = here.client(Some(&players[1])).await;
    let head = talker.join(game, None).await.head;
    let mut database = here.database().await;
    hold(&mut database).await;
    let say = ClientMessage::Say { game, id: command_id(), text: "Muraho!".to_owned() };
    let refusal = talker.command(&say).await.expect_err("nobody can write");
    assert_eq!(refusal.code, ErrorCode::StorageUnavailable);
    sqlx::query("rollback").execute(&mut database).await.expect("free again");
    // The first look may come before this, as if that commit were made late.
    sleep(Duration::from_millis(1_500)).await;
    let mut south = there.client(Some(&players[0])).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    south.command(&act).await.expect("played");
    assert_eq!(talker.next_event().await.seq, head + 1, "nobody has asked for it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_seen_more_than_a_server_is_told_the_rest_by_it_all_the_same() {
    let here = TestServer::start().await;
    let there = here.beside().await;
    let (game, players) = seated_pair(&here.http, "kubuguza", true).await;
    let mut watcher = here.client(None).await;
    watcher.join(game, None).await;
    let mut south = there.client(Some(&players[0])).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    let seq = south.command(&act).await.expect("played");

    let mut returning = here.client(None).await;
    assert_eq!(returning.join(game, Some(seq)).await.head, seq);
    assert_eq!(watcher.next_event().await.seq, seq, "and so is everybody else");
}
