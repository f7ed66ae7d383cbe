//! The server's own players, and the bots of others.

use std::process::Stdio;

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{
    Claim, ClientMessage, Credentials, CurrentPlayer, ErrorCode, Event, EventKind, FirstTurn, GameId,
    GameList, HeadToHead, NewGame, Profile, State, Stats, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{
    Bot, HttpClient, ServerCommand, TestClient, TestDatabase, TestServer, act, command_id, eventually,
    new_game, resign, within,
};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::PROGRAM;
use crate::storage::tournaments::{enter, make, new_tournament};

/// A game against the computer player of a level.
fn against(level: u8, rules: &str, starts: FirstTurn) -> NewGame {
    let opponent = Some(Text(format!("bot:{level}").parse().expect("a level")));
    NewGame { opponent, starts, public: true, ..new_game(rules, "none") }
}

/// Begins a game of Kubuguza against the computer player of a level, and reads its events from the first one on.
async fn begin_against(level: u8, server: &TestServer, me: &Credentials) -> (GameId, TestClient) {
    let new = against(level, "kubuguza", FirstTurn::Me);
    let game = server.http.create_game(me, &new).await.expect("a game").game;
    let mut client = server.client(Some(me)).await;
    client.join(game, Some(0)).await;
    (game, client)
}

/// The seat of a person who starts, or not.
fn seat_of(starts: FirstTurn) -> Seat {
    if starts == FirstTurn::Me { Seat::South } else { Seat::North }
}

/// Reads events until one is as it should be.
async fn next_event_that(client: &mut TestClient, is_wanted: impl Fn(&Event) -> bool) -> Event {
    loop {
        let event = client.next_event().await;
        if is_wanted(&event) {
            return event;
        }
    }
}

/// Whether a seat has acted.
fn is_act_of(event: &Event, by: Seat) -> bool {
    matches!(&event.kind, EventKind::Acted { seat, .. } if **seat == by)
}

/// The seat to move after an event.
fn to_move(event: &Event) -> Option<Seat> {
    event.kind.position().and_then(|position| position.to_move).map(|seat| *seat)
}

/// Plays the first legal action, and the following ones of the same turn.
async fn play_turn(client: &mut TestClient, game: GameId, mut before: Event, me: Seat) {
    while to_move(&before) == Some(me) {
        let action = before.kind.position().expect("a position").legal[0].to_string();
        client.send(&act(game, before.seq, &action)).await;
        before = next_acted(client).await;
    }
}

/// The next action. The acknowledgement of one's own may come before it.
async fn next_acted(client: &mut TestClient) -> Event {
    use ikibuguzo_protocol::ServerMessage::{Ack, Event as Happened};
    loop {
        match client.next().await {
            Happened { event, .. } if event.kind.position().is_some() => return event,
            Happened { .. } | Ack { .. } => {}
            other => panic!("unexpected {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_plays_a_game_against_the_computer_to_its_end() {
    play_against_computer(&Ruleset::ALL[..1]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes; .ci/full runs it"]
async fn a_person_plays_every_game_against_the_computer_to_its_end() {
    play_against_computer(Ruleset::ALL).await;
}

/// Plays a game of each ruleset against the computer to its end.
async fn play_against_computer(rulesets: &[Ruleset]) {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    for (number, rules) in rulesets.iter().enumerate() {
        let starts = if number % 2 == 0 { FirstTurn::Me } else { FirstTurn::Opponent };
        let new = against(1 + (number % 4) as u8, &rules.to_string(), starts);
        let seated = server.http.create_game(&me, &new).await.expect("a game");
        assert_eq!(*seated.seat, seat_of(starts));
        let person = Bot::new(server.address, seated.game, number as u64).seated(*seated.seat, &me);
        let played = Box::pin(person.play_to_end()).await;
        let stored = server.http.events(seated.game, 0).await.events;
        assert_eq!(stored.len(), played.events.len(), "{rules}");
        let bots = stored.iter().filter(|it| matches!(it.kind, EventKind::Seated { bot: true, .. }));
        assert_eq!(bots.count(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_against_a_bot_do_not_count_for_people() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let game =
        server.http.create_game(&me, &against(3, "kubuguza", FirstTurn::Me)).await.expect("a game").game;
    server.command(&me, &resign(game)).await.expect("resigned");
    let profile = async |name: &str| -> Profile {
        server.http.get(&format!("/api/players/{name}")).await.expect("a profile")
    };
    let mine = profile(me.name.as_str()).await;
    let computer = profile("computer-3").await;
    assert!(mine.games.is_empty() && !mine.bot, "{mine:?}");
    assert!(computer.bot && computer.games[0].won == 1, "{computer:?}");
    let path = format!("/api/players/{}/against/computer-3", me.name);
    let score: HeadToHead = server.http.get(&path).await.expect("a score");
    assert_eq!(score.games[0].lost, 1);
    let stats: Stats = server.http.get("/api/stats").await.expect("statistics");
    assert_eq!(stats.games, 0);
    let list: GameList = server.http.get("/api/games?player=computer-3").await.expect("a list");
    assert_eq!(list.games[0].bots, [Text(Seat::North)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_player_answers_offers() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let (game, mut client) = begin_against(2, &server, &me).await;
    let begun = next_event_that(&mut client, |event| to_move(event) == Some(Seat::South)).await;
    play_turn(&mut client, game, begun, Seat::South).await;
    next_event_that(&mut client, |event| to_move(event) == Some(Seat::South)).await;
    client.send(&ClientMessage::OfferTakeback { game, id: command_id() }).await;
    let before = loop {
        let event = next_acted(&mut client).await;
        if let EventKind::TakenBack { .. } = event.kind {
            break event;
        }
    };
    assert_eq!(to_move(&before), Some(Seat::South), "the own turn was taken back with the answer");
    client.command(&ClientMessage::OfferDraw { game, id: command_id() }).await.expect("offered");
    next_event_that(&mut client, |event| matches!(event.kind, EventKind::DrawDeclined { .. })).await;
    client.command(&resign(game)).await.expect("resigned");
    client.command(&ClientMessage::OfferRematch { game, id: command_id() }).await.expect("offered");
    let rematched =
        next_event_that(&mut client, |event| matches!(event.kind, EventKind::Rematched { .. })).await;
    let EventKind::Rematched { rematch } = rematched.kind else { panic!("no rematch") };
    client.join(rematch, Some(0)).await;
    next_event_that(&mut client, |event| event.seq > 1 && is_act_of(event, Seat::South)).await;
}

#[tokio::test]
async fn nobody_creates_a_game_in_a_way_that_stops_its_computer_player() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let id = "computer-3".parse().expect("an id");
    let taken = NewGame { id, ..against(3, "kubuguza", FirstTurn::Opponent) };
    let refused = server.http.create_game(&me, &taken).await.expect_err("an id of a computer player");
    assert_eq!(refused.code, ErrorCode::CommandIdTaken);
    let name = Some(Text("Computer-3".parse().expect("an opponent")));
    let misspelt = NewGame { opponent: name, ..new_game("kubuguza", "none") };
    let refused = server.http.create_game(&me, &misspelt).await.expect_err("nobody would come");
    assert_eq!(refused.code, ErrorCode::BadField);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_player_is_never_absent() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let game = server
        .http
        .create_game(&me, &against(8, "kubuguza", FirstTurn::Opponent))
        .await
        .expect("a game")
        .game;
    let mut client = server.client(Some(&me)).await;
    client.join(game, None).await;
    let presence = client.next_presence().await;
    assert!(presence.present.south && presence.present.north, "{presence:?}");
    let claim = ClientMessage::Claim { game, id: command_id(), claim: Claim::Abort };
    assert_eq!(client.command(&claim).await.expect_err("present").code, ErrorCode::NotGone);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_player_visits_no_server() {
    let server = TestServer::start().await;
    let me = server.http.create_guest().await;
    let (game, mut client) = begin_against(1, &server, &me).await;
    for _ in 0..2 {
        let mine = next_event_that(&mut client, |event| to_move(event) == Some(Seat::South)).await;
        play_turn(&mut client, game, mine, Seat::South).await;
    }
    next_event_that(&mut client, |event| is_act_of(event, Seat::North)).await;
    client.disconnect();
    let number = server.app.store.load(game).await.expect("a database").expect("the game").number;
    let visits = async || {
        let mut served = server.app.store.load_served_seats(&[number]).await.expect("visits");
        served.remove(&number).unwrap_or_default()
    };
    eventually("the end of the visit", async || visits().await.iter().any(|visit| visit.until.is_some()))
        .await;
    assert!(visits().await.iter().all(|visit| visit.seat == Seat::South), "{:?}", visits().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_sees_how_many_games_the_computer_answers_first() {
    // No thread answers, so the queue stays as it is.
    let server = TestServer::start_with(Limits { computer_threads: 0, ..Limits::default() }).await;
    let mut shown = Vec::new();
    for _ in 0..3 {
        let me = server.http.create_guest().await;
        let new = against(8, "kubuguza", FirstTurn::Opponent);
        let game = server.http.create_game(&me, &new).await.expect("a game").game;
        let mut client = server.client(Some(&me)).await;
        client.join(game, None).await;
        shown.push(client.next_presence().await.computer_queue);
    }
    assert_eq!(shown, [None, Some(1), Some(2)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_kill_a_computer_player_moves_once() {
    let database = TestDatabase::new().await;
    let mut server = ServerCommand::new(PROGRAM).spawn(&database).await;
    let (me, games) = begin_games_that_the_computer_starts(&server.http()).await;
    // The computer players are thinking, or wait for others.
    server.kill().await;
    let server = ServerCommand::new(PROGRAM).spawn(&database).await;
    for game in games {
        let mut client = TestClient::connect(server.address(), Some(&me)).await;
        client.join(game, Some(0)).await;
        next_event_that(&mut client, has_moved_as_south).await;
        assert_moved_once(&server.http(), game).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_moves_for_the_computer_players_of_a_killed_one() {
    let database = TestDatabase::new().await;
    let mut here = ServerCommand::new(PROGRAM).spawn(&database).await;
    let there = ServerCommand::new(PROGRAM).spawn(&database).await;
    let (_, games) = begin_games_that_the_computer_starts(&here.http()).await;
    here.kill().await;
    for game in games {
        // Nobody opens the game at the other server.
        let has_moved = async || there.http().events(game, 0).await.events.iter().any(has_moved_as_south);
        eventually("a move", has_moved).await;
        assert_moved_once(&there.http(), game).await;
    }
}

/// A player, and games in which level 8 begins.
async fn begin_games_that_the_computer_starts(http: &HttpClient) -> (Credentials, Vec<GameId>) {
    let me = http.create_guest().await;
    let mut games = Vec::new();
    for rules in ["kubuguza", "azigo", "njombwa:8", "ikibuguzo:first", "ikibuguzo:choice"] {
        let new = against(8, rules, FirstTurn::Opponent);
        games.push(http.create_game(&me, &new).await.expect("a game").game);
    }
    (me, games)
}

/// Whether a computer player that begins has ended its first turn, or has arranged.
fn has_moved_as_south(event: &Event) -> bool {
    to_move(event) == Some(Seat::North) || matches!(event.kind, EventKind::Arranged { .. })
}

/// Asserts that the computer player, which began the game, has ended at most one turn.
async fn assert_moved_once(http: &HttpClient, game: GameId) {
    let log = http.events(game, 0).await.events;
    let acted = log.iter().filter(|event| is_act_of(event, Seat::South));
    let turns = acted.filter(|event| to_move(event) == Some(Seat::North)).count();
    assert!(turns <= 1, "{log:?}");
}

async fn mark_bot(server: &TestServer, player: &Credentials) -> Result<CurrentPlayer, ErrorCode> {
    let marked = server.http.call("PUT", "/api/players/me/bot", Some(player), None).await;
    marked.map_err(|problem| problem.code)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_becomes_a_bot_before_its_first_game() {
    let server = TestServer::start().await;
    let bot = server.http.create_guest().await;
    let person = server.http.create_guest().await;
    for _ in 0..2 {
        assert!(mark_bot(&server, &bot).await.expect("marked").bot);
    }
    let new = NewGame { public: true, ..new_game("azigo", "none") };
    let game = server.http.create_game(&bot, &new).await.expect("a game").game;
    server.http.join_game(&person, game).await.expect("joined");
    assert_eq!(mark_bot(&server, &person).await, Err(ErrorCode::AlreadyPlayed));
    assert!(mark_bot(&server, &bot).await.expect("marked before").bot);
    let view = server.client(None).await.join(game, None).await.view.expect("a view");
    assert_eq!(view.bots, [Text(Seat::South)]);
    server.command(&person, &resign(game)).await.expect("resigned");
    let mine: Profile = server.http.get(&format!("/api/players/{}", person.name)).await.expect("a profile");
    assert!(mine.games.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_that_has_entered_a_tournament_becomes_no_bot() {
    let server = TestServer::start().await;
    let player = server.http.create_claimed("Kamau").await;
    let tournament =
        make(&server.http, &player, &new_tournament("fischer:300+5")).await.expect("made").tournament;
    enter(&server.http, tournament, &player).await.expect("entered");
    assert_eq!(mark_bot(&server, &player).await, Err(ErrorCode::AlreadyPlayed));
}

/// Starts `docs/examples/bot.py` and reads its name.
async fn start_example_bot(
    server: &TestServer,
    opponent: &[&str],
) -> (Child, Lines<BufReader<ChildStdout>>, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/bot.py");
    let mut command = Command::new("python3");
    command.arg("-u").arg(script).arg(format!("http://{}", server.address)).args(opponent);
    let mut bot = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("python3");
    let mut output = BufReader::new(bot.stdout.take().expect("a pipe")).lines();
    let name = within("the name of the bot", output.next_line()).await.expect("readable").expect("a line");
    (bot, output, name)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs python3"]
async fn the_example_bot_accepts_an_invitation_and_plays() {
    let server = TestServer::start().await;
    let (_bot, _output, name) = start_example_bot(&server, &[]).await;
    let me = server.http.create_guest().await;
    for rules in ["ikibuguzo:choice", "kubuguza", "azigo"] {
        let opponent = Some(Text(name.parse().expect("a name")));
        let new = NewGame { opponent, starts: FirstTurn::Me, ..new_game(rules, "none") };
        let game = server.http.create_game(&me, &new).await.expect("a game").game;
        let played = Bot::new(server.address, game, 3).seated(Seat::South, &me).play_to_end().await;
        assert!(played.events.iter().any(|event| is_act_of(event, Seat::North)), "{rules}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs python3"]
async fn the_example_bot_plays_a_game_against_a_computer_player_to_the_end() {
    let server = TestServer::start().await;
    let (_bot, mut output, name) = start_example_bot(&server, &["bot:1"]).await;
    let result = within("the end of the game", output.next_line()).await.expect("readable").expect("a line");
    let list: GameList = server.http.get(&format!("/api/games?player={name}")).await.expect("a list");
    let [game] = &list.games[..] else { panic!("one game: {list:?}") };
    assert_eq!(game.state, State::Finished);
    assert!(result.starts_with(&format!("{}: won by ", game.game)), "{result}");
}
