//! The games of the examples.

use std::time::Duration;

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    Claim, ClientMessage, ComputerLevel, Credentials, DeclineReason, Event, EventKind, GameId, GameList,
    NewGame, NoticeKind, Opponent, ServerMessage, Text,
};
use ikibuguzo_testing::{Bot, TestClient, TestServer, act, arrange, new_game, start_game, start_game_with};

use super::recorder::{Examples, Socket, Table, id};
use crate::arenas::{begin, wait_for_games};
use crate::berserk::first_game;
use crate::storage::export::import_text;
use crate::storage::tournaments::show;

const CLOCK: &str = "fischer:300+5";

/// How long South thinks in the example with a charge.
const THINKING: Duration = Duration::from_secs(4);

/// A game on paper.
const PAPER: &str =
    "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n[South \"Jean Mugisha\"]\n[Source \"field notes, p. 7\"]\n
1. O o\nsouth\n";

/// Plays all games and returns the examples.
pub(super) async fn play(server: TestServer) -> Examples {
    let mut examples = Examples::new();
    let players = [server.http.create_claimed("Amina").await, server.http.create_claimed("Otieno").await];
    let game = play_first_turns(&server, &players, &mut examples).await;
    server.database().shift_times_back(THINKING).await;
    let server = server.restart().await;
    resume(&server, &players, game, &mut examples).await;
    answer_offers(&server, &players, game, &mut examples).await;
    follow_notices(&server, &players, &mut examples).await;
    decline_challenges(&server, &players, &mut examples).await;
    enter_a_store(&server, &players, &mut examples).await;
    Box::pin(capture(&server, &mut examples)).await;
    go_berserk(&server, &mut examples).await;
    show_other_beginnings(&server, &players[0], &mut examples).await;
    use_socket(&server, &mut examples).await;
    lose_connection(server, &mut examples).await;
    examples
}

async fn connect<'e>(server: &TestServer, examples: &'e mut Examples) -> Socket<'e> {
    Socket { client: TestClient::connect_without_hello(server.address).await, examples }
}

/// The first legal action after an event.
fn legal(event: &Event) -> String {
    let position = match &event.kind {
        EventKind::Revealed { position, .. }
        | EventKind::Acted { position, .. }
        | EventKind::TakenBack { position, .. } => position,
        other => panic!("no position: {other:?}"),
    };
    position.legal.first().expect("a legal action").to_string()
}

/// A rated game of Ikibuguzo: the arrangement and the first turn of each seat.
async fn play_first_turns(
    server: &TestServer,
    [south, north]: &[Credentials; 2],
    examples: &mut Examples,
) -> GameId {
    let new = NewGame { public: true, rated: true, ..new_game("ikibuguzo:choice", CLOCK) };
    let game = server.http.create_game(south, &new).await.expect("a game").game;
    server.http.join_game(north, game).await.expect("a seat");
    let mut socket = connect(server, examples).await;
    socket.send("hello", &ClientMessage::Hello { token: Some(south.token.clone()) }).await;
    socket.expect("welcome", |it| matches!(it, ServerMessage::Welcome { .. })).await;
    socket.send("join", &ClientMessage::Join { game, since: None, compact: false }).await;
    socket.expect("game", |it| matches!(it, ServerMessage::Game(_))).await;
    let array = Text(Array::Second);
    socket.send("arrange", &ClientMessage::Arrange { game, id: id("7RwHc0uYdKzE"), array }).await;
    socket.client.sync().await;
    server.http.command(north, &arrange(game, Array::First)).await.expect("arranged");
    let revealed = server.http.events(game, 5).await.events.pop().expect("an event");
    act_twice(&mut socket, game, &revealed).await;
    let table = Table { http: server.http.clone(), game, examples };
    let acted = table.events(None).await.pop().expect("an event");
    table.play(north, act(game, acted.seq, &legal(&acted))).await;
    note_beginning(table, south).await;
    game
}

/// South acts, and acts again when it is not its turn.
async fn act_twice(socket: &mut Socket<'_>, game: GameId, revealed: &Event) {
    let after = revealed.seq;
    let action = legal(revealed);
    let again = ClientMessage::Act { game, id: id("Vh0sC5kQ9xRz"), after: after + 1, action: action.clone() };
    socket.send("act", &ClientMessage::Act { game, id: id("Jt4nZq8WvB1o"), after, action }).await;
    let is_ack = |it: &ServerMessage| matches!(it, ServerMessage::Ack { seq, .. } if *seq == after + 1);
    socket.expect("ack", is_ack).await;
    let is_action =
        |it: &ServerMessage| matches!(it, ServerMessage::Event { event, .. } if event.seq == after + 1);
    socket.expect("event", is_action).await;
    socket.client.send(&again).await;
    socket.expect("refused", |it| matches!(it, ServerMessage::Refused(_))).await;
}

