//! Clocks over real sockets: receipts, time-outs, and downtime that no clock is charged for.

use std::time::Duration;

use std::pin::pin;

use futures_util::poll;
use ikibuguzo_protocol::{
    ClockReport, ClockView, Credentials, EndReason, ErrorCode, Event, EventKind, GameId, Outcome, Receipt,
    ServerMessage, Snapshot, TimeControl, Timestamp,
};
use ikibuguzo_server::live::frame::EventForm;
use ikibuguzo_server::live::outbox::Outbox;
use ikibuguzo_testing::{
    Cluster, HttpClient, Link, ServerCommand, TestClient, TestDatabase, TestServer, act, eventually,
    machine_time, new_game, say, start_game_with,
};

use crate::PROGRAM;

/// A week, in milliseconds, and a day more.
const EIGHT_DAYS: Duration = Duration::from_hours(8 * 24);

/// Silence of the heartbeat that counts as downtime.
const MAX_SILENCE: Duration = Duration::from_secs(3);

/// Starts a game of Kubuguza in which both players have made their first turns: South's clock runs from the event 6 on.
async fn start_timed_game(http: &HttpClient, clock: &str) -> (GameId, [Credentials; 2]) {
    let (game, players) = start_game_with(http, new_game("kubuguza", clock)).await;
    http.command(&players[0], &act(game, 4, "O")).await.expect("played");
    http.command(&players[1], &act(game, 5, "n")).await.expect("played");
    (game, players)
}

async fn clock_sheet(http: &HttpClient, game: GameId) -> ClockReport {
    http.get(&format!("/api/games/{game}/clock")).await.expect("the sheet")
}

fn outcome(event: &Event) -> Option<Outcome> {
    match event.kind {
        EventKind::Ended { outcome, .. } => Some(outcome),
        _ => None,
    }
}

#[tokio::test]
async fn every_move_carries_its_clock_receipt() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_timed_game(&server.http, "fischer:60+5").await;
    let mut client = server.client(Some(&south)).await;
    let snapshot = client.join(game, None).await;
    let clocks = snapshot.view.and_then(|view| view.clocks).expect("clocks");
    let allowance = TimeControl::Fischer { initial: 60, increment: 5 }.sowing_allowance();
    let began = clocks.runs_out_at.expect("South's clock runs") - allowance - Duration::from_mins(1);
    let act = act(game, 6, "P");
    client.command(&act).await.expect("played");
    let event = client.next_event().await;
    let EventKind::Acted { receipt: Some(receipt), clocks: Some(clocks), .. } = event.kind else {
        panic!("no receipt: {event:?}")
    };
    let free = allowance.min(event.at - began);
    let charge = event.at - began - free;
    assert_eq!(
        receipt,
        Receipt { arrival: event.at, charge, allowance: free, balance: Duration::from_secs(65) - charge }
    );
    assert_eq!(clocks.runs_out_at, Some(event.at + allowance + Duration::from_mins(1)));
    let sheet = clock_sheet(&server.http, game).await;
    assert_eq!(
        (sheet.bills[2].receipt, sheet.bills[2].seq, sheet.clocks),
        (receipt, event.seq, Some(clocks))
    );
}

#[tokio::test]
async fn a_game_ends_when_the_clock_runs_out() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_timed_game(&server.http, "fischer:1+0").await;
    let mut client = server.client(Some(&north)).await;
    // The end is sent whether it came before this or comes later.
    client.join(game, Some(6)).await;
    let event = client.next_event().await;
    let outcome = outcome(&event).expect("it has ended");
    assert_eq!(
        (outcome.winner.map(|seat| seat.to_string()), outcome.reason),
        (Some("north".to_owned()), EndReason::Timeout)
    );
    let mut late = server.client(Some(&south)).await;
    let act = act(game, 6, "P");
    assert_eq!(late.command(&act).await.expect_err("too late").code, ErrorCode::GameOver);
}

#[tokio::test]
async fn a_game_without_sockets_ends_on_time_after_a_restart() {
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let http = server.http();
    let (game, _) = start_timed_game(&http, "fischer:60+0").await;
    let begun_at = http.events(game, 5).await.events[0].at;
    server.kill().await;
    // Half a second is left on South's clock.
    database.shift_times_back(Duration::from_millis(60_000 - 500) - (machine_time() - begun_at)).await;
    let server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let http = server.http();
    let mut log = Vec::new();
    let has_ended = async || {
        log = http.events(game, 0).await.events;
        log.last().and_then(outcome).is_some()
    };
    eventually("the end of the game", has_ended).await;
    let excused: Duration = log
        .iter()
        .map(|event| match event.kind {
            EventKind::Excused { from, until, .. } => until - from,
            _ => Duration::ZERO,
        })
        .sum();
    assert!(!excused.is_zero(), "the time without a server is excused");
    let began_at = log[5].at;
    let ended = log.last().expect("an end");
    assert!(ended.at >= began_at + Duration::from_mins(1) + excused, "{log:?}");
}

