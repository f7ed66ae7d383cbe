//! Presence messages, and claims against absent players.

use std::time::Duration;

use ikibuguzo_protocol::{
    Claim, ClientMessage, Credentials, EndReason, ErrorCode, EventKind, GameId, Role, Timestamp,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    EventStream, NDJSON, SSE, TestClient, TestServer, act, command_id, eventually, machine_time, new_game,
    say, start_game, start_game_with,
};

#[tokio::test]
async fn watchers_are_notified_when_players_connect_and_disconnect() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let first = watcher.next_presence().await;
    assert_eq!((first.present.south, first.present.north), (false, false));
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    assert!(here.next_presence().await.present.south);
    let there = watcher.next_presence().await;
    assert!(there.present.south && there.claim_at.south.is_none() && there.claim_at.north.is_none());
    here.command(&act(game, 4, "O")).await.expect("played");
    let awaited = watcher.next_presence().await;
    assert!(awaited.claim_at.north.is_some(), "North is to move now, and absent");
    let mut other = server.client(Some(&north)).await;
    other.join(game, None).await;
    assert!(watcher.next_presence().await.present.north);
    other.disconnect();
    let gone = watcher.next_presence().await;
    assert!(!gone.present.north && gone.claim_at.north.is_some());
}

#[tokio::test]
async fn a_spectator_who_sits_down_becomes_a_player() {
    let server = TestServer::start().await;
    let [south, north] = [server.http.create_guest().await, server.http.create_guest().await];
    let game = server.http.create_game(&south, &new_game("azigo", "none")).await.expect("a game").game;
    let mut watcher = server.client(Some(&north)).await;
    assert_eq!(watcher.join(game, None).await.role, Role::Spectator);
    assert_eq!(watcher.next_presence().await.spectators, 1);
    server.http.join_game(&north, game).await.expect("a seat");
    let begun = loop {
        if let EventKind::Begun { position, .. } = watcher.next_event().await.kind {
            break position;
        }
    };
    let stores = begun.stores.expect("a game with stores");
    assert!(stores.north.is_some() && stores.south.is_none(), "only the own store is visible: {stores:?}");
    let presence = loop {
        let presence = watcher.next_presence().await;
        if presence.present.north {
            break presence;
        }
    };
    assert_eq!(presence.spectators, 0);
}

#[tokio::test]
async fn presence_messages_are_batched_when_many_spectators_join() {
    const SPECTATORS: u32 = 50;
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut player = server.client(Some(&south)).await;
    player.join(game, None).await;
    let mut spectators = Vec::new();
    for _ in 0..SPECTATORS {
        let mut spectator = server.client(None).await;
        spectator.join(game, None).await;
        spectators.push(spectator);
    }
    let mut counts = Vec::new();
    while counts.last() != Some(&SPECTATORS) {
        counts.push(player.next_presence().await.spectators);
    }
    assert!(counts.len() < 10, "{counts:?}");
    spectators.into_iter().for_each(TestClient::disconnect);
    while counts.last() != Some(&0) {
        counts.push(player.next_presence().await.spectators);
    }
    assert!(counts.len() < 20, "{counts:?}");
}

/// A server on which an absence counts at once.
async fn start_impatient() -> TestServer {
    TestServer::start_with(Limits { absence: Duration::ZERO, ..Limits::default() }).await
}

fn claim(game: GameId, claim: Claim) -> ClientMessage {
    ClientMessage::Claim { game, id: command_id(), claim }
}

#[tokio::test]
async fn only_a_player_who_has_something_to_do_can_be_claimed_from() {
    let server = start_impatient().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut client = server.client(Some(&south)).await;
    client.join(game, None).await;
    let refusal = async |client: &mut TestClient, wanted| {
        client.command(&claim(game, wanted)).await.expect_err("refused").code
    };
    assert_eq!(refusal(&mut client, Claim::Abort).await, ErrorCode::NotGone, "South is to move");
    client.command(&act(game, 4, "O")).await.expect("played");
    assert_eq!(refusal(&mut client, Claim::Win).await, ErrorCode::TooEarlyToWin);
    server.http.command(&north, &act(game, 5, "n")).await.expect("played");
    assert_eq!(refusal(&mut client, Claim::Win).await, ErrorCode::NotGone, "South is to move again");
    client.command(&act(game, 6, "P")).await.expect("played");
    assert_eq!(refusal(&mut client, Claim::Abort).await, ErrorCode::TooLateToAbort);
    client.command(&claim(game, Claim::Win)).await.expect("claimed");
    let outcome = loop {
        if let EventKind::Ended { outcome, .. } = client.next_event().await.kind {
            break outcome;
        }
    };
    assert_eq!(outcome.reason, EndReason::Abandoned);
}

