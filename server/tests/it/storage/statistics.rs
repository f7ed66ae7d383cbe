//! Statistics of a player, of two players and of all games, compared with the games themselves.

use std::collections::BTreeMap;
use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    Credentials, ErrorCode, EventKind, GameId, GameList, HeadToHead, NewGame, Profile, Score, Stats,
    Timestamp,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{Bot, TestServer, new_game, resign, start_game};

async fn create(server: &TestServer, south: &Credentials, north: &Credentials, new: NewGame) -> GameId {
    let game = server.http.create_game(south, &new).await.expect("created").game;
    server.http.join_game(north, game).await.expect("joined");
    game
}

async fn end_by_resignation(server: &TestServer, game: GameId, player: &Credentials) {
    server.command(player, &resign(game)).await.expect("resigned");
}

async fn play_out(server: &TestServer, game: GameId, players: [&Credentials; 2], seed: u64) {
    let [south, north] = players;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player);
    let south = bot(Seat::South, south, seed);
    let north = bot(Seat::North, north, seed + 100);
    tokio::join!(Box::pin(south.play_to_end()), Box::pin(north.play_to_end()));
}

fn score(game: &str, won: u64, lost: u64, drawn: u64) -> Score {
    Score { game: game.to_owned(), won, lost, drawn, no_result: 0 }
}

#[tokio::test]
async fn players_have_scores_alone_and_against_each_other() {
    let server = TestServer::start().await;
    let [one, two, three] = [
        server.http.create_guest().await,
        server.http.create_guest().await,
        server.http.create_guest().await,
    ];
    let public = |rules| NewGame { public: true, ..new_game(rules, "none") };
    for (south, north, loser) in [(&one, &two, &one), (&two, &one, &one), (&one, &two, &two)] {
        let game = create(&server, south, north, public("kubuguza")).await;
        end_by_resignation(&server, game, loser).await;
    }
    let game = create(&server, &one, &three, public("njombwa:10")).await;
    end_by_resignation(&server, game, &three).await;
    let private = create(&server, &two, &one, new_game("azigo", "none")).await;
    end_by_resignation(&server, private, &two).await;

    let profile = async |name: &Credentials, viewer: Option<&Credentials>| -> Profile {
        let path = format!("/api/players/{}", name.name);
        server.http.call("GET", &path, viewer, None).await.expect("a profile")
    };
    let public_profile = profile(&one, None).await;
    assert_eq!(public_profile.games, [score("kubuguza", 1, 2, 0), score("njombwa", 1, 0, 0)]);
    assert!(public_profile.name == one.name && public_profile.created_at > Timestamp::ZERO);
    assert_eq!(
        profile(&one, Some(&two)).await.games,
        public_profile.games,
        "private games are for their players only"
    );
    let own = profile(&one, Some(&one)).await.games;
    assert_eq!(own, [score("azigo", 1, 0, 0), score("kubuguza", 1, 2, 0), score("njombwa", 1, 0, 0)]);

    let against = async |one: &Credentials, other: &Credentials, viewer: Option<&Credentials>| {
        let path = format!("/api/players/{}/against/{}", one.name, other.name);
        let answer: HeadToHead = server.http.call("GET", &path, viewer, None).await.expect("a score");
        assert_eq!((&answer.player, &answer.opponent), (&one.name, &other.name));
        answer.games
    };
    assert_eq!(against(&one, &two, None).await, [score("kubuguza", 1, 2, 0)]);
    assert_eq!(against(&two, &one, Some(&three)).await, [score("kubuguza", 2, 1, 0)]);
    let both = [score("azigo", 1, 0, 0), score("kubuguza", 1, 2, 0)];
    assert_eq!(against(&one, &two, Some(&two)).await, both);
    assert_eq!(against(&two, &three, None).await, []);
}

#[tokio::test]
async fn statistics_are_read_again_when_they_are_old() {
    for (age, expected) in [(Duration::from_secs(60), 0), (Duration::ZERO, 1)] {
        let limits = Limits { statistics_age: age, ..Limits::default() };
        let server = TestServer::start_with(limits).await;
        let stats = async || -> Stats { server.http.get("/api/stats").await.expect("the figures") };
        assert_eq!(stats().await.games, 0);
        let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
        end_by_resignation(&server, game, &south).await;
        assert_eq!(stats().await.games, expected, "{age:?}");
    }
}

