//! Several games on one terminal.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use ikibuguzo_engine::{Game, Viewer};
use ikibuguzo_protocol::{Lap, PositionView};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{interval, sleep};
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Pty, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_watched_together_and_their_rematches_followed() {
    let server = Server::start().await;
    let mut codes = Vec::new();
    let mut players = Vec::new();
    for _ in 0..2 {
        let mut south = server.run(&["play", "--new", "--starts", "me", "--rules", "kubuguza"]);
        let line = south.wait_for("In a terminal").await;
        let code = line.split(' ').next_back().expect("a code").to_owned();
        let mut north = server.run(&["play", &code]);
        north.wait_for("South is to move").await;
        codes.push(code);
        players.push([south, north]);
    }
    let mut wall = server.run_on_terminal(&["watch", &codes[0], &codes[1]], (24, 80));
    wall.wait_until("both games", |screen| screen.matches("turn 1").count() == 2);
    let [south, north] = &mut players[1];
    south.type_line("N").await;
    wall.wait_until("a turn of the second game", |screen| {
        screen.contains("turn 1") && screen.contains("turn 2")
    });
    north.wait_for("your turn: ").await;
    for line in ["resign", "yes", "rematch"] {
        north.type_line(line).await;
    }
    wall.wait_for("South wins: the other side gave up.");
    south.wait_for("a rematch is offered").await;
    south.type_line("accept").await;
    wall.wait_until("the rematch", |screen| screen.matches("turn 1").count() == 2);
    wall.press("2");
    wall.wait_for("You watch. ");
    wall.press("q");
    wall.wait_for("Enter or a digit enlarges");
    wall.press("q");
    wall.wait_until_restored();
    assert_eq!(wall.end().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_games_need_a_terminal() {
    let server = Server::start().await;
    for (more, expected) in [(&[][..], 1), (&["--json"][..], 2)] {
        let arguments = [&["watch", "05cdv44x7ekv", "15cdv44x7ekv"], more].concat();
        let (status, _, errors) = server.run(&arguments).end().await;
        assert_eq!(status, Some(expected), "{errors}");
    }
}

/// Moves a second in each game of the measurement.
const MOVES_PER_SECOND: u64 = 20;

/// How long is measured.
const MEASURED: Duration = Duration::from_secs(20);

/// The share of a core that a program takes: its processor time in this time.
async fn core_share(program: &Pty) -> f64 {
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.process_id())).expect("it runs");
        let fields = stat.rsplit(')').next().expect("fields").split_whitespace();
        let times: Vec<u64> = fields.skip(11).take(2).map(|field| field.parse().expect("a number")).collect();
        times[0] + times[1]
    };
    let before = ticks();
    sleep(MEASURED).await;
    // Linux counts 100 ticks a second.
    (ticks() - before) as f64 / 100.0 / MEASURED.as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures processor time; run it with --release --run-ignored only --no-capture"]
async fn how_much_of_a_core_a_wall_of_nine_fast_games_and_idle_screens_take() {
    let url = serve_fast_games().await;
    let home = tempfile::tempdir().expect("a folder");
    let codes: Vec<String> = (0..9).map(|number| format!("{number}5cdv44x7ekv")).collect();
    let arguments: Vec<&str> = std::iter::once("watch").chain(codes.iter().map(String::as_str)).collect();
    let wall = Pty::run(&url, &home.path().join("config"), &arguments, (40, 120));
    wall.wait_for("turn 9");
    println!("nine games at {MOVES_PER_SECOND} moves/s: {:.1} % of a core", 100.0 * core_share(&wall).await);
    drop(wall);
    let server = Server::start().await;
    let offline =
        ["play", "--offline", "--tui", "--opponent", "Amina", "--starts", "me", "--rules", "kubuguza"];
    let table = server.run_on_terminal(&offline, (24, 80));
    table.wait_for("your turn: ");
    println!("an idle table: {:.2} % of a core", 100.0 * core_share(&table).await);
    let lobby = server.run_on_terminal(&[], (24, 80));
    lobby.wait_for("No games here.");
    println!("an idle lobby: {:.2} % of a core", 100.0 * core_share(&lobby).await);
    let clock =
        ["play", "--new", "--tui", "--rules", "kubuguza", "--clock", "fischer:600+5", "--opponent", "bot:1"];
    let clocked = server.run_on_terminal(&[&clock[..], &["--starts", "me"]].concat(), (24, 80));
    clocked.wait_for("your turn: ");
    println!("a table whose clock runs: {:.2} % of a core", 100.0 * core_share(&clocked).await);
}

/// A server whose every game has twenty moves a second. Returns its address.
async fn serve_fast_games() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("its address"));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve_fast_game(stream));
        }
    });
    url
}

/// Serves the game that a connection joins, until it is closed.
async fn serve_fast_game(stream: TcpStream) -> Option<()> {
    let mut socket = accept_async(stream).await.ok()?;
    socket.next().await?.ok()?;
    let welcome =
        json!({"type": "welcome", "protocol": 1, "server": "9.9.9", "player": null, "now": 1_000_000});
    socket.send(Message::text(welcome.to_string())).await.ok()?;
    let join: Value = serde_json::from_str(socket.next().await?.ok()?.to_text().ok()?).ok()?;
    let mut game = Game::from_rulespec("kubuguza").ok()?;
    let position = PositionView::of(&game, Viewer::Spectator);
    let snapshot = json!({"type": "game", "game": join["game"], "role": "spectator", "delay": 0, "head": 4, "seq": 4,
        "view": {"rules": "kubuguza", "rules_version": 1, "public": true, "created_at": 0, "state": "playing",
            "players": {"south": "inka-1", "north": "ifi-2"}, "arranged": {"south": false, "north": false},
            "arrays": null, "position": position, "draw_offer": null, "outcome": null,
            "rematch": {"offer": null, "game": null}}});
    socket.send(Message::text(snapshot.to_string())).await.ok()?;
    let mut timer = interval(Duration::from_millis(1_000 / MOVES_PER_SECOND));
    for seq in 5_u64.. {
        timer.tick().await;
        if game.to_move().is_none() {
            game = Game::from_rulespec("kubuguza").ok()?;
        }
        let seat = game.to_move()?;
        let ply = game.plies();
        let action = *game.legal_actions().first()?;
        let laps: Vec<Lap> = game.play(action).ok()?.iter().map(Lap::from).collect();
        let position = PositionView::of(&game, Viewer::Spectator);
        let acted = json!({"type": "event", "game": join["game"], "seq": seq, "at": 0, "kind": "acted",
            "seat": seat.as_str(), "ply": ply, "action": action.as_str(), "laps": laps, "position": position});
        socket.send(Message::text(acted.to_string())).await.ok()?;
    }
    None
}
