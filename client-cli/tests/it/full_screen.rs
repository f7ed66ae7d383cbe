//! The full screen on a terminal.

use fastrand::Rng;

use crate::support::{Pty, Server, ServerProcess};

/// Plays a game by keys alone, with random choices, until it is over or this many actions are played. Returns how many.
fn play_by_keys(player: &mut Pty, rng: &mut Rng, most: usize) -> usize {
    const WAITS: [&str; 3] = ["your turn: ", "arrange your counters", "rematch or quit"];
    for played in 0..most {
        let is_asked = |screen: &str| WAITS.iter().any(|text| screen.contains(text));
        let screen = player.wait_until("a question", is_asked);
        if screen.contains("rematch or quit") {
            return played;
        }
        if screen.contains("arrange your counters") {
            player.press("1");
            player.wait_until("the next question", |screen| !screen.contains("arrange your counters"));
        } else if screen.contains("(Enter plays it)") {
            let before = turn_of(&screen);
            player.press("\r");
            player.wait_until("the effect", |screen| turn_of(screen) != before);
        } else {
            choose(player, rng);
            player.press("\r");
            player.wait_until("the effect", |screen| !screen.contains(" is chosen: "));
        }
    }
    most
}

/// Chooses a hole with the arrow keys, or the store where only that can be sown.
fn choose(player: &mut Pty, rng: &mut Rng) {
    player.press("l*>-");
    player.wait_for(" is chosen: ");
    for _ in 0..rng.usize(..8) {
        player.press(["l", "k", "j", "h", "<"][rng.usize(..5)]);
    }
}

/// The lines of a screen that tell what was played.
fn turn_of(screen: &str) -> String {
    screen.lines().filter(|line| line.contains("sows") || line.contains("passes")).collect()
}

#[test]
fn a_game_is_played_by_keys_while_its_server_is_killed() {
    play_games_by_keys(&[("kubuguza", 2)]);
}

#[test]
#[ignore = "takes minutes; .ci/full runs it"]
fn a_game_of_each_ruleset_is_played_by_keys_while_its_server_is_killed() {
    play_games_by_keys(&[("ikibuguzo", 1), ("kubuguza", 2), ("njombwa:8", 3), ("azigo", 4)]);
}

