//! Games of every kind on one server.

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    Claim, ClientMessage, ComputerLevel, Credentials, CurrentPlayer, GameId, NewGame, NewTournament, Text,
    TournamentFormat, TournamentId, TournamentState,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    Bot, CLAIMED_PASSPHRASE, HttpClient, TestServer, act, command_id, eventually, new_game, resign, say,
    start_game, start_game_with,
};
use serde_json::json;

use crate::storage::export::import_text;
use crate::storage::ratings::wait_for_rated_games;
use crate::storage::tournaments::{
    NAMES, enter, make, new_tournament, resign_all, running, show, wait_for_end, wait_for_games,
};

/// Records of games on paper, with days before 1970 and days of which a part is not known.
pub(crate) const PAPER: &str =
    "[Rules \"kubuguza\"]\n[Date \"1955-06-01\"]\n[South \"Jean Mugisha\"]\n[Source \"p. 7\"]\n
1. O o\nsouth\n
[Rules \"kubuguza\"]\n[Date \"?\"]\n\n1. O o\nnorth\n
[Rules \"kubuguza\"]\n[Date \"1998\"]\n[North \"bo\"]\n\n1. O o\nsouth\n
[Rules \"azigo\"]\n[Date \"1998-07\"]\n[Reason \"agreement\"]\n[ByInvitation \"yes\"]\n\n1. A draw\n\n";

/// Limits with which absences count and games are exported at once.
pub(super) fn impatient() -> Limits {
    Limits { settled: Duration::ZERO, absence: Duration::ZERO, ..Limits::default() }
}

/// Plays games of every kind.
pub(super) async fn play_everything(server: &TestServer) {
    import_text(server, "paper.txt", PAPER).await;
    for (rules, clock, public) in [
        ("ikibuguzo:choice", "fischer:300+5", true),
        ("ikibuguzo:second", "none", false),
        ("kubuguza", "days:3", true),
        ("njombwa:9", "delay:300+5", true),
        ("azigo:own-row", "none", true),
        ("azigo", "fischer:300+5", false),
    ] {
        Box::pin(play_rules(server, rules, clock, public)).await;
    }
    play_offers(server).await;
    play_agreed_draw(server).await;
    play_rematch(server).await;
    play_left_games(server).await;
    play_bots(server).await;
    play_tournaments(server).await;
    play_deleted_account(server).await;
}

/// Two players act at random; South resigns.
async fn play_rules(server: &TestServer, rules: &str, clock: &str, public: bool) {
    let new = NewGame { public, ..new_game(rules, clock) };
    let (game, [south, north]) = start_game_with(&server.http, new).await;
    let bot = |seat, player| Bot::new(server.address, game, 11).seated(seat, player).play_until(60);
    tokio::join!(bot(Seat::South, &south), bot(Seat::North, &north));
    // It may be over already.
    let _ = server.http.command(&south, &resign(game)).await;
    server.http.command(&north, &say(game, "\"Murakoze\" {cyane} — 12")).await.expect("said");
}

async fn send(server: &TestServer, player: &Credentials, message: ClientMessage) -> u64 {
    server.http.command(player, &message).await.expect("acknowledged")
}

/// A game after one turn of each player, and the `seq` of its newest event.
async fn begun_game(server: &TestServer) -> (GameId, [Credentials; 2]) {
    let (game, [south, north]) = start_game(&server.http, "kubuguza", true).await;
    send(server, &south, act(game, 4, "O")).await;
    send(server, &north, act(game, 5, "o")).await;
    (game, [south, north])
}

/// A game with accepted offers and a declined one.
async fn play_offers(server: &TestServer) {
    let (game, [south, north]) = begun_game(server).await;
    let id = command_id;
    let offer = send(server, &south, ClientMessage::OfferPreviews { game, id: id() }).await;
    send(server, &north, ClientMessage::AnswerPreviews { game, id: id(), offer, accept: true }).await;
    let offer = send(server, &north, ClientMessage::OfferTakeback { game, id: id() }).await;
    let answer = ClientMessage::AnswerTakeback { game, id: id(), offer, accept: true };
    let taken_back = send(server, &south, answer).await;
    send(server, &north, act(game, taken_back, "i")).await;
    let offer = send(server, &north, ClientMessage::OfferDraw { game, id: id() }).await;
    send(server, &south, ClientMessage::AnswerDraw { game, id: id(), offer, accept: false }).await;
    send(server, &north, resign(game)).await;
}

async fn play_agreed_draw(server: &TestServer) {
    let (game, [south, north]) = begun_game(server).await;
    let offer = send(server, &south, ClientMessage::OfferDraw { game, id: command_id() }).await;
    send(server, &north, ClientMessage::AnswerDraw { game, id: command_id(), offer, accept: true }).await;
}

/// A game with declined offers, whose rematch goes on.
async fn play_rematch(server: &TestServer) {
    let (game, [south, north]) = begun_game(server).await;
    let id = command_id;
    let offer = send(server, &south, ClientMessage::OfferPreviews { game, id: id() }).await;
    send(server, &north, ClientMessage::AnswerPreviews { game, id: id(), offer, accept: false }).await;
    let offer = send(server, &north, ClientMessage::OfferTakeback { game, id: id() }).await;
    send(server, &south, ClientMessage::AnswerTakeback { game, id: id(), offer, accept: false }).await;
    send(server, &south, resign(game)).await;
    for player in [&south, &north] {
        send(server, player, ClientMessage::OfferRematch { game, id: command_id() }).await;
    }
}

/// Games that South has left, before and after the first turns, and an open game that is withdrawn.
async fn play_left_games(server: &TestServer) {
    for (claim, turns) in [(Claim::Abort, 0), (Claim::Win, 2)] {
        let new = NewGame { public: true, ..new_game("kubuguza", "fischer:300+5") };
        let (game, players) = start_game_with(&server.http, new).await;
        for (turn, action) in ["O", "o"].into_iter().enumerate().take(turns) {
            send(server, &players[turn], act(game, 4 + turn as u64, action)).await;
        }
        let claim = ClientMessage::Claim { game, id: command_id(), claim };
        let is_claimed = async || server.http.command(&players[1], &claim).await.is_ok();
        eventually("the claim", is_claimed).await;
    }
    let maker = server.http.create_guest().await;
    let game = server.http.create_game(&maker, &new_game("azigo", "none")).await.expect("a game").game;
    send(server, &maker, ClientMessage::Claim { game, id: command_id(), claim: Claim::Abort }).await;
}

/// Games against computer players of all levels, and against another bot.
async fn play_bots(server: &TestServer) {
    let player = server.http.create_guest().await;
    for level in ComputerLevel::ALL {
        let opponent = Some(Text(level.player_name().as_str().parse().expect("a level")));
        let new = NewGame { public: true, opponent, ..new_game("njombwa:8", "none") };
        let game = server.http.create_game(&player, &new).await.expect("a game").game;
        send(server, &player, resign(game)).await;
    }
    let bot = server.http.create_guest().await;
    let marked = server.http.call::<CurrentPlayer>("PUT", "/api/players/me/bot", Some(&bot), None).await;
    assert!(marked.expect("marked").bot);
    let new = NewGame { public: true, ..new_game("kubuguza", "none") };
    let game = server.http.create_game(&bot, &new).await.expect("a game").game;
    server.http.join_game(&player, game).await.expect("a seat");
    send(server, &player, resign(game)).await;
}

/// Makes a tournament that begins with these players.
pub(crate) async fn begin_tournament(
    http: &HttpClient,
    players: &[Credentials],
    new: &NewTournament,
) -> TournamentId {
    let places = u32::try_from(players.len()).expect("few players");
    let new = NewTournament { places, ..new.clone() };
    let id = make(http, &players[0], &new).await.expect("a tournament").tournament;
    for player in players {
        enter(http, id, player).await.expect("entered");
    }
    id
}

/// South resigns each game of three rounds of two games.
pub(crate) async fn play_rounds(http: &HttpClient, id: TournamentId, players: &[Credentials]) {
    play_rounds_from(1, http, id, players).await;
}

/// South resigns each game of the rounds of two games that are left of three.
pub(crate) async fn play_rounds_from(
    first: usize,
    http: &HttpClient,
    id: TournamentId,
    players: &[Credentials],
) {
    for round in first..=3 {
        let shown = wait_for_games(http, id, round, 2).await;
        resign_all(http, &shown, players).await;
    }
    wait_for_end(http, id, TournamentState::Finished).await;
}

async fn play_tournaments(server: &TestServer) {
    let http = &server.http;
    let mut players = Vec::new();
    for name in NAMES {
        players.push(http.create_claimed(name).await);
    }
    let robin = NewTournament { rated: true, ..new_tournament("fischer:300+5") };
    let id = begin_tournament(http, &players, &robin).await;
    play_rounds(http, id, &players).await;
    let swiss = NewTournament {
        format: TournamentFormat::Swiss,
        round_count: Some(3),
        ..new_tournament("fischer:300+5")
    };
    let id = begin_tournament(http, &players, &swiss).await;
    play_rounds(http, id, &players).await;
    play_arena(server, &players).await;
    wait_for_rated_games(server.database(), 6).await;
}

/// An arena in which South goes berserk.
async fn play_arena(server: &TestServer, players: &[Credentials]) {
    let new = NewTournament {
        format: TournamentFormat::Arena,
        starts_at: Some(server.app.clock.now() + Duration::from_millis(3_600_000)),
        ..new_tournament("fischer:300+5")
    };
    let id = begin_tournament(&server.http, players, &new).await;
    server.database().execute("update tournament set starts_at = 1").await;
    let mut shown = show(&server.http, id).await;
    let have_begun = async || {
        shown = show(&server.http, id).await;
        running(&shown).len() == 2
    };
    eventually("the games of the arena", have_begun).await;
    for (game, south) in running(&shown) {
        let south = players.iter().find(|it| it.name.as_str() == south).expect("a player");
        send(server, south, ClientMessage::Berserk { game, id: command_id() }).await;
    }
    let close = format!(
        "update tournament set closes_at = {} where closes_at is not null",
        server.app.clock.now() - Duration::from_millis(1)
    );
    resign_all(&server.http, &shown, players).await;
    server.database().execute(&close).await;
    wait_for_end(&server.http, id, TournamentState::Finished).await;
}

/// Deletes the account of a claimed player, and returns the status.
pub(super) async fn delete_account(server: &TestServer, player: &Credentials) -> u16 {
    let body = json!({"current": CLAIMED_PASSPHRASE}).to_string();
    let token = Some(player.token.reveal());
    server.http.send("DELETE", "/api/players/me", token, Some(body)).await.status().as_u16()
}

/// The games of a player who has deleted its account: one that was over, and one that it leaves.
async fn play_deleted_account(server: &TestServer) {
    let leaver = server.http.create_claimed("Amina").await;
    let other = server.http.create_guest().await;
    for is_over in [true, false] {
        let new = NewGame { public: true, ..new_game("kubuguza", "days:3") };
        let game = server.http.create_game(&leaver, &new).await.expect("a game").game;
        server.http.join_game(&other, game).await.expect("a seat");
        send(server, &leaver, act(game, 4, "O")).await;
        send(server, &leaver, say(game, "Muraho!")).await;
        if is_over {
            send(server, &other, resign(game)).await;
        }
    }
    assert_eq!(delete_account(server, &leaver).await, 204);
}
