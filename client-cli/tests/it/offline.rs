//! `play --offline`: games against the computer, without a server.

use std::fs;

use serde_json::Value;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::support::Terminal;

fn play_offline(arguments: &[&str]) -> Terminal {
    Terminal::run_offline(&[&["play", "--offline", "--seed", "7"], arguments].concat())
}

/// Plays the first legal action at each prompt until the game is over. Returns the sentences of both players' actions.
async fn play_first_actions(player: &mut Terminal) -> Vec<String> {
    loop {
        let line = player.next_line().await.expect("the game goes on");
        if line == "rematch or quit >" {
            let is_action = |line: &&str| line.starts_with("South sows") || line.starts_with("North sows");
            return player.output.lines().filter(is_action).map(str::to_owned).collect();
        }
        if let Some(legal) = line.strip_prefix("your turn: ") {
            let first = legal.split([',', ' ']).next().expect("an action");
            player.type_line(first).await;
        }
    }
}

#[tokio::test]
async fn a_game_is_played_to_its_end_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let file = file.to_str().expect("a path");
    let mut games = Vec::new();
    for _ in 0..2 {
        let options = ["--rules", "kubuguza", "--level", "1", "--starts", "me", "--save", file];
        let mut player = play_offline(&options);
        player.wait_for("You play against the computer, level 1.").await;
        player.wait_for("South player, North computer-1").await;
        games.push(play_first_actions(&mut player).await);
        let (status, output, errors) = player.end().await;
        assert_eq!((status, errors.as_str()), (Some(0), ""));
        assert!(output.contains(" wins: the other side "), "{output}");
    }
    assert!(games[0].len() > 4 && games[0] == games[1], "the same seed: {games:?}");
    let (status, output, _) = Terminal::run_offline(&["verify", file]).end().await;
    assert_eq!((status, output.as_str()), (Some(0), "2 good, 0 wrong\n"));
    let analysed = Terminal::run_offline(&["--json", "analyse", file, "--nodes", "200"]).end().await.1;
    let records: Vec<Value> = analysed.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["turns"], records[1]["turns"]);
    assert!(records[0]["turns"].as_array().is_some_and(|turns| turns.len() > 4));
}

