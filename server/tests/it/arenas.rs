//! Arenas: players come and go, meet again and again, and games count until the close.

use std::time::Duration;

use std::collections::BTreeSet;

use ikibuguzo_protocol::{
    Credentials, ErrorCode, NewTournament, Tournament, TournamentFormat, TournamentId, TournamentStanding,
    TournamentState,
};
use ikibuguzo_testing::{HttpClient, TestServer, eventually};

use crate::storage::tournaments::{
    enter, make, new_tournament, resign_all, running, show, wait_for_end, withdraw,
};

/// Makes an arena of four players, which begins with all of them.
pub(crate) async fn begin(server: &TestServer) -> (TournamentId, Vec<Credentials>) {
    let mut players = vec![server.http.create_claimed("Kamau").await];
    for _ in 0..3 {
        players.push(server.http.create_guest().await);
    }
    let new = NewTournament {
        format: TournamentFormat::Arena,
        starts_at: Some(server.app.clock.now() + Duration::from_millis(3_600_000)),
        ..new_tournament("fischer:300+5")
    };
    let made = make(&server.http, &players[0], &new).await.expect("an arena");
    assert_eq!((made.minutes, made.state), (Some(60), TournamentState::Open));
    for player in &players {
        enter(&server.http, made.tournament, player).await.expect("entered");
    }
    server.database().execute("update tournament set starts_at = 1").await;
    (made.tournament, players)
}

/// Waits until `games` games are being played that are not among `known`.
pub(crate) async fn wait_for_games(
    http: &HttpClient,
    id: TournamentId,
    games: usize,
    known: &Tournament,
) -> Tournament {
    let known: BTreeSet<_> = running(known).into_iter().collect();
    let mut shown = show(http, id).await;
    let have_begun = async || {
        shown = show(http, id).await;
        running(&shown).iter().filter(|game| !known.contains(*game)).count() == games
    };
    eventually("the games of the arena", have_begun).await;
    shown
}

/// Makes the next wave of pairings due.
async fn end_wave(server: &TestServer) {
    server.database().execute("update tournament_game set begun_at = begun_at - 60000").await;
}

fn standing_of<'s>(shown: &'s Tournament, player: &Credentials) -> &'s TournamentStanding {
    shown.standings.iter().find(|it| it.player == player.name).expect("a standing")
}

/// The players of the games that are being played, each pair ordered.
fn pairs(shown: &Tournament) -> BTreeSet<[String; 2]> {
    let playing = shown.rounds.iter().flatten().filter(|it| it.points.is_none());
    let pair = playing.map(|it| {
        let mut pair = [it.players.south.to_string(), it.players.north.to_string()];
        pair.sort();
        pair
    });
    pair.collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_an_arena_come_and_go_until_it_closes() {
    let server = TestServer::start().await;
    let (id, players) = begin(&server).await;
    let fresh = show(&server.http, id).await;
    let first = wait_for_games(&server.http, id, 2, &fresh).await;
    assert!(first.summary.closes_at > Some(server.app.clock.now() + Duration::from_mins(59)));
    end_wave(&server).await;
    resign_all(&server.http, &first, &players).await;
    let second = wait_for_games(&server.http, id, 2, &first).await;
    assert!(pairs(&first).is_disjoint(&pairs(&second)), "nobody meets its last opponent");
    assert_eq!(second.standings.iter().map(|it| it.points).sum::<u32>(), 4);
    assert_eq!(second.rounds.len(), 1, "the pairings are one list");

    // Who leaves plays on, and is paired again only when it is back.
    withdraw(&server.http, id, &players[3]).await.expect("left");
    end_wave(&server).await;
    resign_all(&server.http, &second, &players).await;
    let third = wait_for_games(&server.http, id, 1, &second).await;
    let away = standing_of(&third, &players[3]);
    assert_eq!((away.withdrawn, away.played), (true, 2));
    enter(&server.http, id, &players[3]).await.expect("back");
    end_wave(&server).await;
    let fourth = wait_for_games(&server.http, id, 1, &third).await;
    assert!(!standing_of(&fourth, &players[3]).withdrawn);

    // Games that end after the close do not count.
    let before = fourth.standings.iter().map(|it| it.played).sum::<u32>();
    server
        .database()
        .execute(&format!(
            "update tournament set closes_at = {}",
            server.app.clock.now() - Duration::from_millis(1)
        ))
        .await;
    let late = server.http.create_guest().await;
    assert_eq!(enter(&server.http, id, &late).await, Err(ErrorCode::TournamentOver));
    resign_all(&server.http, &fourth, &players).await;
    let last = wait_for_end(&server.http, id, TournamentState::Finished).await;
    assert_eq!(last.standings.iter().map(|it| it.played).sum::<u32>(), before);
    assert_eq!(last.rounds[0].iter().filter(|it| it.points.is_none()).count(), running(&fourth).len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_come_to_a_game_of_an_arena_loses_it_and_waits_until_it_is_back() {
    let server = TestServer::start().await;
    let (id, players) = begin(&server).await;
    let fresh = show(&server.http, id).await;
    let first = wait_for_games(&server.http, id, 2, &fresh).await;
    // The time for the first turn passes in both games.
    let server = {
        server.database().shift_times_back(Duration::from_millis(70_000)).await;
        server.restart().await
    };
    let all_absent = async || {
        let shown = show(&server.http, id).await;
        shown.standings.iter().filter(|it| it.withdrawn).count() == 2
    };
    eventually("the pause of those who did not come", all_absent).await;
    let shown = show(&server.http, id).await;
    for pairing in first.rounds.iter().flatten() {
        let of = |name| shown.standings.iter().find(|it| it.player == name).expect("a standing");
        let south = of(pairing.players.south.clone());
        let north = of(pairing.players.north.clone());
        assert_eq!((south.withdrawn, south.points), (true, 0), "South's first turn was due");
        assert_eq!((north.withdrawn, north.points), (false, 2));
    }
    for player in &players {
        enter(&server.http, id, player).await.expect("back");
    }
    assert!(show(&server.http, id).await.standings.iter().all(|it| !it.withdrawn));
}
