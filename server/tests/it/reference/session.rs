//! The actions of players on the server, so that every operation has an example.

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    Analysis, ClientMessage, CommandId, Credentials, ExportedGame, GameId, GameList, NewGame, NewTournament,
    PositionBook, SeatAssignment, TournamentSummary,
};
use ikibuguzo_testing::{
    CLAIMED_PASSPHRASE, EventStream, NDJSON, SSE, act, arrange, eventually, new_game, resign,
};
use serde_json::{Value, json};

use super::recorder::{Call, Recorder};
use crate::storage::ratings::wait_for_rated_games;
use crate::storage::tournaments::{NAMES, enter, new_tournament, resign_all, wait_for_games};

const CLOCK: &str = "fischer:300+5";

/// Runs the whole session.
pub(super) async fn play(recorder: &mut Recorder<'_>) {
    recorder.get("GET error", "/api/games?rules=chess").await;
    let players = make_players(recorder).await;
    let rated = play_rated_game(recorder, &players).await;
    show_game(recorder, &players[0], rated).await;
    play_arranged_game(recorder, &players).await;
    search_games(recorder).await;
    show_positions(recorder, rated).await;
    export_games(recorder).await;
    keep_offline_game(recorder, &players[1]).await;
    show_players(recorder, &players[0]).await;
    play_tournament(recorder, &players[0]).await;
    choose_company(recorder, &players[0]).await;
    subscribe_browser(recorder, &players[0]).await;
    change_tokens(recorder, &players[0]).await;
    for path in ["/healthz", "/readyz"] {
        recorder.get(&format!("GET {path}"), path).await;
    }
}

/// An id that is the same in every run.
fn id(text: &str) -> CommandId {
    text.parse().expect("an id")
}

/// A guest who claims the name Amina, and Otieno.
async fn make_players(recorder: &mut Recorder<'_>) -> [Credentials; 2] {
    let guest: Credentials =
        recorder.call("POST /api/players", Call { path: "/api/players", ..Call::default() }).await;
    let claim = json!({"name": "Amina", "passphrase": CLAIMED_PASSPHRASE});
    recorder.send_body(&guest, "PUT /api/players/me", "/api/players/me", &claim).await;
    recorder.send_as(&guest, "GET /api/players/me", "/api/players/me").await;
    let bot = recorder.server.http.create_guest().await;
    recorder.send_as(&bot, "PUT /api/players/me/bot", "/api/players/me/bot").await;
    let amina = Credentials { name: "Amina".parse().expect("a name"), ..guest };
    [amina, recorder.server.http.create_claimed("Otieno").await]
}

/// A rated game of Kubuguza, which South resigns after three turns. North follows its notices.
async fn play_rated_game(recorder: &mut Recorder<'_>, [south, north]: &[Credentials; 2]) -> GameId {
    let new = NewGame { id: id("p9V2kQm7sLxA"), public: true, rated: true, ..new_game("kubuguza", CLOCK) };
    let made = recorder.send_body(south, "POST /api/games", "/api/games", &new).await;
    let SeatAssignment { game, .. } = serde_json::from_str(&made).expect("a seat");
    recorder.send_as(north, "POST /api/games/{game}/join", &format!("/api/games/{game}/join")).await;
    let command = ClientMessage::Act { game, id: id("Jt4nZq8WvB1o"), after: 4, action: "O".to_owned() };
    recorder.send_body(south, "POST /api/commands", "/api/commands", &command).await;
    let server = recorder.server;
    let mut notices = EventStream::get(server.address, "/api/stream", Some(north), NDJSON, None).await;
    let mut lines = vec![notices.next_text().await.expect("the games")];
    recorder.send_as(north, "GET /api/games", "/api/games?my_turn=true").await;
    for (player, command) in [(north, act(game, 5, "o")), (south, act(game, 6, "L")), (south, resign(game))] {
        server.http.command(player, &command).await.expect("acknowledged");
    }
    for _ in 0..2 {
        lines.push(notices.next_text().await.expect("a notice"));
    }
    let call = Call { path: "/api/stream", ..Call::default() };
    let bearer = format!("Bearer {}", north.token.reveal());
    recorder.note(
        "GET /api/stream",
        call,
        &[("Authorization", &bearer)],
        lines.join("\n"),
        NDJSON.to_owned(),
    );
    wait_for_rated_games(server.database(), 1).await;
    game
}