#[tokio::test]
async fn a_present_player_is_not_claimed_from() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut here = server.client(Some(&north)).await;
    here.join(game, None).await;
    server.http.command(&south, &act(game, 4, "O")).await.expect("played");
    let refused = server.http.command(&south, &claim(game, Claim::Abort)).await.expect_err("refused");
    assert_eq!(refused.code, ErrorCode::NotGone);
}

#[tokio::test]
async fn a_player_who_closes_a_stream_is_absent() {
    // The idle timeout of rooms must not be what notices the absence.
    let limits = Limits { room_idle: Duration::from_secs(86_400), ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut here = server.client(Some(&south)).await;
    here.join(game, None).await;
    for form in [SSE, NDJSON] {
        let stream = EventStream::open(server.address, Some(&north), form, game, 0).await;
        while !here.next_presence().await.present.north {}
        drop(stream);
        while here.next_presence().await.present.north {}
    }
}

/// Until `claim_at` of South is later than `before`.
async fn wait_for_later_claim(watcher: &mut TestClient, before: Option<Timestamp>) -> Timestamp {
    loop {
        let claim_at = watcher.next_presence().await.claim_at.south;
        if let Some(claim_at) = claim_at.filter(|_| claim_at > before) {
            return claim_at;
        }
    }
}

#[tokio::test]
async fn the_claim_time_counts_from_the_own_turn() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let before = watcher.next_presence().await.claim_at.south;
    assert!(before.is_some(), "South is to move, and absent");
    server.http.command(&south, &act(game, 4, "O")).await.expect("played");
    while watcher.next_presence().await.claim_at.south.is_some() {}
    server.http.command(&north, &act(game, 5, "n")).await.expect("played");
    let turn_since = server.http.events(game, 4).await.events[1].at;
    let claim_at = wait_for_later_claim(&mut watcher, None).await;
    assert_eq!(claim_at, turn_since + Duration::from_millis(300_000), "five minutes from its turn on");
}

#[tokio::test]
async fn a_request_with_a_token_is_a_sign_of_life() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game_with(&server.http, new_game("kubuguza", "none")).await;
    let mut watcher = server.client(None).await;
    watcher.join(game, None).await;
    let mut claim_at = watcher.next_presence().await.claim_at.south;
    for path in ["", "/plies/last", "/events", "/clock", "/record"] {
        let path = format!("/api/games/{game}{path}");
        let authorization = format!("Bearer {}", south.token.reveal());
        wait_past(claim_at).await;
        server.http.fetch(&path, &[("authorization", &authorization)]).await;
        claim_at = Some(wait_for_later_claim(&mut watcher, claim_at).await);
    }
    wait_past(claim_at).await;
    server.http.command(&south, &act(game, 11, "O")).await.expect_err("refused");
    wait_for_later_claim(&mut watcher, claim_at).await;
}

/// The way in which a player sends a claim.
#[derive(Clone, Copy)]
enum Transport {
    Socket,
    Http,
}

impl Transport {
    const ALL: [Self; 2] = [Self::Socket, Self::Http];

    /// Claims, and returns the code of the refusal; none if the claim ends the game.
    async fn claim(
        self,
        server: &TestServer,
        player: &Credentials,
        game: GameId,
        wanted: Claim,
    ) -> Option<ErrorCode> {
        let message = claim(game, wanted);
        match self {
            Self::Socket => server.command(player, &message).await.err().map(|refusal| refusal.code),
            Self::Http => server.http.command(player, &message).await.err().map(|problem| problem.code),
        }
    }
}

/// Plays the first turns of a game of Kubuguza over HTTP.
async fn play(server: &TestServer, game: GameId, players: &[Credentials; 2], turns: usize) {
    for (ply, action) in ["O", "n", "P"].into_iter().take(turns).enumerate() {
        let player = &players[ply % 2];
        server.http.command(player, &act(game, 4 + ply as u64, action)).await.expect("played");
    }
}