/// Records the first events of a game of Ikibuguzo.
async fn note_beginning(mut table: Table<'_>, player: &Credentials) {
    for event in table.events(Some(player)).await {
        let name = match event.seq {
            1 => "created",
            3 => "seated",
            4 => "arranged",
            6 => "revealed",
            7 => "acted",
            _ => continue,
        };
        table.note_event(name, &event);
    }
}

/// After a restart South resumes and makes its second turn, which is charged.
async fn resume(server: &TestServer, [south, _]: &[Credentials; 2], game: GameId, examples: &mut Examples) {
    let mut socket = Socket { client: server.client(Some(south)).await, examples };
    socket.send("join-since", &ClientMessage::Join { game, since: Some(8), compact: false }).await;
    socket.expect("game-resumed", |it| matches!(it, ServerMessage::Game(_))).await;
    drop(socket);
    let mut table = Table { http: server.http.clone(), game, examples };
    let events = table.events(None).await;
    let excused = events.iter().find(|event| matches!(event.kind, EventKind::Excused { .. }));
    table.note_event("excused", excused.expect("a downtime"));
    let action = legal(&events[7]);
    table.play(south, act(game, events.len() as u64, &action)).await;
    table.note_newest("acted-charged").await;
}

/// All offers, and the end.
async fn answer_offers(
    server: &TestServer,
    [south, north]: &[Credentials; 2],
    game: GameId,
    examples: &mut Examples,
) {
    let mut table = Table { http: server.http.clone(), game, examples };
    let offer = table
        .show("offer_takeback", north, ClientMessage::OfferTakeback { game, id: id("kD5uLr0eNwCi") })
        .await;
    table.note_newest("takeback_offered").await;
    let answer = ClientMessage::AnswerTakeback { game, id: id("oL2aYw8TnFjP"), offer, accept: true };
    let taken_back = table.show("answer_takeback", south, answer).await;
    table.note_newest("taken_back").await;
    let offer =
        table.show("offer_draw", south, ClientMessage::OfferDraw { game, id: id("kD5uLr0eNwCj") }).await;
    table.note_newest("draw_offered").await;
    let answer = ClientMessage::AnswerDraw { game, id: id("oL2aYw8TnFjQ"), offer, accept: false };
    table.show("answer_draw", north, answer).await;
    table.note_newest("draw_declined").await;
    let events = table.events(None).await;
    let position = events.iter().find(|event| event.seq == taken_back).expect("the takeback");
    table.play(north, act(game, taken_back, &legal(position))).await;
    let offer = table.play(north, ClientMessage::OfferTakeback { game, id: id("kD5uLr0eNwCk") }).await;
    table
        .play(south, ClientMessage::AnswerTakeback { game, id: id("oL2aYw8TnFjR"), offer, accept: false })
        .await;
    table.note_newest("takeback_declined").await;
    answer_previews(&mut table, south, north).await;
    table
        .show("say", north, ClientMessage::Say { game, id: id("w1TfKo9yEcRx"), text: "Murakoze!".to_owned() })
        .await;
    table.note_newest("said").await;
    table.show("resign", south, ClientMessage::Resign { game, id: id("m2XyFgT6hPaS") }).await;
    table.note_newest("ended").await;
    answer_rematches(&mut table, south, north).await;
}

async fn answer_previews(table: &mut Table<'_>, south: &Credentials, north: &Credentials) {
    let game = table.game;
    let offer = table
        .show("offer_previews", south, ClientMessage::OfferPreviews { game, id: id("pR3vWq9LmZsE") })
        .await;
    table.note_newest("previews_offered").await;
    table
        .play(north, ClientMessage::AnswerPreviews { game, id: id("aN5sVx2KdTgT"), offer, accept: false })
        .await;
    table.note_newest("previews_declined").await;
    let offer = table.play(north, ClientMessage::OfferPreviews { game, id: id("pR3vWq9LmZsF") }).await;
    let answer = ClientMessage::AnswerPreviews { game, id: id("aN5sVx2KdTgU"), offer, accept: true };
    table.show("answer_previews", south, answer).await;
    table.note_newest("previews_agreed").await;
}