/// Requests about a finished game.
async fn show_game(recorder: &mut Recorder<'_>, player: &Credentials, game: GameId) {
    for end in ["", "/plies/1", "/clock", "/ratings", "/record", "/proof"] {
        let operation = format!("GET /api/games/{{game}}{}", end.replace('1', "{ply}"));
        recorder.get(&operation, &format!("/api/games/{game}{end}")).await;
    }
    let events = "GET /api/games/{game}/events";
    recorder.get(events, &format!("/api/games/{game}/events?since=6")).await;
    for accept in [NDJSON, SSE] {
        let path = format!("/api/games/{game}/events?since=7");
        recorder.send(events, Call { path: &path, accept: Some(accept), ..Call::default() }).await;
    }
    let path = format!("/api/games/{game}/analysis");
    let server = recorder.server;
    let _: Analysis =
        server.http.call("POST", &path, Some(player), None).await.expect("a request for the analysis");
    let is_done = async || server.http.get::<Analysis>(&path).await.is_ok_and(|analysis| analysis.done);
    eventually("the analysis", is_done).await;
    recorder.send_as(player, "POST /api/games/{game}/analysis", &path).await;
    recorder.get("GET /api/games/{game}/analysis", &path).await;
    let url = format!("http://{}/game/{game}", server.address);
    recorder.get("GET /api/oembed", &format!("/api/oembed?url={url}&maxwidth=600")).await;
}

/// A public game of Ikibuguzo that ends after the arrangement.
async fn play_arranged_game(recorder: &mut Recorder<'_>, [south, north]: &[Credentials; 2]) {
    let http = &recorder.server.http;
    let new = NewGame { public: true, ..new_game("ikibuguzo:choice", CLOCK) };
    let game = http.create_game(south, &new).await.expect("a game").game;
    http.join_game(north, game).await.expect("a seat");
    let commands =
        [(south, arrange(game, Array::First)), (north, arrange(game, Array::Second)), (north, resign(game))];
    for (player, command) in commands {
        http.command(player, &command).await.expect("acknowledged");
    }
}

async fn search_games(recorder: &mut Recorder<'_>) {
    let page: GameList = recorder
        .call("GET /api/games", Call { path: "/api/games?order=ended&limit=1", ..Call::default() })
        .await;
    let next = page.next.expect("another page");
    recorder.get("GET /api/games", &format!("/api/games?order=ended&limit=1&cursor={next}")).await;
    let query = "rules=ikibuguzo&arrays=first-second&result=south&from=2026-01-01&count=true";
    recorder.get("GET /api/games", &format!("/api/games?{query}")).await;
    recorder.get("GET /api/stats", "/api/stats").await;
}

async fn show_positions(recorder: &mut Recorder<'_>, game: GameId) {
    let path = format!("/api/positions?game={game}&ply=1");
    let http = &recorder.server.http;
    let is_indexed = async || http.get::<PositionBook>(&path).await.is_ok_and(|book| !book.games.is_empty());
    eventually("the indexing of the game", is_indexed).await;
    recorder.get("GET /api/positions", &path).await;
    let operation = "GET /api/positions/analysis";
    let query = format!("game={game}&ply=2");
    recorder.get(operation, &format!("/api/positions/analysis?{query}")).await;
    let position =
        "kubuguza%200,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2%200,0,0,0,0,0,0,0,0,1,0,0,0,2,0,0%20-%20south%20-/-%20-";
    let path = format!("/api/positions/actions?position={position}&play=P");
    recorder.get("GET /api/positions/actions", &path).await;
}

async fn export_games(recorder: &mut Recorder<'_>) {
    let path = "/api/export?rules=ikibuguzo";
    let exported: ExportedGame = recorder.call("GET /api/export", Call { path, ..Call::default() }).await;
    for format in ["moves", "csv"] {
        recorder.get("GET /api/export", &format!("/api/export?rules=kubuguza&format={format}")).await;
    }
    let after = exported.cursor.replace(|c: char| c.is_ascii_digit(), "0");
    recorder.get("GET /api/export", &format!("/api/export?rules=kubuguza&format=record&after={after}")).await;
}

async fn keep_offline_game(recorder: &mut Recorder<'_>, player: &Credentials) {
    let record = "[Rules \"kubuguza\"]\n[South \"you\"]\n[North \"computer-1\"]\n[Reason \"resignation\"]\n\
        [Date \"2026-11-28\"]\n\n1. M m\nnorth\n";
    let body = json!({"record": record});
    recorder.send_body(player, "POST /api/games/offline", "/api/games/offline", &body).await;
}

