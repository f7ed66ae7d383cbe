//! The lobby on a terminal.

use crate::support::{Pty, Server, Terminal};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_created_played_and_found_again_in_the_lobby() {
    let server = Server::start().await;
    let mut player = server.run_on_terminal(&[], (24, 80));
    player.wait_for("No games here. n begins one.");
    player.press("n");
    player.wait_for("New game: Enter creates it");
    // Kubuguza, against the computer, and the first turn is the user's.
    player.press("\x1b[C\x1b[B\x1b[C\x1b[B\x1b[C\r");
    player.wait_for("your turn: ");
    player.press("a:say Muraho\r");
    player.wait_for("says: Muraho");
    player.press("O\r");
    player.wait_for("North sows ");
    player.wait_for("your turn: ");
    player.press("q");
    player.wait_for("[Open]");
    player.press("3");
    player.wait_until("the own game and its board", |screen| {
        screen.contains("> ") && screen.contains("your turn") && screen.contains(", you)")
    });
    player.press("\r");
    player.wait_for("your turn: ");
    player.press(":resign\ry");
    player.wait_for("North wins: ");
    player.press("v");
    player.wait_for("Analysis: accuracy South ");
    player.press("q");
    player.wait_for("North won");
    player.press("q");
    player.wait_until_restored();
    assert_eq!(player.end().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_game_is_filtered_joined_and_watched() {
    let server = Server::start().await;
    let new = ["play", "--new", "--public", "--starts", "me", "--rules"];
    let mut azigo = server.run(&[&new[..], &["azigo"]].concat());
    azigo.wait_for("waiting for somebody to join").await;
    let mut kubuguza = server.run(&[&new[..], &["kubuguza"]].concat());
    kubuguza.wait_for("waiting for somebody to join").await;
    let mut other = server.run_on_terminal(&[], (30, 120));
    other.wait_until("both games", |screen| screen.contains("azigo") && screen.contains("kubuguza"));
    other.press("/--rules kubuguza\r");
    other.wait_until("one game", |screen| !screen.contains("azigo ") && screen.contains("> "));
    other.press("\r");
    kubuguza.wait_for("your turn: ").await;
    kubuguza.type_line("N").await;
    other.wait_for("your turn: ");
    other.press("q2");
    other.wait_until("the live game", |screen| screen.contains("[Live]") && screen.contains("> "));
    other.press("w");
    other.wait_for("You watch. ");
    other.press("\x03");
    other.wait_until_restored();
    assert_eq!(other.end().0, 130);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_declined_in_the_lobby() {
    let server = Server::start().await;
    server.run(&["play", "--new", "--player", "1"]).end().await;
    let (_, known, _) = server.run(&["whoami"]).end().await;
    let name = known.trim().strip_prefix("player 1: ").expect("a name");
    let mut maker = server.run(&["play", "--new", "--player", "2", "--opponent", name, "--rules", "azigo"]);
    maker.wait_for("waiting for somebody to join").await;
    let mut invited = server.run_on_terminal(&[], (24, 100));
    invited.wait_for("[Open]");
    invited.press("3");
    invited.wait_for(&format!("invites {name}"));
    invited.press("d");
    invited.wait_for("> without a reason");
    invited.press("jj");
    invited.wait_for("> the clock is too fast");
    invited.press("\r");
    invited.wait_for("The invitation is declined.");
    maker.wait_for("The invitation is declined: the clock is too fast.").await;
    invited.wait_until("no invitation", |screen| !screen.contains(" invites "));
    invited.press("q");
    assert_eq!(invited.end().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipe_and_line_mode_get_the_help() {
    let (status, _, errors) = Terminal::run_offline(&[]).end().await;
    assert_eq!(status, Some(2));
    assert!(errors.contains("Usage: ikibuguzo"), "{errors}");
    let server = Server::start().await;
    let folder = server.config_home().join("ikibuguzo");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("config.toml"), "line = true\n").expect("written");
    let player = server.run_on_terminal(&[], (60, 80));
    player.wait_for("Usage: ikibuguzo");
    assert_eq!(player.end().0, 2);
}

#[test]
fn a_server_that_is_away_is_named_and_the_lobby_stays() {
    let home = tempfile::tempdir().expect("a folder");
    // Nothing listens on this port.
    let mut lobby = Pty::run("http://127.0.0.1:1", &home.path().join("config"), &[], (24, 80));
    lobby.wait_for("cannot reach the server at http://127.0.0.1:1");
    lobby.press("n\r");
    lobby.wait_for("Taking a seat");
    lobby.press("q");
    lobby.wait_for("[Open]");
    lobby.press("q");
    lobby.wait_until_restored();
    assert_eq!(lobby.end().0, 0);
}
