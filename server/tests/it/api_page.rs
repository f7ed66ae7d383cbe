//! `docs/API.md` and the server hold together: every `curl` on the page is run, and answers what stands below it.

use std::path::Path;
use std::time::Duration;

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, ExportedGame, GameId, GameList, Me, NewGame, PositionBook, ServerMessage,
    Text,
};
use ikibuguzo_server::net::limits::Limits;
use serde_json::json;
use tokio::process::Command;

use crate::commands::act;
use crate::support::{TestServer, command_id, new_game, seat_pair};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/API.md");

#[tokio::test]
#[ignore = "needs curl"]
async fn every_question_has_the_answer_that_stands_there() {
    let limits = Limits { settled: Duration::ZERO, ..Limits::default() };
    let server = TestServer::start_with(limits).await;
    let variables = played(&server).await;
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let (mut renewed, mut rest, mut questions) = (String::new(), page.as_str(), 0);
    while let Some((before, command, kind, stands, after)) = next(rest) {
        let answer = run(command, &variables).await;
        if std::env::var_os("RENEW").is_none() {
            assert_eq!(steady(&answer), steady(stands), "{command}");
        }
        renewed.push_str(&format!("{before}```sh\n{command}```\n\n```{kind}\n{answer}```"));
        (rest, questions) = (after, questions + 1);
    }
    assert!(questions >= 10, "{questions} questions");
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(Path::new(PAGE), renewed + rest).expect("the page is written");
    }
}

/// The next command of the page: what comes before it, the command, the kind of its answer, the answer, and the rest.
fn next(page: &str) -> Option<(&str, &str, &str, &str, &str)> {
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

/// A text without what is another one every time: ids, tokens, times and how long something took.
fn steady(text: &str) -> String {
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let steady: String = words.map(masked).collect();
    let passing = ["\"charge\":", "\"month\":\"…-"];
    passing.iter().fold(steady, |text, before| {
        text.split(before).map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect()
    })
}

fn masked(word: &str) -> String {
    let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    // Words of that length are masked on both sides too.
    let is_id = matches!(bare.len(), 12 | 52);
    let is_time = bare.len() > 3 && bare.bytes().all(|byte| byte.is_ascii_digit());
    if is_id || is_time { word.replace(bare, "…") } else { word.to_owned() }
}

/// Two with names of their own have played three games; the variables of the page.
async fn played(server: &TestServer) -> Vec<(&'static str, String)> {
    let new = NewGame { public: true, ..new_game("kubuguza", "fischer:300+5") };
    let (game, players) = seat_pair(&server.http, new).await;
    for (player, name) in players.iter().zip(["Amina", "Ọbịageli"]) {
        let body = json!({"name": name, "passphrase": "four words and a comma"}).to_string();
        let _: Me =
            server.http.ask("PUT", "/api/players/me", Some(player), Some(body)).await.expect("a name");
    }
    let opening = begun(server, "ikibuguzo:choice", &players).await;
    let again = begun(server, "kubuguza", &players).await;
    let arrays = [Array::First, Array::Second].map(|array| arrange(opening, array));
    tell(server, &players, arrays).await;
    for (id, moves) in [(game, &["O", "o"][..]), (opening, &[]), (again, &["O", "o"])] {
        play(server, id, &players, moves).await;
    }
    // The book follows the games.
    let book = format!("/api/positions?game={again}&ply=1");
    while server.http.get::<PositionBook>(&book).await.expect("a book").games.len() < 2 {
        tokio::task::yield_now().await;
    }
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

/// Another public game of the two.
async fn begun(server: &TestServer, rules: &str, [south, north]: &[Credentials; 2]) -> GameId {
    let new = NewGame { public: true, ..new_game(rules, "fischer:300+5") };
    let game = server.http.create(south, &new).await.expect("another game").game;
    server.http.join(north, game).await.expect("joined");
    game
}

fn arrange(game: GameId, array: Array) -> ClientMessage {
    ClientMessage::Arrange { game, id: command_id(), array: Text(array) }
}

/// Plays these actions, South first, and then South gives up.
async fn play(server: &TestServer, game: GameId, players: &[Credentials; 2], actions: &[&str]) {
    let acts = (0..).zip(actions).map(|(ply, action)| act(game, ply, action));
    tell(server, players, acts).await;
    tell(server, players, [ClientMessage::Resign { game, id: command_id() }]).await;
}

/// Gives the commands, one by South and one by North.
async fn tell(
    server: &TestServer,
    players: &[Credentials; 2],
    commands: impl IntoIterator<Item = ClientMessage>,
) {
    for (command, player) in commands.into_iter().zip(players.iter().cycle()) {
        let body = Some(command.to_json());
        let answer = server.http.ask("POST", "/api/commands", Some(player), body).await;
        let _: ServerMessage = answer.unwrap_or_else(|problem| panic!("{command:?}: {problem:?}"));
    }
}