#[tokio::test]
async fn an_unknown_player_has_no_statistics() {
    let server = TestServer::start().await;
    let guest = server.http.create_guest().await;
    for path in [
        "nobody-at-all".to_owned(),
        "%00".to_owned(),
        "%FF".to_owned(),
        format!("{}/against/nobody", guest.name),
    ] {
        let path = format!("/api/players/{path}");
        let problem = server.http.get::<Profile>(&path).await.expect_err("a problem");
        assert_eq!(problem.code, ErrorCode::UnknownPlayer, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_statistics_are_the_sums_of_the_games() {
    let server = TestServer::start().await;
    let players = [server.http.create_guest().await, server.http.create_guest().await];
    let [south, north] = &players;
    let rules = ["ikibuguzo:choice", "ikibuguzo:choice", "ikibuguzo:choice", "kubuguza", "azigo:own-row"];
    for (rules, seed) in rules.into_iter().zip(1..) {
        let game = create(&server, south, north, new_game(rules, "none")).await;
        play_out(&server, game, [south, north], seed).await;
    }
    let resigned = create(&server, south, north, new_game("kubuguza", "none")).await;
    end_by_resignation(&server, resigned, south).await;

    let games: GameList = server.http.call("GET", "/api/games", Some(south), None).await.expect("the games");
    let stats: Stats = server.http.get("/api/stats").await.expect("the figures");
    assert_eq!((stats.games, games.games.len()), (6, 6));
    for figures in &stats.rules {
        let of_rules = games.games.iter().filter(|game| game.rules == figures.rules).collect::<Vec<_>>();
        assert_eq!(figures.games, of_rules.len() as u64);
        let mut turns: Vec<u32> = of_rules.iter().map(|game| game.turns.expect("over")).collect();
        turns.sort_unstable();
        assert_eq!(figures.turns, turns.iter().copied().map(u64::from).sum::<u64>());
        let length = figures.length.as_ref().expect("there are games");
        assert_eq!((length.least, length.most), (turns[0], turns[turns.len() - 1]));
        assert_eq!(length.quartiles[1], turns[turns.len().div_ceil(2) - 1]);
        assert_eq!(length.histogram.iter().map(|bucket| bucket.games).sum::<u64>(), figures.games);
        let won =
            |seat| of_rules.iter().filter(|game| game.outcome.expect("over").winner == Some(seat)).count();
        let won = [Seat::South, Seat::North].map(|seat| won(seat.into()) as u64);
        assert_eq!([figures.won.south, figures.won.north], won);
        assert_eq!(figures.drawn, figures.games - won[0] - won[1]);
        let mut reasons = BTreeMap::new();
        of_rules
            .iter()
            .for_each(|game| *reasons.entry(game.outcome.expect("over").reason.as_str()).or_insert(0) += 1);
        let counted = figures.reasons.iter().map(|count| (count.reason.as_str(), count.games)).collect();
        assert_eq!(reasons, counted);
        assert_eq!(figures.months.iter().map(|month| month.games).sum::<u64>(), figures.games);
        let arranged = of_rules.iter().filter(|game| game.arrays.is_some()).count() as u64;
        assert_eq!(figures.arrays.iter().map(|score| score.games).sum::<u64>(), arranged);
        let mut captured = (0, 0);
        for game in of_rules {
            let (laps, counters) = captures(&server, game.game).await;
            captured = (captured.0 + laps, captured.1 + counters);
        }
        assert_eq!((figures.captures, figures.captured), captured, "{}", figures.rules);
    }
}

/// The number of laps that captured, and of counters that they captured, by the events.
async fn captures(server: &TestServer, game: GameId) -> (u64, u64) {
    let mut sums = (0, 0);
    for event in server.http.events(game, 0).await.events {
        let EventKind::Acted { laps, .. } = event.kind else { continue };
        for lap in laps {
            let lap = serde_json::to_value(&lap).expect("JSON");
            let taken = lap["captured"].as_array().into_iter().flatten().filter_map(|hole| hole[1].as_u64());
            let taken: u64 = taken.sum();
            sums = (sums.0 + u64::from(taken > 0), sums.1 + taken);
        }
    }
    sums
}
