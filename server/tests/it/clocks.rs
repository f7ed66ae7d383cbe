//! Clocks over real sockets: receipts, ends on time by itself, and a restart that costs nobody anything.

use std::pin::pin;
use std::time::Duration;

use futures_util::poll;
use ikibuguzo_protocol::{
    ClientMessage, ClockSheet, EndReason, ErrorCode, Event, GameId, Happening, Outcome, Receipt,
    ServerMessage,
};
use ikibuguzo_server::live::outbox::Outbox;
use ikibuguzo_server::time;
use sqlx::{AssertSqlSafe, Row};
use tokio::time::sleep;

use crate::support::{
    Client, Http, TestDatabase, TestServer, command_id, freeze, hold, new_game, seat_pair, signal, spawn,
};

async fn sheet(http: &Http, game: GameId) -> ClockSheet {
    http.get(&format!("/api/games/{game}/clock")).await.expect("the sheet")
}

fn outcome(event: &Event) -> Option<Outcome> {
    match event.what {
        Happening::Ended { outcome, .. } => Some(outcome),
        _ => None,
    }
}

#[tokio::test]
async fn every_action_carries_its_receipt() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "fischer:60+5")).await;
    let mut client = server.client(Some(&south)).await;
    let snapshot = client.join(game, None).await;
    let clocks = snapshot.view.and_then(|view| view.clocks).expect("clocks");
    let began = clocks.runs_out_at.expect("South's clock runs") - 60_000;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    client.command(&act).await.expect("played");
    let event = client.next_event().await;
    let Happening::Acted { receipt: Some(receipt), clock: Some(clock), .. } = event.what else {
        panic!("no receipt: {event:?}")
    };
    let charge = event.at - began;
    assert_eq!(receipt, Receipt { arrival: event.at, charge, balance: 65_000 - charge });
    assert_eq!(clock.runs_out_at, Some(event.at + 60_000));
    let sheet = sheet(&server.http, game).await;
    assert_eq!((sheet.bills[0].receipt, sheet.bills[0].seq, sheet.clocks), (receipt, event.seq, Some(clock)));
}

#[tokio::test]
async fn a_game_ends_on_time_by_itself() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seat_pair(&server.http, new_game("kubuguza", "fischer:1+0")).await;
    let mut client = server.client(Some(&north)).await;
    // Whether it has ended by now or not: what came after the beginning is told.
    client.join(game, Some(4)).await;
    let event = client.next_event().await;
    let outcome = outcome(&event).expect("it has ended");
    assert_eq!(
        (outcome.winner.map(|seat| seat.to_string()), outcome.reason),
        (Some("north".to_owned()), EndReason::Timeout)
    );
    let mut late = server.client(Some(&south)).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    assert_eq!(late.command(&act).await.expect_err("late is late").code, ErrorCode::GameOver);
}

#[tokio::test]
async fn a_game_ends_on_time_when_nobody_is_there_and_the_server_was_away() {
    let database = TestDatabase::new().await;
    let (mut server, address) = spawn(&database).await;
    let (game, _) = seat_pair(&Http::new(address), new_game("kubuguza", "fischer:3+0")).await;
    server.kill().await.expect("SIGKILL");
    let (_server, address) = spawn(&database).await;
    let http = Http::new(address);
    let log = loop {
        let log = http.events(game, 0).await.events;
        if log.last().and_then(outcome).is_some() {
            break log;
        }
        sleep(Duration::from_millis(20)).await;
    };
    let excused: u64 = log
        .iter()
        .map(|event| match event.what {
            Happening::Excused { from, until, .. } => until - from,
            _ => 0,
        })
        .sum();
    assert!(excused > 0, "the time until the new server was there is nobody's");
    let begun = log.iter().find(|event| matches!(event.what, Happening::Begun { .. })).expect("it began");
    let ended = log.last().expect("it ended");
    assert!(ended.at >= begun.at + 3_000 + excused, "{log:?}");
}

/// Puts everything off by eight days into the past, as if nobody had come for so long.
async fn let_a_week_go_by(server: &TestServer) {
    let mut database = server.database().await;
    for statement in [
        "update event set at = at - 691200000",
        "update game set created_at = created_at - 691200000",
        "update game set due_at = due_at - 691200000 where due_at is not null",
    ] {
        sqlx::query(statement).execute(&mut database).await.expect(statement);
    }
}