/// Waits until the database lists a game with this state, and with or without a time at which something is due.
async fn wait_for_listing(server: &TestServer, game: GameId, state: &str, is_due: bool) {
    let due = if is_due { "is not null" } else { "is null" };
    let row = format!("game where code = '{game}' and state = '{state}' and due_at {due}");
    eventually(&row, async || server.database().count(&row).await == 1).await;
}

#[tokio::test]
async fn a_game_without_a_clock_and_without_a_move_expires() {
    let server = TestServer::start().await;
    let (untouched, _) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let (played, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    server.command(&south, &act(played, 4, "O")).await.expect("played");
    wait_for_listing(&server, played, "playing", true).await;
    server.database().shift_times_back(EIGHT_DAYS).await;
    let server = server.restart().await;
    wait_for_listing(&server, untouched, "finished", false).await;
    let last = server.http.events(untouched, 0).await.events.pop().expect("its end");
    assert_eq!(outcome(&last), Some(Outcome { winner: None, reason: EndReason::Expired }));
    // It was loaded once, and nothing is due any more.
    wait_for_listing(&server, played, "playing", false).await;
}

#[tokio::test]
async fn a_clock_is_not_charged_for_any_of_several_downtimes() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_timed_game(&server.http, "fischer:600+0").await;
    let began = server.http.events(game, 5).await.events[0].at;
    for from in (0..10).step_by(2).map(|after| began + Duration::from_millis(1 + after)) {
        let downtime = format!(
            "insert into outage (node_id, from_at, until_at) values (0, {from}, {})",
            from + Duration::from_millis(1)
        );
        server.database().execute(&downtime).await;
    }
    eventually("the end of the downtimes", async || {
        server.app.clock.now() >= began + Duration::from_millis(20)
    })
    .await;
    let server = server.restart().await;
    let mut client = server.client(Some(&south)).await;
    let act = act(game, 6, "P");
    client.command(&act).await.expect("played");
    let sheet = clock_sheet(&server.http, game).await;
    let excused: Duration = sheet.excused.iter().map(|excused| excused.until - excused.from).sum();
    let receipt = sheet.bills[2].receipt;
    assert!(sheet.excused.len() > 5 && excused >= Duration::from_millis(5), "{sheet:?}");
    assert_eq!(receipt.charge + receipt.allowance, receipt.arrival - began - excused);
}

/// The clocks and the deadline of the arrangement, as `GET /api/games/{game}` shows them.
async fn shown_clocks(server: &TestServer, game: GameId) -> (Option<ClockView>, Option<Timestamp>) {
    let shown: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("the game");
    let view = shown.view.expect("a view");
    (view.clocks, view.arrange_by)
}

#[tokio::test]
async fn after_a_restart_every_answer_shows_the_excused_clocks() {
    let server = TestServer::start().await;
    let (running, _) = start_timed_game(&server.http, "fischer:600+0").await;
    let (first_turn, _) = start_game_with(&server.http, new_game("kubuguza", "fischer:600+0")).await;
    let (arranging, _) = start_game_with(&server.http, new_game("ikibuguzo:choice", "fischer:600+0")).await;
    let games = [running, first_turn, arranging];
    let from = server.app.clock.now() + Duration::from_millis(1);
    let downtime = format!(
        "insert into outage (node_id, from_at, until_at) values (0, {from}, {})",
        from + Duration::from_millis(5)
    );
    server.database().execute(&downtime).await;
    eventually("the end of the downtime", async || server.app.clock.now() > from + Duration::from_millis(5))
        .await;
    let mut before = Vec::new();
    for game in games {
        before.push(shown_clocks(&server, game).await);
    }
    let server = server.restart().await;
    for (game, before) in games.into_iter().zip(before) {
        let shown = shown_clocks(&server, game).await;
        assert_ne!(shown, before, "the downtime is excused");
        let clocks = clock_sheet(&server.http, game).await.clocks;
        assert_eq!(clocks, shown.0);
        // To join the game stores what is excused.
        let view = server.client(None).await.join(game, None).await.view.expect("a view");
        assert_eq!((view.clocks, view.arrange_by), shown);
    }
}