/// Plays games by keys against the computer, each on a server that is killed on the way: rulespecs and seeds.
fn play_games_by_keys(games: &[(&str, u64)]) {
    for &(rules, seed) in games {
        let mut server = ServerProcess::start();
        let new = ["play", "--new", "--tui", "--opponent", "bot:1", "--starts", "me", "--rules", rules];
        let mut player = server.run_on_terminal(&new, (40, 110));
        let mut rng = Rng::with_seed(seed);
        player.wait_for("Game ");
        player.press("a");
        player.wait_for("Counters fall all at once.");
        play_by_keys(&mut player, &mut rng, 14);
        server.kill_and_restart();
        player.wait_for("The connection is back.");
        play_by_keys(&mut player, &mut rng, 1_000);
        player.press("q");
        let (status, _) = player.end();
        assert_eq!(status, 0, "{rules}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_terminal_is_restored_and_the_way_back_is_printed() {
    let server = Server::start().await;
    let ends: [(&str, u32); 3] = [("q", 0), ("\x03", 130), ("", 143)];
    for (keys, status) in ends {
        let new = ["play", "--new", "--tui", "--player", "1", "--rules", "kubuguza"];
        let mut player = server.run_on_terminal(&new, (24, 80));
        player.wait_for("waiting for somebody to join");
        if keys.is_empty() {
            let process_id = player.process_id().to_string();
            let killed = std::process::Command::new("kill").args(["-TERM", &process_id]).status();
            assert!(killed.expect("kill").success());
        } else {
            player.press(keys);
        }
        player.wait_for("The game goes on. Come back with:");
        player.wait_until_restored();
        assert_eq!(player.end().0, status, "{keys:?}");
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_program_gives_the_terminal_back_and_takes_it_again() {
    let server = Server::start().await;
    let mut player = server.run_in_shell(&["play", "--new", "--tui", "--rules", "kubuguza"], (24, 80));
    player.wait_for("waiting for somebody to join");
    player.press("\x1a");
    player.wait_for("the shell is back");
    player.wait_until_restored();
    // A stopped program receives no signal about this size.
    player.resize(50, 120);
    player.press("\r");
    for rows in [50, 40] {
        player.wait_until("the keys in the last line", |screen| {
            screen.lines().count() == rows
                && screen.lines().last().is_some_and(|line| line.contains("? help"))
        });
        player.resize(40, 100);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn line_mode_the_full_screen_and_json_tell_the_same_game() {
    let server = Server::start().await;
    let new = ["play", "--new", "--starts", "me", "--rules", "kubuguza"];
    let mut south = server.run(&new);
    let code = south.wait_for("In a terminal").await.split(' ').next_back().expect("a code").to_owned();
    let mut watching = server.run_on_terminal(&["watch", &code, "--tui"], (60, 120));
    watching.wait_for("waiting for somebody to join");
    watching.press("a");
    let script = tokio::spawn(server.run(&["watch", "--json", &code]).end());
    let mut north = server.run(&["play", &code]);
    for _ in 0..4 {
        for player in [&mut south, &mut north] {
            let line = player.wait_for("your turn: ").await;
            let first = line.trim_start_matches("your turn: ").split([',', ' ']).next().expect("an action");
            player.type_line(first).await;
        }
    }
    south.wait_for("your turn: ").await;
    for line in ["say a word to everybody", "resign", "yes"] {
        south.type_line(line).await;
    }
    let end = north.wait_for("North wins: ").await;
    let screen = watching.wait_for(&end);
    // What a line of text tells is on the screen, and each event of the script is printed by both.
    let lines = north.output.lines().map(|line| line.trim_start_matches("The last turn: "));
    let printed: Vec<&str> = lines.filter(|line| is_event_line(line)).collect();
    let shown: Vec<&str> = screen.lines().map(str::trim_end).filter(|line| is_event_line(line)).collect();
    let is_on_screen = |line: &&str| shown.iter().any(|shown| line.starts_with(shown.trim_end()));
    assert!(printed.len() > 8 && printed.iter().all(is_on_screen), "{printed:#?}\n{screen}");
    let (_, events, _) = script.await.expect("it ran");
    let count = |kind: &str| events.matches(&format!(r#""kind":"{kind}""#)).count();
    let sows = printed.iter().filter(|line| line.contains(" sows ") || line.contains("leaves")).count();
    assert_eq!((count("acted"), count("said"), count("ended")), (sows, 1, 1), "{printed:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_stepped_through() {
    let server = Server::start().await;
    let new = ["play", "--new", "--starts", "me", "--rules", "kubuguza", "--opponent", "bot:1"];
    let mut south = server.run(&new);
    let introduction = south.wait_for("You are South. Game ").await;
    let code = introduction.split(' ').nth(4).expect("a code").to_owned();
    for line in ["N", "resign"] {
        south.wait_for("your turn: ").await;
        south.type_line(line).await;
    }
    south.type_line("yes").await;
    south.wait_for("North wins: ").await;
    let mut stepping = server.run(&["show", &code, "--step"]);
    stepping.wait_for("turn 0 of 2: ").await;
    stepping.type_line("").await;
    stepping.wait_for("Turn 1: South sows N").await;
    stepping.wait_for("turn 1 of 2: ").await;
    stepping.type_line(b"\xff").await;
    stepping.wait_for("Enter, b, a number or q").await;
    stepping.type_line("q").await;
    assert_eq!(stepping.end().await.0, Some(0));
    let mut shown = server.run_on_terminal(&["show", &code, "--tui"], (24, 80));
    shown.wait_for("North wins: ");
    shown.press("g");
    shown.wait_for("Turns: after 0 of 2");
    shown.press("al");
    shown.wait_for("Turns: after 1 of 2");
    shown.press("G");
    shown.wait_until("the end", |screen| !screen.contains("Turns: after"));
    shown.press("b");
    shown.wait_for("Position book: ");
    shown.press("v");
    shown.wait_for("has requested");
    shown.press("vx");
    shown.wait_for(&format!("The record is in ikibuguzo-{code}.txt."));
    let folder = server.config_home().parent().expect("a folder").to_owned();
    let record = std::fs::read_to_string(folder.join(format!("ikibuguzo-{code}.txt"))).expect("a record");
    assert!(record.contains("[Rules \"kubuguza\"]") && record.contains("1. N"), "{record}");
    shown.press("r");
    shown.wait_for("The rule for this moment");
    shown.press("\x1b");
    shown.wait_until("the board", |screen| !screen.contains("The rule for this moment"));
    shown.press("q");
    assert_eq!(shown.end().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_on_one_screen() {
    let server = Server::start().await;
    let offline = ["play", "--offline", "--tui", "--opponent", "Amina", "--starts", "me", "--rules", "azigo"];
    let mut people = server.run_on_terminal(&offline, (24, 80));
    people.wait_for("South (player), your turn: ");
    people.press("aA");
    people.wait_for("Counters fall all at once.");
    // Both may see what an action would do, from the first turn on.
    people.wait_for("is chosen: Enter sows it (");
    for player in ["North (Amina), your turn", "South (player), your turn", "North (Amina), your turn"] {
        people.press("l");
        people.wait_for(" is chosen: ");
        people.press("\r");
        people.wait_for(player);
    }
    let screen = people.wait_for("South (player), store: concealed");
    assert!(screen.contains("North (Amina, you), store: "), "{screen}");
    people.press(":resign\ry");
    people.wait_for("South wins: ");
    // Without a server, the program analyses the game itself.
    people.press("v");
    people.wait_for("Analysis: accuracy South ");
    people.press("q");
    assert_eq!(people.end().0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_goes_on_while_the_mouse_moves() {
    let server = Server::start().await;
    let offline =
        ["play", "--offline", "--tui", "--opponent", "Amina", "--starts", "me", "--rules", "kubuguza"];
    let mut people = server.run_on_terminal(&offline, (24, 80));
    people.wait_for("your turn: ");
    people.press("aO\r");
    people.wait_for("North (Amina), your turn");
    people.press(":resign\ry");
    people.wait_for("South wins: ");
    people.press("g");
    people.wait_for("Turns: after 0 of 1");
    people.press(" ");
    // The mouse moves about as often as a frame is drawn, and the replay takes less than a second.
    for _ in 0..3_000 {
        people.press("\x1b[<35;10;10M");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        if !people.screen().contains("Turns: after 0") {
            return;
        }
    }
    panic!("the replay stands still:\n{}", people.screen());
}

/// Whether a line tells an event of the game.
fn is_event_line(line: &str) -> bool {
    [" sows", " leaves", " says: ", " wins: "].iter().any(|words| line.contains(words))
}
