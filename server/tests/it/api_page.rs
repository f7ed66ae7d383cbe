//! Runs every `curl` command of `docs/API.md` and compares the answers with the page.

use std::path::Path;
use std::time::Duration;

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, CurrentPlayer, ExportedGame, GameId, GameList, NewGame, PositionBook,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{TestServer, act, arrange, eventually, new_game, resign, start_game_with};
use serde_json::json;
use tokio::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/API.md");

#[tokio::test]
#[ignore = "needs curl"]
async fn every_command_of_the_api_page_has_the_documented_answer() {
    let limits = Limits { settled: Duration::ZERO, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let variables = play_games(&server).await;
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let (mut renewed, mut rest, mut commands) = (String::new(), page.as_str(), 0);
    while let Some((before, command, kind, documented, after)) = next_command(rest) {
        let answer = run(command, &variables).await;
        if std::env::var_os("RENEW").is_none() {
            assert_eq!(mask_volatile(&answer), mask_volatile(documented), "{command}");
        }
        renewed.push_str(&format!("{before}```sh\n{command}```\n\n```{kind}\n{answer}```"));
        (rest, commands) = (after, commands + 1);
    }
    assert!(commands >= 10, "{commands} commands");
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(Path::new(PAGE), renewed + rest).expect("the page is written");
    }
}

/// The next command of the page: the text before it, the command, the format of its answer, the answer, and the rest.
fn next_command(page: &str) -> Option<(&str, &str, &str, &str, &str)> {
    let (before, rest) = page.split_once("```sh\n")?;
    let (command, rest) = rest.split_once("```\n\n```").expect("an answer below a command");
    let (kind, rest) = rest.split_once('\n').expect("a kind");
    let (answer, after) = rest.split_once("```").expect("an end");
    Some((before, command, kind, answer, after))
}

async fn run(command: &str, variables: &[(&str, String)]) -> String {
    let variables = variables.iter().map(|(name, value)| (*name, value.as_str()));
    let output = Command::new("sh").args(["-c", command]).envs(variables).output().await.expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    format!("{}\n", text.trim_end())
}

/// Masks what differs from run to run: ids, tokens, times and charges.
fn mask_volatile(text: &str) -> String {
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let masked: String = words.map(mask_word).collect();
    let before_digits = ["\"charge\":", "\"month\":\"…-"];
    before_digits.iter().fold(masked, |text, before| {
        text.split(before).map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect()
    })
}

fn mask_word(word: &str) -> String {
    let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    // Words of that length are masked on both sides too.
    let is_id = matches!(bare.len(), 12 | 52);
    let is_time = bare.len() > 3 && bare.bytes().all(|byte| byte.is_ascii_digit());
    if is_id || is_time { word.replace(bare, "…") } else { word.to_owned() }
}

/// Two players with claimed names play three games. Returns the variables of the page.
async fn play_games(server: &TestServer) -> Vec<(&'static str, String)> {
    let new = NewGame { public: true, ..new_game("kubuguza", "fischer:300+5") };
    let (game, players) = start_game_with(&server.http, new).await;
    for (player, name) in players.iter().zip(["Amina", "Ọbịageli"]) {
        let body = json!({"name": name, "passphrase": "four words and a comma"}).to_string();
        let _: CurrentPlayer =
            server.http.call("PUT", "/api/players/me", Some(player), Some(body)).await.expect("a name");
    }
    let opening = create_game(server, "ikibuguzo:choice", &players).await;
    let again = create_game(server, "kubuguza", &players).await;
    let arrays = [Array::First, Array::Second].map(|array| arrange(opening, array));
    send(server, &players, arrays).await;
    for (id, moves) in [(game, &["O", "o"][..]), (opening, &[]), (again, &["O", "o"])] {
        play(server, id, &players, moves).await;
    }
    // Positions are indexed after the games.
    let book = format!("/api/positions?game={again}&ply=1");
    let is_indexed = async || server.http.get::<PositionBook>(&book).await.expect("a book").games.len() == 2;
    eventually("the indexing of both games", is_indexed).await;
    let list: GameList = server.http.get("/api/games?limit=1").await.expect("a list");
    let next = list.next.expect("another page");
    let export = server.http.send("GET", "/api/export", None, None).await.into_body();
    let first: ExportedGame =
        export.lines().next().map(|line| serde_json::from_str(line).expect("a game")).expect("one");
    vec![
        ("SERVER", format!("http://{}", server.address)),
        ("GAME", again.to_string()),
        ("NEXT", next),
        ("AFTER", first.cursor),
    ]
}

/// Creates another public game of the two players.
async fn create_game(server: &TestServer, rules: &str, [south, north]: &[Credentials; 2]) -> GameId {
    let new = NewGame { public: true, ..new_game(rules, "fischer:300+5") };
    let game = server.http.create_game(south, &new).await.expect("another game").game;
    server.http.join_game(north, game).await.expect("joined");
    game
}

/// Plays these moves, South first; then South resigns.
async fn play(server: &TestServer, game: GameId, players: &[Credentials; 2], actions: &[&str]) {
    let acts = (4..).zip(actions).map(|(after, action)| act(game, after, action));
    send(server, players, acts).await;
    send(server, players, [resign(game)]).await;
}

/// Sends the commands, alternately by South and North.
async fn send(
    server: &TestServer,
    players: &[Credentials; 2],
    commands: impl IntoIterator<Item = ClientMessage>,
) {
    for (command, player) in commands.into_iter().zip(players.iter().cycle()) {
        let answer = server.http.command(player, &command).await;
        answer.unwrap_or_else(|problem| panic!("{command:?}: {problem:?}"));
    }
}
