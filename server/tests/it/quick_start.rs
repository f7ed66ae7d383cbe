//! `docs/QUICKSTART.md`: this test runs every `curl` command of it, each with what the answers before it have brought.

use ikibuguzo_testing::TestServer;
use serde_json::Value;
use tokio::process::Command;

use crate::documents::{check_document, read_document, wrap};

#[tokio::test]
#[ignore = "needs curl"]
async fn every_command_of_the_quick_start_has_the_documented_answer() {
    let server = TestServer::start_on_sqlite().await;
    let mut variables = vec![("SERVER", format!("http://{}", server.address))];
    let page = read_document("QUICKSTART.md");
    let mut written = String::new();
    let mut rest = page.as_str();
    let mut commands = 0;
    while let Some((before, command, after)) = next_command(rest) {
        let answer = run(command, &variables).await;
        written += &format!("{before}```sh\n{command}```\n\n```json\n{}\n```", wrap(&answer));
        variables.extend(variables_in(&answer));
        (rest, commands) = (after, commands + 1);
    }
    assert_eq!(commands, 5);
    check_document("QUICKSTART.md", &(written + rest));
}

/// The next command of the page: the text before it, the command, and what is behind its answer.
fn next_command(page: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = page.split_once("```sh\n")?;
    let (command, rest) = rest.split_once("```\n\n```json\n").expect("an answer below a command");
    let (_, after) = rest.split_once("```").expect("an end");
    Some((before, command, after))
}

async fn run(command: &str, variables: &[(&str, String)]) -> String {
    let variables = variables.iter().map(|(name, value)| (*name, value.as_str()));
    let output = Command::new("sh").args(["-c", command]).envs(variables).output().await.expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim_end().to_owned()
}

/// The values of an answer that the page asks its reader to keep.
fn variables_in(answer: &str) -> Vec<(&'static str, String)> {
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let names = [("TOKEN", "token"), ("GAME", "game")];
    let found = names.iter().filter_map(|(name, field)| Some((*name, answer[*field].as_str()?.to_owned())));
    found.collect()
}
