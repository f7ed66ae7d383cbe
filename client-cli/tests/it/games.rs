//! `games`: the texts for an empty page and for the next page.

use crate::support::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_empty_list_without_a_filter_says_how_to_begin_a_game() {
    let server = Server::start().await;
    let (_, output, _) = server.run(&["games", "--oldest", "--limit", "5"]).end().await;
    assert!(output.starts_with("No games. `ikibuguzo play --new --public` begins one"), "{output}");
    for filter in [["--state", "open"], ["--player", "nobody-1"], ["--rules", "azigo"]] {
        let (status, output, _) = server.run(&[&["games"], &filter[..]].concat()).end().await;
        assert_eq!((status, output.as_str()), (Some(0), "No game was found.\n"), "{filter:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_page_is_a_command_that_can_be_typed() {
    let server = Server::start().await;
    for _ in 0..2 {
        server.run(&["play", "--new", "--public", "--player", "1"]).end().await;
    }
    let arguments = ["games", "--player", "1", "--state", "open", "--oldest", "--limit", "1"];
    let (_, first, _) = server.run(&arguments).end().await;
    let next_page =
        first.lines().find_map(|line| line.strip_prefix("There are more: ikibuguzo ")).expect(&first);
    assert!(
        next_page.starts_with(&format!("--server {} games --state open --player 1 ", server.url())),
        "{next_page}"
    );
    let (status, second, _) = server.run(&next_page.split(' ').collect::<Vec<_>>()).end().await;
    assert_eq!((status, second.lines().count()), (Some(0), 2), "{second}");
    assert!(second.starts_with("CODE "), "{second}");
    assert_ne!(first.lines().nth(1), second.lines().nth(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invitations_come_first_are_declined_and_the_settings_name_the_server() {
    let server = Server::start().await;
    server.run(&["play", "--new", "--player", "1"]).end().await;
    let (_, known, _) = server.run(&["whoami"]).end().await;
    let name = known.trim().strip_prefix("player 1: ").expect("a name");
    let invite = ["play", "--new", "--player", "2", "--opponent", name, "--rules", "azigo"];
    let (_, greeting, _) = server.run(&invite).end().await;
    let code = greeting.trim().rsplit_once("/game/").expect("a link").1.lines().next().expect("a code");
    let settings = format!("server = \"{}\"\n", server.url());
    std::fs::write(server.config_home().join("ikibuguzo/config.toml"), settings).expect("written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_ikibuguzo"));
    command.arg("games").env_remove("IKIBUGUZO_SERVER").env("XDG_CONFIG_HOME", server.config_home());
    let output =
        tokio::task::spawn_blocking(move || command.output().expect("it runs")).await.expect("it ran");
    let output = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].ends_with(" invites you to azigo:"), "{output}");
    for (line, word) in [(lines[1], "play"), (lines[2], "decline")] {
        assert_eq!(line, format!("ikibuguzo --server {} {word} {code}", server.url()));
    }
    let (status, output, errors) = server.run(&["decline", code, "--reason", "too-fast"]).end().await;
    assert_eq!((status, output.as_str()), (Some(0), "The invitation is declined.\n"), "{errors}");
    let (_, output, _) = server.run(&["play", code, "--player", "2"]).end().await;
    assert!(output.contains("No result"), "{output}");
    let (status, _, errors) = server.run(&["decline", code]).end().await;
    assert_eq!(status, Some(4), "it is over: {errors}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_marked_in_a_list_and_in_its_game() {
    let server = Server::start().await;
    let new = ["play", "--new", "--public", "--starts", "me", "--rules", "kubuguza", "--opponent", "bot:1"];
    let mut game = server.run(&new);
    game.wait_for("North (computer-1, bot)").await;
    game.wait_for("your turn: ").await;
    let (_, list, _) = server.run(&["games"]).end().await;
    assert!(list.contains("computer-1 (bot)"), "{list}");
    game.end().await;
}