#[tokio::test]
async fn the_table_of_claims_holds_over_sockets_and_http() {
    let patient = TestServer::start().await;
    let impatient = start_impatient().await;
    for transport in Transport::ALL {
        // The server, the clock, the turns played, and the code for a win and for an abort; none if the game ends.
        let rows = [
            (&impatient, "none", 1, Some(ErrorCode::TooEarlyToWin), None),
            (&impatient, "none", 3, None, Some(ErrorCode::TooLateToAbort)),
            (&impatient, "none", 0, Some(ErrorCode::NotGone), Some(ErrorCode::NotGone)),
            (&impatient, "none", 2, Some(ErrorCode::NotGone), Some(ErrorCode::NotGone)),
            (&patient, "none", 3, Some(ErrorCode::NotGone), Some(ErrorCode::NotGone)),
            (&impatient, "days:1", 3, Some(ErrorCode::NotGone), Some(ErrorCode::NotGone)),
        ];
        for (server, clock, turns, win, abort) in rows {
            let (game, players) = start_game_with(&server.http, new_game("kubuguza", clock)).await;
            play(server, game, &players, turns).await;
            // A claim that is refused goes first.
            let claims = [(Claim::Win, win), (Claim::Abort, abort)];
            let (refused, accepted): (Vec<_>, Vec<_>) =
                claims.into_iter().partition(|(_, code)| code.is_some());
            for (wanted, code) in refused.into_iter().chain(accepted) {
                let refusal = transport.claim(server, &players[0], game, wanted).await;
                assert_eq!(refusal, code, "{wanted:?} after {turns} turns, clock {clock}");
            }
        }
    }
}

#[tokio::test]
async fn a_game_without_an_opponent_is_withdrawn_at_any_time() {
    let server = TestServer::start().await;
    for transport in Transport::ALL {
        let maker = server.http.create_guest().await;
        let new = new_game("kubuguza", "fischer:60+0");
        let game = server.http.create_game(&maker, &new).await.expect("a game").game;
        let win = transport.claim(&server, &maker, game, Claim::Win).await;
        assert_eq!(win, Some(ErrorCode::WaitingForOpponent));
        assert_eq!(transport.claim(&server, &maker, game, Claim::Abort).await, None);
    }
}

/// Until a sign of life would postpone this claim: the time has moved on by a millisecond.
async fn wait_past(claim_at: Option<Timestamp>) {
    let since = claim_at.expect("an absent player") - Duration::from_millis(300_000);
    while machine_time() <= since {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_a_player_has_left_is_stored_when_the_database_can_be_used_again() {
    let server = TestServer::start().await;
    let (game, [south, _]) = start_game(&server.http, "kubuguza", true).await;
    let mut player = server.client(Some(&south)).await;
    let mut watcher = server.client(None).await;
    player.join(game, None).await;
    watcher.join(game, None).await;
    let count = async |visits: &str| server.database().count(&format!("presence where {visits}")).await;
    eventually("the visit", async || count("until_at is null").await == 1).await;
    server.database().execute("alter table presence rename to presence_elsewhere").await;
    player.disconnect();
    while watcher.next_presence().await.present.south {}
    // Its commit ends after the one that the player has left.
    let _ = server.command(&south, &say(game, "Murabeho!")).await;
    watcher.disconnect();
    server.database().execute("alter table presence_elsewhere rename to presence").await;
    eventually("the end of the visit", async || count("until_at is null").await == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visit_ends_when_the_socket_is_closed_though_its_room_is_busy() {
    let server = TestServer::start().await;
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    let mut player = server.client(Some(&south)).await;
    let mut other = server.client(Some(&north)).await;
    player.join(game, None).await;
    let count = async |visits: &str| server.database().count(&format!("presence where {visits}")).await;
    eventually("the visit", async || count("until_at is null").await == 1).await;
    let lock = server.lock_writes().await;
    other.send(&say(game, "Muraho!")).await;
    other.sync().await;
    player.disconnect();
    server.wait_for_open_sockets(1).await;
    let closed_at = server.app.clock.now();
    while server.app.clock.now() == closed_at {
        tokio::task::yield_now().await;
    }
    lock.release().await;
    eventually("the end of the visit", async || count("seat = 'south' and until_at is not null").await == 1)
        .await;
    assert_eq!(count(&format!("seat = 'south' and until_at <= {closed_at}")).await, 1);
}