/// Waits until the state of a game, and whether something is due in it, is this.
async fn until_listed(server: &TestServer, game: GameId, state: &str, due: bool) {
    let select = format!("select state, due_at from game where code = '{game}'");
    let mut database = server.database().await;
    loop {
        let row = sqlx::query(AssertSqlSafe(select.clone())).fetch_one(&mut database).await.expect("a row");
        let listed: (String, Option<i64>) = (row.get(0), row.get(1));
        if (listed.0.as_str(), listed.1.is_some()) == (state, due) {
            return;
        }
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_game_without_a_clock_expires_by_itself_where_nobody_has_begun_it() {
    let server = TestServer::start().await;
    let (never, _) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let (begun, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    let act = ClientMessage::Act { game: begun, id: command_id(), ply: 0, action: "O".to_owned() };
    server.client(Some(&south)).await.command(&act).await.expect("played");
    until_listed(&server, begun, "playing", true).await;
    let_a_week_go_by(&server).await;
    let server = server.restart().await;
    until_listed(&server, never, "finished", false).await;
    let last = server.http.events(never, 0).await.events.pop().expect("its end");
    assert_eq!(outcome(&last), Some(Outcome { winner: None, reason: EndReason::Expired }));
    // It was looked into once, and there is nothing to look for any more.
    until_listed(&server, begun, "playing", false).await;
}

#[tokio::test]
async fn nobody_pays_for_absences_however_many_there_were_in_a_turn() {
    let server = TestServer::start().await;
    let (game, [south, _]) = seat_pair(&server.http, new_game("kubuguza", "fischer:600+0")).await;
    let began = server.http.events(game, 3).await.events[0].at;
    let mut database = server.database().await;
    for from in (0..10).step_by(2).map(|after| began + 1 + after) {
        let absence = format!("insert into downtime (from_at, until_at) values ({from}, {})", from + 1);
        sqlx::query(AssertSqlSafe(absence)).execute(&mut database).await.expect("an absence");
    }
    while time::now() < began + 20 {
        sleep(Duration::from_millis(1)).await;
    }
    let server = server.restart().await;
    let mut client = server.client(Some(&south)).await;
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    client.command(&act).await.expect("played");
    let sheet = sheet(&server.http, game).await;
    let excused: u64 = sheet.excused.iter().map(|excused| excused.until - excused.from).sum();
    let receipt = sheet.bills[0].receipt;
    assert!(sheet.excused.len() > 5 && excused >= 5, "{sheet:?}");
    assert_eq!(receipt.charge, receipt.arrival - began - excused);
}

#[tokio::test]
async fn a_machine_that_slept_costs_nobody_anything_however_soon_a_move_follows() {
    let database = TestDatabase::new().await;
    let (server, address) = spawn(&database).await;
    let http = Http::new(address);
    let (game, [south, _]) = seat_pair(&http, new_game("kubuguza", "fischer:60+0")).await;
    let began = http.events(game, 3).await.events[0].at;
    let mut mover = Client::connect(address, Some(&south)).await;
    freeze(&server);
    let act = ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() };
    mover.send(&act).await;
    // Longer than a server may be silent.
    sleep(Duration::from_millis(3_500)).await;
    signal(&server, "CONT");
    assert!(matches!(mover.next().await, ServerMessage::Ack { .. }));
    let sheet = sheet(&http, game).await;
    let excused = sheet.excused.first().unwrap_or_else(|| panic!("{began}: {sheet:?}"));
    let receipt = sheet.bills[0].receipt;
    assert!(excused.until - excused.from >= 3_000, "{sheet:?}");
    assert_eq!(receipt.charge, receipt.arrival - began - (excused.until - excused.from));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_was_heard_in_time_pays_for_nobody_who_waited_before_it() {
    let server = TestServer::start().await;
    let answer = loop {
        if let Some(answer) = move_behind_a_stall(&server).await {
            break answer;
        }
    };
    assert!(matches!(answer, ServerMessage::Ack { .. }), "{answer:?}");
}

/// South moves in time, behind somebody who comes to watch, behind talk that is stored only when South's time has run
/// out. None where this machine was too slow for South.
async fn move_behind_a_stall(server: &TestServer) -> Option<ServerMessage> {
    let (game, [south, north]) = seat_pair(&server.http, new_game("kubuguza", "fischer:2+0")).await;
    let (mut mover, mut talker) = (server.client(Some(&south)).await, server.client(Some(&north)).await);
    let flag = mover.join(game, None).await.view?.clocks?.runs_out_at?;

    let mut database = server.database().await;
    hold(&mut database).await;
    let text = "Muraho!".to_owned();
    talker.send(&ClientMessage::Say { game, id: command_id(), text }).await;
    hear(&mut talker).await;
    let (outbox, _lines) = Outbox::new(u64::MAX);
    let mut watching = pin!(server.app.rooms.watch(game, None, None, &outbox));
    assert!(poll!(watching.as_mut()).is_pending(), "it waits until the talk is stored");
    mover.send(&ClientMessage::Act { game, id: command_id(), ply: 0, action: "O".to_owned() }).await;
    hear(&mut mover).await;
    let in_time = time::now() < flag;
    while time::now() <= flag {
        sleep(Duration::from_millis(5)).await;
    }
    sqlx::query("rollback").execute(&mut database).await.expect("free again");
    watching.await.expect("watching");
    let mut answer = mover.next().await;
    while let ServerMessage::Event { .. } = answer {
        answer = mover.next().await;
    }
    in_time.then_some(answer)
}

/// Waits until the server has heard all that was said.
async fn hear(client: &mut Client) {
    client.send(&ClientMessage::Ping {}).await;
    while !matches!(client.next().await, ServerMessage::Pong { .. }) {}
}