#[tokio::test]
async fn the_record_of_a_game_that_ends_in_the_middle_of_a_turn_is_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let file = file.to_str().expect("a path");
    let options = ["--opponent", "Amina", "--starts", "me", "--rules", "kubuguza", "--save", file];
    let mut people = play_offline(&options);
    for action in ["O", "n", "L", "o<"] {
        people.wait_for("your turn: ").await;
        people.type_line(action).await;
    }
    people.wait_for("North (Amina), your turn: ").await;
    for line in ["resign", "yes"] {
        people.type_line(line).await;
    }
    people.wait_for("South wins: ").await;
    assert_eq!(people.end().await.0, Some(0));
    let record = fs::read_to_string(file).expect("a record");
    assert!(record.contains("2. L o<\nsouth\n"), "{record}");
    let (status, output, _) = Terminal::run_offline(&["verify", file]).end().await;
    assert_eq!((status, output.as_str()), (Some(0), "1 good, 0 wrong\n"));
    let (status, output, errors) =
        Terminal::run_offline(&["--json", "analyse", file, "--nodes", "200"]).end().await;
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let analysis: Value = serde_json::from_str(&output).expect(&output);
    assert_eq!(analysis["turns"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn the_record_is_saved_although_the_output_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let options = ["--rules", "kubuguza", "--starts", "me", "--save", file.to_str().expect("a path")];
    let mut player = play_offline(&options);
    player.wait_for("your turn: ").await;
    assert_eq!(player.end_without_reader("N").await, Some(0));
    let record = fs::read_to_string(&file).expect("the file");
    assert!(record.contains("[Rules \"kubuguza\"]"), "{record}");
}

#[cfg(unix)]
#[tokio::test]
async fn the_record_is_saved_after_a_signal() {
    // A program inherits a signal that is ignored, as under nohup, but not one that is handled.
    let _handled = signal(SignalKind::hangup()).expect("a handler");
    for (signal, status) in [("TERM", 143), ("HUP", 129)] {
        for json in [&["--json"][..], &[]] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("games.txt");
            let options = ["--rules", "kubuguza", "--starts", "me", "--save", file.to_str().expect("a path")];
            let mut player = play_offline(&[json, &options].concat());
            player.type_line("N").await;
            player.wait_for(if json.is_empty() { "South sows N" } else { r#""kind":"acted""# }).await;
            assert_eq!(player.end_by_signal(signal).await, Some(status), "{signal} {json:?}");
            let record = fs::read_to_string(&file).expect("the file");
            assert!(record.contains("1. N"), "{signal} {json:?}: {record}");
        }
    }
}

#[tokio::test]
async fn a_game_that_has_not_begun_has_no_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    let mut player = play_offline(&["--save", file.to_str().expect("a path")]);
    player.wait_for("arrange your counters: first or second >").await;
    player.type_line("quit").await;
    let (status, output, _) = player.end().await;
    assert!(output.contains("it had not begun, so it has no record"), "{output}");
    assert_eq!((status, fs::read_to_string(&file).expect("the file").as_str()), (Some(0), ""));
}

#[tokio::test]
async fn both_arrange_in_secret_before_a_game_of_ikibuguzo() {
    let mut player = play_offline(&["--starts", "me"]);
    player.wait_for("North (computer-3) has arranged; it stays sealed.").await;
    player.wait_for("arrange your counters: first or second >").await;
    assert!(!player.output.contains("Revealed"), "{}", player.output);
    player.type_line("second").await;
    player.wait_for("Revealed: South's second array, North's first array.").await;
    player.wait_for("your turn: H (Enter plays it) >").await;
    player.type_line("").await;
    player.wait_for("South sows H").await;
    player.wait_for("North sows n").await;
}

#[tokio::test]
async fn a_turn_can_be_taken_back_and_a_rematch_swaps_the_seats() {
    let mut player = play_offline(&["--rules", "kubuguza", "--level", "2", "--starts", "opponent"]);
    player.wait_for("You are North.").await;
    player.wait_for("South sows").await;
    player.wait_for("your turn: i, j, k, l, m, n, o or p >").await;
    player.type_line("I").await;
    player.wait_for("North sows i: 4 counters, relay from m.").await;
    player.wait_for("your turn: ").await;
    player.type_line("undo").await;
    player.wait_for("Taken back: North is to move again.").await;
    player.wait_for("your turn: i, j, k, l, m, n, o or p >").await;
    player.type_line("a").await;
    player.wait_for("No: ").await;
    player.type_line("draw").await;
    player.wait_for("South (computer-2) declines the draw.").await;
    player.type_line("resign").await;
    player.type_line("yes").await;
    player.wait_for("South wins: the other side gave up.").await;
    player.type_line("rematch").await;
    player.wait_for("You are South.").await;
    player.wait_for("your turn: I, J, K, L, M, N, O or P >").await;
    player.type_line("quit").await;
    player.wait_for("The game ends here: without a server it is not kept.").await;
    assert_eq!(player.end().await.0, Some(0));
}

#[tokio::test]
async fn an_offer_is_answered_while_the_computer_thinks() {
    let answers = [("undo", "Taken back: South is to move again."), ("draw", "declines the draw.")];
    for (offer, answer) in answers {
        let mut player = play_offline(&["--rules", "kubuguza", "--level", "8", "--starts", "me"]);
        player.wait_for("your turn: ").await;
        player.type_line("N").await;
        player.wait_for("South sows N").await;
        player.type_line(offer).await;
        player.wait_for(answer).await;
        assert!(!player.output.contains("North sows"), "{}", player.output);
    }
}

#[tokio::test]
async fn the_computers_store_is_concealed_until_the_end() {
    let mut player = play_offline(&["--rules", "azigo", "--level", "5", "--starts", "me"]);
    player.wait_for("your turn: ").await;
    player.type_line("A").await;
    player.wait_for("North ").await;
    player.wait_for("your turn: ").await;
    assert!(player.output.contains("North (computer-5, bot), store: concealed"), "{}", player.output);
    assert!(!player.output.contains("North (computer-5, bot), store: 9"), "{}", player.output);
    player.type_line("resign").await;
    player.type_line("yes").await;
    player.wait_for("North (computer-5, bot), store: ").await;
    player.wait_for("North wins: the other side gave up.").await;
    let shown = player.output.matches("North (computer-5, bot), store: ").count();
    assert_eq!(player.output.matches("North (computer-5, bot), store: concealed").count(), shown - 1);
}

#[tokio::test]
async fn forced_turns_are_played_without_asking() {
    let mut player = play_offline(&["--rules", "njombwa", "--level", "1", "--starts", "me", "--auto-forced"]);
    player.wait_for("your turn: A, C, D, F, G, I, J, L, M or O >").await;
}

#[tokio::test]
async fn a_script_plays_with_json() {
    let arguments = ["--json", "play", "--offline", "--rules", "kubuguza", "--starts", "me", "--level", "1"];
    let mut script = Terminal::run_offline(&arguments);
    let line = script.next_line().await.expect("a snapshot");
    let game: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&game["type"], &game["role"]), (&"game".into(), &"south".into()));
    script.type_line("N").await;
    script.wait_for(r#""type":"ack""#).await;
    script.wait_for(r#""seat":"south""#).await;
    script.wait_for(r#""seat":"north""#).await;
    script.type_line(r#"{"type":"resign","game":"05cdv44x7ekv"}"#).await;
    script.wait_for(r#""code":"unknown_game""#).await;
    // Nothing more can happen after the end of the input.
    assert_eq!(script.end().await.0, Some(0));
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_reported_before_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing").join("games.txt");
    let missing = missing.to_str().expect("a path");
    let (status, output, errors) = play_offline(&["--save", missing]).end().await;
    assert_eq!((status, output.as_str()), (Some(1), ""));
    assert!(errors.contains("cannot write "), "{errors}");
    assert!(fs::metadata(missing).is_err());
}

#[tokio::test]
async fn an_endgame_table_is_made_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("njombwa-8.table");
    let file = file.to_str().expect("a path");
    let make = |rules| Terminal::run_offline(&["endgame-table", "--rules", rules, "--counters", "3", file]);
    let (status, output, _) = make("njombwa:8").end().await;
    assert_eq!((status, output), (Some(0), format!("{file}: 6544 positions of njombwa:8, one byte each\n")));
    let mut player =
        play_offline(&["--rules", "njombwa:8", "--level", "8", "--endgame-table", file, "--starts", "me"]);
    player.wait_for("You play against the computer, level 8.").await;
    player.wait_for("your turn: ").await;
    player.type_line("quit").await;
    let (status, _, errors) = make("kubuguza").end().await;
    assert_eq!(status, Some(1));
    assert!(errors.contains("there are endgame tables of njombwa:8, njombwa:9 and njombwa:10"), "{errors}");
    fs::write(file, "no table").expect("it is written");
    let (_, _, errors) = play_offline(&["--endgame-table", file]).end().await;
    assert!(errors.contains("the file is not an endgame table"), "{errors}");
}

#[tokio::test]
async fn two_people_play_at_one_keyboard() {
    let options = ["--opponent", "Amina", "--starts", "me", "--rules", "kubuguza"];
    let mut people = play_offline(&options);
    people.wait_for("You play against Amina at this keyboard.").await;
    people.wait_for("South (player), your turn: ").await;
    people.type_line("N").await;
    people.wait_for("North (Amina), your turn: ").await;
    people.type_line("draw").await;
    people.wait_for("South (player), a draw is offered: accept or decline; ").await;
    people.type_line("decline").await;
    people.wait_for("North (Amina), your turn: ").await;
    people.type_line("n").await;
    people.wait_for("South (player), your turn: ").await;
    // The board is not turned: South is always at the bottom.
    assert!(!people.output.contains("A   B   C   D   E   F   G   H\nNorth"), "{}", people.output);
    for line in ["resign", "yes"] {
        people.type_line(line).await;
    }
    people.wait_for("North wins: ").await;
    people.type_line("rematch").await;
    people.wait_for("a rematch is offered: accept or decline; ").await;
    people.type_line("accept").await;
    people.wait_for("South Amina, North player.").await;
    let (status, _, errors) = people.end().await;
    assert_eq!((status, errors.as_str()), (Some(0), ""));
}

#[tokio::test]
async fn two_people_take_back_the_last_turn_at_once() {
    let mut people = play_offline(&["--opponent", "Amina", "--starts", "me", "--rules", "kubuguza"]);
    people.wait_for("your turn: ").await;
    people.type_line("takeback").await;
    people.wait_for("No: you have not made a turn yet").await;
    for (turn, next) in [("N", "North (Amina), "), ("n", "South (player), "), ("O", "North (Amina), ")] {
        people.type_line(turn).await;
        people.wait_for(&format!("{next}your turn: ")).await;
    }
    // Each of them can take back the turns of both.
    for player in ["South (player), your turn: ", "North (Amina), your turn: ", "South (player), your turn: "]
    {
        people.type_line("undo").await;
        people.wait_for("Taken back: ").await;
        people.wait_for(player).await;
    }
    // A recent offer does not delay it.
    people.type_line("draw").await;
    people.wait_for("North (Amina), a draw is offered: ").await;
    people.type_line("decline").await;
    people.wait_for("South (player), your turn: ").await;
    people.type_line("O").await;
    people.wait_for("North (Amina), your turn: ").await;
    people.type_line("undo").await;
    people.wait_for("Taken back: ").await;
    people.wait_for("South (player), your turn: ").await;
    assert!(!people.output.contains("asks to take back"), "{}", people.output);
    let (status, _, errors) = people.end().await;
    assert_eq!((status, errors.as_str()), (Some(0), ""));
}

#[tokio::test]
async fn two_people_arrange_one_after_the_other() {
    let mut people = play_offline(&["--opponent", "Amina", "--starts", "me"]);
    people.wait_for("arrange your counters: first or second >").await;
    people.type_line("second").await;
    people.wait_for("South (player) has arranged; it stays sealed.").await;
    people.wait_for("North (Amina), arrange your counters: first or second >").await;
    assert!(!people.output.contains("Revealed"), "{}", people.output);
    people.type_line("first").await;
    people.wait_for("Revealed: South's second array, North's first array.").await;
    people.wait_for("your turn: ").await;
}
