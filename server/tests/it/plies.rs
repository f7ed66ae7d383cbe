//! What a game looked like after so many actions, and what could have been played there.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, Event, GameId, Happening, Lap, PlyView, PositionView, Problem,
    Snapshot, Stores,
};

use crate::support::{Bot, TestServer, command_id, new_game, seat_pair, seated_pair};

async fn ask(
    server: &TestServer,
    game: GameId,
    ply: &str,
    viewer: Option<&Credentials>,
) -> Result<PlyView, Problem> {
    server.http.ask("GET", &format!("/api/games/{game}/plies/{ply}"), viewer, None).await
}

async fn show(server: &TestServer, game: GameId, ply: &str, viewer: Option<&Credentials>) -> PlyView {
    ask(server, game, ply, viewer).await.expect("the ply")
}

async fn act(server: &TestServer, game: GameId, player: &Credentials, ply: u32, action: &str) {
    let act = ClientMessage::Act { game, id: command_id(), ply, action: action.to_owned() };
    server.client(Some(player)).await.command(&act).await.expect("acted");
}

fn actions(shown: &PlyView) -> Vec<String> {
    shown.previews.iter().map(|preview| preview.action.to_string()).collect()
}

/// The position and the laps that an event tells.
fn told(event: &Event) -> Option<(&PositionView, &[Lap])> {
    match &event.what {
        Happening::Revealed { position, .. } | Happening::Begun { position, .. } => Some((position, &[])),
        Happening::Acted { position, laps, .. } => Some((position, laps)),
        _ => None,
    }
}

#[tokio::test]
async fn every_ply_is_what_its_event_told_and_the_previews_come_true() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"] {
        let (game, [south, north]) = seated_pair(&server.http, rules, true).await;
        let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).run_for(60);
        tokio::join!(bot(Seat::South, &south, 71), bot(Seat::North, &north, 72));
        let resign = ClientMessage::Resign { game, id: command_id() };
        // Where the game was over before, that is refused.
        let _ = server.client(Some(&south)).await.command(&resign).await;

        let events = server.http.events(game, 0).await.events;
        let told: Vec<_> = events.iter().filter_map(told).collect();
        for (ply, pair) in told.windows(2).enumerate() {
            let [(before, _), (after, laps)] = pair else { unreachable!() };
            let shown = show(&server, game, &ply.to_string(), None).await;
            assert_eq!((&shown.position, shown.plies as usize), (*before, told.len() - 1), "{rules} {ply}");
            assert_eq!(actions(&shown), before.legal.iter().map(ToString::to_string).collect::<Vec<_>>());
            let played =
                shown.previews.iter().find(|preview| preview.laps == *laps).expect("what was played");
            let captured =
                laps.iter().flat_map(Lap::captured).map(|(_, counters)| u16::from(*counters)).sum();
            assert_eq!((played.captured, played.pending), (captured, after.pending), "{rules} {ply}");
        }
        let last = show(&server, game, "last", None).await;
        let snapshot: Snapshot = server.http.get(&format!("/api/games/{game}")).await.expect("the game");
        assert_eq!(Some(&last.position), snapshot.view.expect("a view").position.as_ref());
        assert!(last.previews.is_empty());
    }
}

#[tokio::test]
async fn a_preview_tells_nothing_of_a_store_to_who_may_not_know() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seated_pair(&server.http, "azigo", true).await;
    let sown = ["A", "B", "C", "D", "E", "F", "G", "H"];
    for _ in 0..2 {
        let [own, other, stranger] = [
            show(&server, game, "0", Some(&south)).await,
            show(&server, game, "0", Some(&north)).await,
            show(&server, game, "0", None).await,
        ];
        assert_eq!(actions(&own), [&sown[..], &["*"]].concat());
        assert_eq!(own.position.stores, Some(Stores { south: Some(9), north: None }));
        assert_eq!(actions(&other), sown);
        assert_eq!(other.position.stores, Some(Stores { south: None, north: Some(9) }));
        assert_eq!(actions(&stranger), sown);
        assert_eq!(stranger.position.stores, Some(Stores { south: None, north: None }));
        assert_eq!((&own.previews[..8], &other.previews), (&stranger.previews[..], &stranger.previews));
        if own.plies == 0 {
            act(&server, game, &south, 0, "*").await;
        }
    }
    let resign = ClientMessage::Resign { game, id: command_id() };
    server.client(Some(&south)).await.command(&resign).await.expect("over");
    let stranger = show(&server, game, "0", None).await;
    assert_eq!(actions(&stranger), [&sown[..], &["*"]].concat());
    assert_eq!(stranger.position.stores, Some(Stores { south: Some(9), north: Some(9) }));
}

#[tokio::test]
async fn what_was_taken_back_is_gone_and_what_is_not_there_is_refused() {
    let server = TestServer::start().await;
    let (game, [south, north]) = seat_pair(&server.http, new_game("kubuguza", "none")).await;
    act(&server, game, &south, 0, "O").await;
    act(&server, game, &north, 1, "o").await;
    let mut clients = [server.client(Some(&north)).await, server.client(Some(&south)).await];
    let offer = ClientMessage::OfferTakeback { game, id: command_id() };
    let offer = clients[0].command(&offer).await.expect("offered");
    let answer = ClientMessage::AnswerTakeback { game, id: command_id(), offer, accept: true };
    clients[1].command(&answer).await.expect("taken back");

    let last = show(&server, game, "last", None).await;
    assert_eq!((last.plies, last.position.ply), (1, 1));
    assert_eq!(last, show(&server, game, "1", None).await);
    for ply in ["2", "-1", "1.0", "newest", "99999999999999999999999"] {
        let problem = ask(&server, game, ply, None).await.expect_err("no such ply");
        assert_eq!(problem.code, ErrorCode::UnknownPly, "{ply}");
    }
    let (unarranged, _) = seated_pair(&server.http, "ikibuguzo:choice", true).await;
    let problem = ask(&server, unarranged, "last", None).await.expect_err("no board");
    assert_eq!(problem.code, ErrorCode::UnknownPly);
    let problem = ask(&server, "000000000000".parse().expect("an id"), "0", None).await.expect_err("no game");
    assert_eq!(problem.code, ErrorCode::UnknownGame);
}
