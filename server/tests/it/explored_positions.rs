//! The actions that can be played from a position, and their effects.

use fastrand::Rng;
use ikibuguzo_engine::{Action, Game, Ruleset, Seat};
use ikibuguzo_protocol::{ErrorCode, ExploredPosition, PlyView, Problem, Text};
use ikibuguzo_testing::{Bot, HttpClient, TestServer, resign, start_game};

async fn explore(http: &HttpClient, query: &str) -> Result<ExploredPosition, Problem> {
    http.get(&format!("/api/positions/actions?{query}")).await
}

/// A position in a query.
fn encoded(position: &str) -> String {
    format!("position={}", position.replace(' ', "+").replace('?', "%3F"))
}

/// Actions in a query.
fn encoded_play(actions: &[Action]) -> String {
    let texts: Vec<_> = actions.iter().map(|action| action.to_string().replace('<', "%3C")).collect();
    format!("play={}", texts.join("."))
}

/// Plays up to 40 actions at random.
fn random_actions(mut game: Game, rng: &mut Rng) -> Vec<Action> {
    let mut actions = Vec::new();
    while let Some(&action) = rng.choice(&game.legal_actions()).filter(|_| actions.len() < 40) {
        game.advance(action).expect("legal");
        actions.push(action);
    }
    actions
}

#[tokio::test]
async fn actions_from_a_position_have_the_effects_that_the_engine_gives_them() {
    let server = TestServer::start().await;
    let mut rng = Rng::with_seed(11);
    for rules in ["ikibuguzo:first", "kubuguza", "njombwa:9", "azigo", "azigo:own-row"] {
        let start = Game::from_rulespec(rules).expect("a game");
        let actions = random_actions(start.clone(), &mut rng);
        let query = format!("{}&{}", encoded(&start.position().to_string()), encoded_play(&actions));
        let explored = explore(&server.http, &query).await.expect("an answer");
        assert_eq!(explored, ExploredPosition::after(start, &actions).expect("legal"));
        assert_eq!(explored.played.len(), actions.len(), "{rules}");
        let on = explore(&server.http, &encoded(&explored.position)).await.expect("an answer");
        assert_eq!(on.previews, explored.previews, "the position alone gives the same actions: {rules}");
    }
}

#[tokio::test]
async fn a_finished_game_is_explored_from_any_ply() {
    let server = TestServer::start().await;
    for rules in Ruleset::ALL.iter().map(Ruleset::to_string).filter(|rules| !rules.contains("choice")) {
        let (game, [south, north]) = start_game(&server.http, &rules, true).await;
        let bot =
            |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(20);
        tokio::join!(bot(Seat::South, &south, 5), bot(Seat::North, &north, 6));
        let live = explore(&server.http, &format!("game={game}")).await;
        assert_eq!(live.expect_err("it goes on").code, ErrorCode::GameNotOver);
        server.command(&south, &resign(game)).await.expect("resigned");
        let last: PlyView = server.http.get(&format!("/api/games/{game}/plies/last")).await.expect("a ply");
        for ply in [0, 7, last.plies] {
            let explored = explore(&server.http, &format!("game={game}&ply={ply}")).await.expect("an answer");
            let shown: PlyView =
                server.http.get(&format!("/api/games/{game}/plies/{ply}")).await.expect("a ply");
            assert_eq!(explored.start.holes, shown.position.holes, "{rules} {ply}");
            assert_eq!((explored.start.ply, explored.start.stores), (ply, shown.position.stores));
            // The players have ended it, the rules have not.
            assert!(explored.outcome.is_none() && !explored.previews.is_empty());
            if ply < last.plies {
                assert_eq!(explored.previews, shown.previews);
            }
        }
    }
}

#[tokio::test]
async fn the_rules_end_a_line_that_is_explored() {
    let server = TestServer::start().await;
    let won = "kubuguza 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2 0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0 - south -/- - 0 9 -";
    let start: ExploredPosition = explore(&server.http, &encoded(won)).await.expect("an answer");
    let lines = start.previews.iter().map(|preview| *preview.action);
    for action in lines {
        let after = explore(&server.http, &format!("{}&{}", encoded(won), encoded_play(&[action]))).await;
        let after = after.expect("legal");
        assert_eq!(after.played[0].action, Text(action));
        assert_eq!(after.outcome.is_some(), after.previews.is_empty());
    }
}

/// A position, and turns from there that have more than 200 laps each.
const BEFORE_LONG_TURNS: &str =
    "njombwa:8 0,1,2,1,0,1,0,1,2,0,1,0,2,1,2,1 1,2,0,2,2,1,0,1,0,2,0,0,1,1,1,1 - south -/- - 0 0 -";
const LONG_TURNS: &str = "I.d.I.n.D.b.D.p.D.m.D.l.C.j.C.g.C.e.A.b.P.p.P.m.P.l.M.j";

#[tokio::test]
async fn what_cannot_be_explored_is_refused() {
    let server = TestServer::start().await;
    let azigo = Game::from_rulespec("azigo").expect("a game").position().identity_text();
    let kubuguza = encoded(&Game::from_rulespec("kubuguza").expect("a game").position().identity_text());
    let cases = [
        (encoded(&azigo.replace(" 9,9 ", " 9,? ")), ErrorCode::ConcealedStore),
        (encoded("kubuguza"), ErrorCode::BadQuery),
        (String::new(), ErrorCode::BadQuery),
        (format!("{kubuguza}&game=000000000000"), ErrorCode::BadQuery),
        ("game=000000000000".to_owned(), ErrorCode::UnknownGame),
        (format!("{kubuguza}&play=A"), ErrorCode::IllegalAction),
        (format!("{kubuguza}&play=O.O"), ErrorCode::IllegalAction),
        (format!("{kubuguza}&play=O..o"), ErrorCode::BadAction),
        (format!("{kubuguza}&play={}", ["-"; 101].join(".")), ErrorCode::BadQuery),
        (format!("{}&play={LONG_TURNS}", encoded(BEFORE_LONG_TURNS)), ErrorCode::BadQuery),
    ];
    for (query, code) in cases {
        assert_eq!(explore(&server.http, &query).await.expect_err("refused").code, code, "{query}");
    }
}
