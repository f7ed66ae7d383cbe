//! Swiss tournaments.

use std::collections::BTreeSet;

use ikibuguzo_protocol::{NewTournament, TournamentFormat, TournamentPairing, TournamentState};
use ikibuguzo_testing::TestServer;

use crate::storage::tournaments::{
    NAMES, enter, make, new_tournament, resign_all, wait_for_end, wait_for_games,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_swiss_tournament_nobody_meets_twice_and_one_rests_in_each_round() {
    let server = TestServer::start().await;
    let http = &server.http;
    let mut players = vec![http.create_claimed(NAMES[0]).await];
    for _ in 1..5 {
        players.push(http.create_guest().await);
    }
    let new = NewTournament {
        format: TournamentFormat::Swiss,
        places: 5,
        round_count: Some(3),
        ..new_tournament("fischer:300+5")
    };
    let id = make(http, &players[0], &new).await.expect("a tournament").tournament;
    for player in &players {
        enter(http, id, player).await.expect("entered");
    }
    for round in 1..=3 {
        let shown = wait_for_games(http, id, round, 2).await;
        resign_all(http, &shown, &players).await;
    }
    let last = wait_for_end(http, id, TournamentState::Finished).await;
    let met = |pairing: &TournamentPairing| {
        BTreeSet::from([pairing.players.south.clone(), pairing.players.north.clone()])
    };
    assert_eq!(last.rounds.iter().flatten().map(met).collect::<BTreeSet<_>>().len(), 6);
    let rested: BTreeSet<_> = last.byes.iter().map(|bye| bye.player.clone()).collect();
    assert_eq!((last.byes.iter().map(|bye| bye.round).collect::<Vec<_>>(), rested.len()), (vec![1, 2, 3], 3));
    // Two games and a bye in each round give two points each.
    assert_eq!(last.standings.iter().map(|it| it.points).sum::<u32>(), 18);
    for standing in &last.standings {
        assert_eq!(standing.played, 3 - u32::from(rested.contains(&standing.player)), "{standing:?}");
    }
}