async fn answer_rematches(table: &mut Table<'_>, south: &Credentials, north: &Credentials) {
    let game = table.game;
    let offer = table
        .show("offer_rematch", south, ClientMessage::OfferRematch { game, id: id("Q8bGz3sVjMnh") })
        .await;
    table.note_newest("rematch_offered").await;
    table
        .play(north, ClientMessage::AnswerRematch { game, id: id("zK6mBt1UeGdp"), offer, accept: false })
        .await;
    table.note_newest("rematch_declined").await;
    let offer = table.play(north, ClientMessage::OfferRematch { game, id: id("Q8bGz3sVjMni") }).await;
    let answer = ClientMessage::AnswerRematch { game, id: id("zK6mBt1UeGdq"), offer, accept: true };
    table.show("answer_rematch", south, answer).await;
    table.note_newest("rematched").await;
}

/// A challenge, as the challenged player follows it in notices; a spectator follows it in the compact form.
async fn follow_notices(server: &TestServer, [south, north]: &[Credentials; 2], examples: &mut Examples) {
    let mut socket = Socket { client: server.client(Some(north)).await, examples };
    socket.client.subscribe().await;
    let opponent = Some(Text(Opponent::Player(north.name.clone())));
    let new = NewGame { public: true, opponent, ..new_game("kubuguza", "none") };
    let game = server.http.create_game(south, &new).await.expect("a game").game;
    expect_notice(&mut socket, "notice-invited", NoticeKind::Invited).await;
    server.http.join_game(north, game).await.expect("a seat");
    expect_notice(&mut socket, "notice-started", NoticeKind::Started).await;
    let mut spectator = Socket { client: server.client(None).await, examples: socket.examples };
    spectator.send("join-compact", &ClientMessage::Join { game, since: Some(5), compact: true }).await;
    server.http.command(south, &act(game, 5, "O")).await.expect("played");
    spectator.expect("acted", |it| matches!(it, ServerMessage::Acted { .. })).await;
    let mut socket = Socket { client: socket.client, examples: spectator.examples };
    expect_notice(&mut socket, "notice-my_turn", NoticeKind::MyTurn).await;
    server
        .http
        .command(south, &ClientMessage::OfferDraw { game, id: id("kD5uLr0eNwCm") })
        .await
        .expect("offered");
    expect_notice(&mut socket, "notice-offered", NoticeKind::Offered).await;
    let mut table = Table { http: server.http.clone(), game, examples: socket.examples };
    let invited = table.events(None).await.remove(2);
    table.note_event("invited", &invited);
    let mut second = Socket { client: server.client(Some(north)).await, examples: table.examples };
    second.send("subscribe", &ClientMessage::Subscribe {}).await;
    second.expect("subscribed", |it| matches!(it, ServerMessage::Subscribed(_))).await;
    server
        .http
        .command(south, &ClientMessage::Resign { game, id: id("m2XyFgT6hPaT") })
        .await
        .expect("resigned");
    expect_notice(&mut second, "notice-ended", NoticeKind::Ended).await;
}

async fn expect_notice(socket: &mut Socket<'_>, name: &str, kind: NoticeKind) {
    socket.expect(name, |it| matches!(it, ServerMessage::Notice(notice) if notice.kind == kind)).await;
}

async fn decline_challenges(server: &TestServer, [south, north]: &[Credentials; 2], examples: &mut Examples) {
    for (name, reason) in [("decline", None), ("decline-reason", Some(DeclineReason::TooFast))] {
        let opponent = Some(Text(Opponent::Player(north.name.clone())));
        let new = NewGame { opponent, ..new_game("kubuguza", CLOCK) };
        let game = server.http.create_game(south, &new).await.expect("a game").game;
        let mut table = Table { http: server.http.clone(), game, examples };
        table.show(name, north, ClientMessage::Decline { game, id: id("Jt4nZq8WvB1q"), reason }).await;
        if reason.is_some() {
            let declined = table.events(Some(south)).await.remove(3);
            table.note_event("declined", &declined);
        }
    }
}

/// A game of Azigo, with what South sees of the beginning, and a spectator of an entered store.
async fn enter_a_store(server: &TestServer, [south, north]: &[Credentials; 2], examples: &mut Examples) {
    let http = server.http.clone();
    let new = NewGame { public: true, ..new_game("azigo", "none") };
    let game = http.create_game(south, &new).await.expect("a game").game;
    http.join_game(north, game).await.expect("a seat");
    let mut table = Table { http, game, examples };
    let begun = table.events(Some(south)).await.pop().expect("an event");
    table.note_event("begun", &begun);
    table.play(south, act(game, 4, "*")).await;
    table.note_newest("acted-store").await;
    table.play(south, ClientMessage::Resign { game, id: id("m2XyFgT6hPaU") }).await;
    table.note_newest("ended-stores").await;
}

