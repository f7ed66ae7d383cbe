//! Metrics: counts of what was done, without names of players or games.

use std::collections::BTreeSet;

use fastrand::Rng;
use ikibuguzo_engine::{Action, GameStart, Lap, Ruleset, Seat};
use ikibuguzo_protocol::{Credentials, ErrorCode, GameId, Problem, Snapshot};
use ikibuguzo_testing::{TestServer, act, arranged_pair, start_game};

use crate::operations::PAGE;

/// The response of `/metrics` at one moment.
struct Scrape {
    text: String,
}

impl Scrape {
    async fn new(server: &TestServer) -> Self {
        let answer = server.http.send("GET", "/metrics", None, None).await;
        assert!(answer.status().is_success());
        let kind = answer.headers()["content-type"].to_str().expect("text");
        assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
        Self { text: answer.into_body() }
    }

    /// The value of one line, without `ikibuguzo_`.
    fn value(&self, line: &str) -> f64 {
        let start = format!("ikibuguzo_{line} ");
        let found = self.text.lines().find_map(|text| text.strip_prefix(&start));
        found.unwrap_or_else(|| panic!("no {line} in\n{}", self.text)).parse().expect("a number")
    }

    fn refusals(&self, code: ErrorCode) -> f64 {
        self.value(&format!("refusals_total{{code=\"{code}\"}}"))
    }
}

/// A game in which South has made one move, and the opponent and strangers were refused four times.
async fn play(server: &TestServer) -> (GameId, [Credentials; 2]) {
    let (game, players, [mut south, mut north]) = arranged_pair(server).await;
    let action = act(game, 6, "N");
    let seq = south.command(&action).await.expect("played");
    assert_eq!(south.command(&action).await, Ok(seq), "a repeated command has no other effect");
    north.command(&act(game, 11, "n")).await.expect_err("a wrong position");
    north.command(&act(game, 7, "?")).await.expect_err("a bad action");
    server.client(None).await.command(&act(game, 7, "n")).await.expect_err("a spectator");
    let unknown = server.http.get::<Snapshot>("/api/games/000000000000").await;
    let _: Problem = unknown.expect_err("no such game");
    (game, players)
}

/// The name of a metric on the page for operators, without its suffix and labels.
fn name_on_the_page(row: &'static str) -> Option<&'static str> {
    let name = row.strip_prefix("| `ikibuguzo_")?.split(['`', '{']).next()?;
    Some(name.trim_end_matches("_total").trim_end_matches("_info"))
}

#[tokio::test]
async fn the_page_for_operators_lists_every_metric() {
    let server = TestServer::start().await;
    let scrape = Scrape::new(&server).await;
    let types =
        scrape.text.lines().filter_map(|line| line.strip_prefix("# TYPE ikibuguzo_")?.split(' ').next());
    let on_page: BTreeSet<_> = PAGE.lines().filter_map(name_on_the_page).collect();
    assert_eq!(types.collect::<BTreeSet<_>>(), on_page);
}

#[tokio::test]
async fn events_commits_and_refusals_are_counted() {
    let server = TestServer::start().await;
    let (game, _) = play(&server).await;
    let mut again = server.client(None).await;
    again.join(game, Some(3)).await;
    let scrape = Scrape::new(&server).await;
    // North sat down, both arranged, South sent a move twice, and North was refused twice.
    assert_eq!(scrape.value("commands_total"), 7.0);
    for code in
        [ErrorCode::WrongPosition, ErrorCode::BadAction, ErrorCode::TokenRequired, ErrorCode::UnknownGame]
    {
        assert_eq!(scrape.refusals(code), 1.0, "{code}");
    }
    assert_eq!(scrape.refusals(ErrorCode::IllegalAction), 0.0, "exported before it ever happens");
    let head = server.http.events(game, 0).await.head as f64;
    assert_eq!(scrape.value("events_committed_total"), head);
    assert_eq!(scrape.value("events_per_commit_sum"), head);
    let commits = scrape.value("commits_total");
    assert_eq!(commits, 5.0, "created, seated, arranged twice, played");
    assert_eq!(scrape.value("commit_seconds_count"), commits);
    assert_eq!(scrape.value("resumes_total"), 1.0);
    assert_eq!(scrape.value("rooms"), 1.0);
    assert!(scrape.value("sockets") >= 1.0);
    assert_eq!(scrape.value("slow_closes_total"), 0.0);
    assert_eq!(scrape.value("lap_limit_turns_total"), 0.0);
    assert_eq!(scrape.value(&format!("build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))), 1.0);
}

/// Moves up to the first turn that the lap limit ends. Random play of Njombwa comes to one in about eighty games.
fn moves_to_lap_limit(rules: Ruleset) -> Vec<(Seat, Action)> {
    let GameStart::Play(begun) = rules.begin() else { panic!("it has no arrangement") };
    let mut rng = Rng::with_seed(17);
    loop {
        let mut game = begun.clone();
        let mut acts = Vec::new();
        while let Some(seat) = game.to_move() {
            let action = *rng.choice(&*game.legal_actions()).expect("an action");
            acts.push((seat, action));
            let laps = game.play(action).expect("it is legal");
            if let Some(Lap::Endless { .. }) = laps.last() {
                return acts;
            }
        }
    }
}

#[tokio::test]
async fn a_turn_ended_by_the_lap_limit_is_counted() {
    let server = TestServer::start().await;
    let rules = "njombwa:8";
    let (game, [south, north]) = start_game(&server.http, rules, true).await;
    let mut south = server.client(Some(&south)).await;
    let mut north = server.client(Some(&north)).await;
    for (after, (seat, action)) in (4..).zip(moves_to_lap_limit(rules.parse().expect("rules"))) {
        assert_eq!(Scrape::new(&server).await.value("lap_limit_turns_total"), 0.0);
        let player = if seat == Seat::South { &mut south } else { &mut north };
        player.command(&act(game, after, &action.to_string())).await.expect("played");
    }
    assert_eq!(Scrape::new(&server).await.value("lap_limit_turns_total"), 1.0);
}

#[tokio::test]
async fn metrics_name_no_game_and_no_player() {
    let server = TestServer::start().await;
    let lines = |scrape: &Scrape| scrape.text.lines().count();
    let before = lines(&Scrape::new(&server).await);
    let (game, players) = play(&server).await;
    let scrape = Scrape::new(&server).await;
    assert_eq!(lines(&scrape), before, "{}", scrape.text);
    assert!(!scrape.text.contains(&game.to_string()));
    for player in players {
        assert!(!scrape.text.contains(player.name.as_str()));
    }
}

#[tokio::test]
async fn two_servers_in_one_process_have_separate_metrics() {
    let busy = TestServer::start().await;
    let idle = TestServer::start().await;
    play(&busy).await;
    assert_eq!(Scrape::new(&idle).await.value("commands_total"), 0.0);
}
