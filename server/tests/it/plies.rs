//! The position of a game after any ply, with previews of the legal moves.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ErrorCode, Event, EventKind, GameId, Lap, PlyView, PositionView, Problem,
    Snapshot, Stores,
};
use ikibuguzo_testing::{Bot, TestServer, act, command_id, new_game, resign, start_game, start_game_with};

async fn try_show(
    server: &TestServer,
    game: GameId,
    ply: &str,
    viewer: Option<&Credentials>,
) -> Result<PlyView, Problem> {
    server.http.call("GET", &format!("/api/games/{game}/plies/{ply}"), viewer, None).await
}

async fn show(server: &TestServer, game: GameId, ply: &str, viewer: Option<&Credentials>) -> PlyView {
    try_show(server, game, ply, viewer).await.expect("the ply")
}

fn actions(shown: &PlyView) -> Vec<String> {
    shown.previews.iter().map(|preview| preview.action.to_string()).collect()
}

/// The position and the laps of an event.
fn position_and_laps(event: &Event) -> Option<(&PositionView, &[Lap])> {
    match &event.kind {
        EventKind::Revealed { position, .. } | EventKind::Begun { position, .. } => Some((position, &[])),
        EventKind::Acted { position, laps, .. } => Some((position, laps)),
        _ => None,
    }
}

#[tokio::test]
async fn every_ply_equals_its_event_and_the_previews_equal_the_moves() {
    let server = TestServer::start().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "njombwa:8", "azigo"] {
        let (game, [south, north]) = start_game(&server.http, rules, true).await;
        let bot =
            |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(60);
        tokio::join!(bot(Seat::South, &south, 71), bot(Seat::North, &north, 72));
        // Refused where the game is over already.
        let _ = server.command(&south, &resign(game)).await;

        let events = server.http.events(game, 0).await.events;
        let positions: Vec<_> = events.iter().filter_map(position_and_laps).collect();
        for (ply, pair) in positions.windows(2).enumerate() {
            let [(before, _), (after, laps)] = pair else { unreachable!() };
            let shown = show(&server, game, &ply.to_string(), None).await;
            assert_eq!(
                (&shown.position, shown.plies as usize),
                (*before, positions.len() - 1),
                "{rules} {ply}"
            );
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
async fn a_preview_conceals_the_opponents_store() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "azigo", true).await;
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
            server.command(&south, &act(game, 4, "*")).await.expect("played");
        }
    }
    server.command(&south, &resign(game)).await.expect("resigned");
    let stranger = show(&server, game, "0", None).await;
    assert_eq!(actions(&stranger), [&sown[..], &["*"]].concat());
    assert_eq!(stranger.position.stores, Some(Stores { south: Some(9), north: Some(9) }));
}

#[tokio::test]
async fn a_taken_back_ply_is_gone_and_an_unknown_ply_is_refused() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    server.command(&south, &act(game, 4, "O")).await.expect("played");
    server.command(&north, &act(game, 5, "o")).await.expect("played");
    let mut clients = [server.client(Some(&north)).await, server.client(Some(&south)).await];
    let offer = ClientMessage::OfferTakeback { game, id: command_id() };
    let offer = clients[0].command(&offer).await.expect("offered");
    let answer = ClientMessage::AnswerTakeback { game, id: command_id(), offer, accept: true };
    clients[1].command(&answer).await.expect("taken back");

    let last = show(&server, game, "last", None).await;
    assert_eq!((last.plies, last.position.ply), (1, 1));
    assert_eq!(last, show(&server, game, "1", None).await);
    for ply in ["2", "-1", "1.0", "newest", "99999999999999999999999"] {
        let problem = try_show(&server, game, ply, None).await.expect_err("no such ply");
        assert_eq!(problem.code, ErrorCode::UnknownPly, "{ply}");
    }
    let (unarranged, _) = start_game(&server.http, "ikibuguzo:choice", true).await;
    let problem = try_show(&server, unarranged, "last", None).await.expect_err("no board");
    assert_eq!(problem.code, ErrorCode::UnknownPly);
    let problem =
        try_show(&server, "000000000000".parse().expect("an id"), "0", None).await.expect_err("no game");
    assert_eq!(problem.code, ErrorCode::UnknownGame);
}