#[tokio::test]
async fn a_clock_is_not_charged_for_a_frozen_server() {
    let database = TestDatabase::new().await;
    let server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let http = server.http();
    let (game, [south, _]) = start_timed_game(&http, "fischer:60+0").await;
    let began = http.events(game, 5).await.events[0].at;
    let mut mover = server.client(Some(&south)).await;
    server.freeze();
    let frozen_at = machine_time();
    mover.send(&act(game, 6, "P")).await;
    // Time itself is tested here: the frozen server must be silent for longer than it may.
    eventually("a long silence", async || machine_time() > frozen_at + MAX_SILENCE).await;
    server.unfreeze();
    assert!(matches!(mover.next().await, ServerMessage::Ack { .. }));
    let sheet = clock_sheet(&http, game).await;
    let excused = sheet.excused.first().unwrap_or_else(|| panic!("{began}: {sheet:?}"));
    let receipt = sheet.bills[2].receipt;
    assert!(excused.until - excused.from >= MAX_SILENCE, "{sheet:?}");
    let excused = excused.until - excused.from;
    assert_eq!(receipt.charge + receipt.allowance, receipt.arrival - began - excused);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs Postgres and nats-server; CONTRIBUTING.md says how to run it"]
async fn a_clock_is_not_charged_when_its_player_leaves_a_server_that_has_just_lost_its_database() {
    let logs = tempfile::tempdir().expect("a folder");
    let cluster = Cluster::start(PROGRAM, 2, logs.path()).await;
    let [left, here] = [&cluster.nodes[0], &cluster.nodes[1]];
    let (game, [south, _]) = start_timed_game(&here.http(), "fischer:60+0").await;
    let mut player = TestClient::connect(left.address(), Some(&south)).await;
    player.join(game, None).await;
    let open_visits = async || cluster.database.count("presence where until_at is null").await;
    eventually("the visit", async || open_visits().await == 1).await;

    let cut_at = machine_time();
    left.database.set(Link::Cut);
    player.disconnect();
    // Time itself is tested here: the server must be silent for longer than it may.
    eventually("a long silence", async || machine_time() > cut_at + MAX_SILENCE).await;
    let back_at = machine_time();
    left.database.set(Link::Open);
    eventually("the end of the visit", async || open_visits().await == 0).await;
    here.http().command(&south, &act(game, 6, "P")).await.expect("played");
    let excused = clock_sheet(&here.http(), game).await.excused;
    assert!(excused.iter().any(|it| it.from <= cut_at && back_at <= it.until), "{cut_at}: {excused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_received_in_time_counts_although_the_database_stalls() {
    let server = TestServer::start().await;
    for _ in 0..30 {
        if let Some(answer) = move_behind_a_stall(&server).await {
            assert!(matches!(answer, ServerMessage::Ack { .. }), "{answer:?}");
            return;
        }
    }
    panic!("this machine was too slow 30 times");
}

/// South moves in time, behind a spectator that joins, behind a chat message that is stored only when South's time has
/// run out. None where this machine was too slow for South to move in time.
async fn move_behind_a_stall(server: &TestServer) -> Option<ServerMessage> {
    let (game, [south, north]) = start_timed_game(&server.http, "fischer:1+0").await;
    let mut mover = server.client(Some(&south)).await;
    let mut talker = server.client(Some(&north)).await;
    let runs_out_at = mover.join(game, None).await.view?.clocks?.runs_out_at?;

    let lock = server.lock_writes().await;
    talker.send(&say(game, "Muraho!")).await;
    talker.sync().await;
    let (outbox, _lines) = Outbox::new(u64::MAX);
    let mut watching = pin!(server.app.rooms.watch(game, None, None, EventForm::Full, &outbox));
    assert!(poll!(watching.as_mut()).is_pending(), "the chat message is not stored yet");
    mover.send(&act(game, 6, "P")).await;
    mover.sync().await;
    let is_in_time = server.app.clock.now() < runs_out_at;
    eventually("the end of South's time", async || server.app.clock.now() > runs_out_at).await;
    lock.release().await;
    watching.await.expect("watching");
    let mut answer = mover.next().await;
    while let ServerMessage::Event { .. } = answer {
        answer = mover.next().await;
    }
    is_in_time.then_some(answer)
}