async fn show_players(recorder: &mut Recorder<'_>, player: &Credentials) {
    for (operation, path) in [
        ("GET /api/players/{name}", "/api/players/Otieno"),
        ("GET /api/players/{name}/against/{opponent}", "/api/players/Amina/against/Otieno"),
        ("GET /api/players/{name}/ratings/{pool}", "/api/players/Otieno/ratings/kubuguza"),
    ] {
        recorder.get(operation, path).await;
    }
    let established = "update rating set established_until = 4102444800000";
    recorder.server.database().execute(established).await;
    recorder.get("GET /api/leaderboards/{pool}", "/api/leaderboards/kubuguza").await;
    recorder.send_as(player, "GET /api/players/me/data", "/api/players/me/data").await;
}

/// A tournament of four, of which one round is played. Its maker has withdrawn.
async fn play_tournament(recorder: &mut Recorder<'_>, maker: &Credentials) {
    let new = NewTournament { id: id("Xw3Tb8nQ0eKd"), ..new_tournament(CLOCK) };
    let made = recorder.send_body(maker, "POST /api/tournaments", "/api/tournaments", &new).await;
    let TournamentSummary { tournament, .. } = serde_json::from_str(&made).expect("a tournament");
    let entry = format!("/api/tournaments/{tournament}/entry");
    for method in ["PUT", "DELETE"] {
        recorder.send_as(maker, &format!("{method} /api/tournaments/{{tournament}}/entry"), &entry).await;
    }
    let http = &recorder.server.http;
    let mut players = Vec::new();
    for name in NAMES {
        players.push(http.create_claimed(name).await);
    }
    for player in &players {
        enter(http, tournament, player).await.expect("entered");
    }
    let shown = wait_for_games(http, tournament, 1, 2).await;
    resign_all(http, &shown, &players).await;
    wait_for_games(http, tournament, 2, 2).await;
    recorder.get("GET /api/tournaments", "/api/tournaments").await;
    recorder.get("GET /api/tournaments/{tournament}", &format!("/api/tournaments/{tournament}")).await;
}

/// Blocks and reports a player, who then deletes its account.
async fn choose_company(recorder: &mut Recorder<'_>, player: &Credentials) {
    let other = recorder.server.http.create_claimed("Mugabo").await;
    recorder.send_as(player, "PUT /api/blocks/{name}", "/api/blocks/Mugabo").await;
    recorder.send_as(player, "GET /api/blocks", "/api/blocks").await;
    recorder.send_as(player, "DELETE /api/blocks/{name}", "/api/blocks/Mugabo").await;
    let report = json!({"player": "Mugabo", "reason": "abuse", "comment": "Insults after each capture."});
    recorder.send_body(player, "POST /api/reports", "/api/reports", &report).await;
    let deletion = json!({"current": CLAIMED_PASSPHRASE});
    recorder.send_body(&other, "DELETE /api/players/me", "/api/players/me", &deletion).await;
}

async fn subscribe_browser(recorder: &mut Recorder<'_>, player: &Credentials) {
    let keys = json!({
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    });
    let endpoint = "https://push.example.org/send/f1LsxkKphfQ";
    let subscription = json!({"endpoint": endpoint, "keys": keys, "kinds": ["my_turn", "invited"]});
    recorder.send_body(player, "PUT /api/push", "/api/push", &subscription).await;
    recorder.send_as(player, "GET /api/push", "/api/push").await;
    let path = "/api/push/5f0c1b6a9e375f0c1b6a9e375f0c1b6a";
    recorder.send_as(player, "DELETE /api/push/{subscription}", path).await;
}

/// Signs in elsewhere, and ends that again.
async fn change_tokens(recorder: &mut Recorder<'_>, player: &Credentials) {
    let sign_in = json!({"name": "Amina", "passphrase": CLAIMED_PASSPHRASE}).to_string();
    let call = Call { path: "/api/tokens", body: Some(&sign_in), ..Call::default() };
    recorder.send("POST /api/tokens", call).await;
    let listed = recorder.send_as(player, "GET /api/tokens", "/api/tokens").await;
    let listed: Value = serde_json::from_str(&listed).expect("tokens");
    let newest = listed["tokens"][0]["token"].as_str().expect("an id");
    recorder.send_as(player, "DELETE /api/tokens/{token}", &format!("/api/tokens/{newest}")).await;
}