/// Two players act at random until an action captures and leaves a choice.
async fn capture(server: &TestServer, examples: &mut Examples) {
    let (game, players) = start_game(&server.http, "kubuguza", true).await;
    let bot = |seat, player, seed| Bot::new(server.address, game, seed).seated(seat, player).play_until(80);
    tokio::join!(bot(Seat::South, &players[0], 3), bot(Seat::North, &players[1], 5));
    let mut table = Table { http: server.http.clone(), game, examples };
    let events = table.events(None).await;
    let is_it = |event: &&Event| {
        let json = serde_json::to_string(event).expect("JSON");
        json.contains("\"captured\"") && json.contains("\"pending\":{") && json.len() < 900
    };
    table.note_event("acted-choice", events.iter().find(is_it).expect("a capture before a choice"));
}

/// A game of an arena.
async fn go_berserk(server: &TestServer, examples: &mut Examples) {
    let (arena, players) = begin(server).await;
    let made = show(&server.http, arena).await;
    let shown = wait_for_games(&server.http, arena, 2, &made).await;
    let (game, [south, _]) = first_game(&shown, &players);
    let mut table = Table { http: server.http.clone(), game, examples };
    table.show("berserk", south, ClientMessage::Berserk { game, id: id("Bz7nK2pWq0xR") }).await;
    table.note_newest("berserked").await;
}

/// A game against a computer player, an imported one, and one that is withdrawn.
async fn show_other_beginnings(server: &TestServer, player: &Credentials, examples: &mut Examples) {
    let level = ComputerLevel::ALL[0].player_name().as_str().parse().expect("a level");
    let new = NewGame { opponent: Some(Text(level)), ..new_game("kubuguza", "none") };
    let game = server.http.create_game(player, &new).await.expect("a game").game;
    let mut table = Table { http: server.http.clone(), game, examples };
    let seated = table.events(None).await.remove(2);
    table.note_event("seated-bot", &seated);
    import_text(server, "paper.txt", PAPER).await;
    let found: GameList = server.http.get("/api/games?player=jean-mugisha").await.expect("a list");
    table.game = found.games[0].game;
    let created = table.events(None).await.remove(0);
    table.note_event("created-record", &created);
    let game = server.http.create_game(player, &new_game("kubuguza", CLOCK)).await.expect("a game").game;
    table
        .show("claim", player, ClientMessage::Claim { game, id: id("A6pUd4HqZm2L"), claim: Claim::Abort })
        .await;
}

/// What a player whose opponent is absent asks on a socket.
async fn use_socket(server: &TestServer, examples: &mut Examples) {
    let (game, [_, north]) = start_game_with(&server.http, new_game("kubuguza", CLOCK)).await;
    let mut socket = Socket { client: server.client(Some(&north)).await, examples };
    socket.client.send(&ClientMessage::Join { game, since: None, compact: false }).await;
    let is_absent =
        |it: &ServerMessage| matches!(it, ServerMessage::Presence(it) if it.claim_at.south.is_some());
    socket.expect("presence", is_absent).await;
    socket.send("ping", &ClientMessage::PING).await;
    socket.expect("pong", |it| matches!(it, ServerMessage::Pong { .. })).await;
    let ping = ClientMessage::parse(r#"{"type":"ping","next_within":90}"#).expect("a ping");
    socket.send("ping-next_within", &ping).await;
    socket.send("leave", &ClientMessage::Leave { game }).await;
    socket.expect("left", |it| matches!(it, ServerMessage::Left { .. })).await;
    let flood = vec![ClientMessage::PING; 200];
    socket.client.send_together(&flood).await;
    socket.expect("refused-too_fast", |it| matches!(it, ServerMessage::Refused(_))).await;
}

/// The server stops while a spectator is connected.
async fn lose_connection(server: TestServer, examples: &mut Examples) {
    let mut socket = connect(&server, examples).await;
    socket.send("hello-spectator", &ClientMessage::Hello { token: None }).await;
    socket.client.sync().await;
    server.stop();
    socket.expect("bye", |it| matches!(it, ServerMessage::Bye { .. })).await;
    server.shut_down().await;
}
