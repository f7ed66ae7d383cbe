//! Line mode on a terminal, where lines are edited.

use crate::support::{Pty, Server};

/// A new game of Kubuguza on a terminal of this size, which waits for an opponent, and its code.
fn new_game(server: &Server, size: (u16, u16)) -> (Pty, String) {
    let player = server.run_on_terminal(&["play", "--new", "--starts", "me", "--rules", "kubuguza"], size);
    let screen = player.wait_for("waiting for somebody to join >");
    let link = screen.split("/game/").nth(1).expect("a link");
    (player, link.chars().take(12).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typed_text_survives_what_others_say_and_a_player_is_called() {
    let server = Server::start().await;
    let (mut south, code) = new_game(&server, (30, 80));
    let mut north = server.run(&["play", &format!("{}/game/{code}", server.url())]);
    south.wait_for("your turn: ");
    south.wait_for_bell_after(0);
    south.press("say half a wo");
    south.wait_for("> say half a wo");
    north.type_line("say a line from the other side").await;
    south.wait_until("what was said, above what is typed", |screen| {
        let screen = screen.trim_end();
        screen.contains("says: a line from the other side") && screen.ends_with("> say half a wo")
    });
    south.press("rd\x1b[D\x1b[D\x1b[D\x1b[D-\r");
    north.wait_for("says: half a -word").await;
    let bells = south.bells();
    south.wait_until("an empty prompt", |screen| screen.trim_end().ends_with('>'));
    south.press("N\r");
    south.wait_for("North is to move >");
    north.wait_for("your turn: ").await;
    north.type_line("i").await;
    south.wait_for("North sows i");
    south.wait_for_bell_after(bells);
    // The last line comes back with an arrow, and Ctrl-C restores the terminal.
    south.press("\x1b[A");
    south.wait_until("the last line", |screen| screen.trim_end().ends_with("> N"));
    south.press("\x03");
    let (status, screen) = south.end();
    assert_eq!(status, 130);
    assert!(screen.contains(&format!("play {code}")), "{screen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompts_leave_no_debris_on_a_narrow_terminal() {
    let server = Server::start().await;
    let (mut south, code) = new_game(&server, (40, 40));
    let mut north = server.run(&["play", &code]);
    south.wait_for("your turn: ");
    for number in 0..3 {
        north.type_line(&format!("say number {number}")).await;
        let said = format!("says: number {number}");
        let is_shown = |screen: &str| screen.contains(&said) && screen.trim_end().ends_with('>');
        let screen = south.wait_until("what was said, and the prompt", is_shown);
        assert_eq!(screen.matches("your turn: ").count(), 1, "{screen}");
    }
    south.press("say text that is longer than what is left of the row");
    south.wait_until("the typed text", |screen| screen.trim_end().ends_with("row"));
    south.resize(40, 60);
    north.type_line("say the last one").await;
    // Nothing of the old prompt stays above the new one.
    south.wait_until("what was said, and the typed text once", |screen| {
        let counts = ["your turn: ", "say text", "left of the row"].map(|text| screen.matches(text).count());
        screen.contains("says: the last one") && counts == [1; 3]
    });
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_program_writes_for_the_size_that_it_finds() {
    let server = Server::start().await;
    let mut player = server.run_in_shell(&["play", "--new", "--rules", "kubuguza"], (30, 80));
    player.wait_for("waiting for somebody to join >");
    player.press("\x1a");
    player.wait_for("the shell is back");
    player.resize(30, 40);
    player.press("\r");
    player.wait_for("> ");
    player.press("nonsense\r");
    player.wait_until("an answer that is broken between words", |screen| {
        screen.lines().any(|line| line.trim_end() == "No: that is neither an action nor a")
    });
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminated_program_restores_the_terminal_and_says_how_to_come_back() {
    let server = Server::start().await;
    let (south, code) = new_game(&server, (30, 40));
    let process_id = south.process_id().to_string();
    let killed = std::process::Command::new("kill").args(["-TERM", &process_id]).status().expect("kill");
    assert!(killed.success());
    south.wait_until_restored();
    let (status, screen) = south.end();
    assert_eq!(status, 143);
    assert!(screen.contains(&code), "{screen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_the_input_leaves_and_the_bell_can_be_off() {
    let server = Server::start().await;
    let folder = server.config_home().join("ikibuguzo");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("config.toml"), "bell = false\n").expect("written");
    let (mut south, code) = new_game(&server, (30, 80));
    let _north = server.run(&["play", &code]);
    south.wait_for("your turn: ");
    assert_eq!(south.bells(), 0);
    south.press("\x04");
    let (status, screen) = south.end();
    assert_eq!(status, 0);
    assert!(screen.contains("The game goes on. Come back with:"), "{screen}");
}
