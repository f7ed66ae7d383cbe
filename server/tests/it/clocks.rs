//! Clocks over real sockets: receipts, ends on time by itself, and a restart that costs nobody anything.

use std::time::Duration;

use ikibuguzo_protocol::{
    ClientMessage, ClockSheet, EndReason, ErrorCode, Event, GameId, Happening, Outcome, Receipt,
};
use tokio::time::sleep;

use crate::support::{Http, TestDatabase, TestServer, command_id, new_game, seat_pair, spawn};

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
