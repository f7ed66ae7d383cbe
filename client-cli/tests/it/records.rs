//! `analyse` and `verify`, which read records and need no server.

use serde_json::Value;

use crate::support::Terminal;

const RECORD: &str = "[Rules \"kubuguza\"]\n[South \"inka\"]\n\n1. O n\n2. L ?\n";

/// Runs `ikibuguzo` with a text as its input. Returns its exit code, output and errors.
async fn run_with_input(arguments: &[&str], text: &str) -> (Option<i32>, String, String) {
    let mut terminal = Terminal::run_offline(arguments);
    terminal.type_line(text).await;
    terminal.end().await
}

#[tokio::test]
async fn a_game_is_printed_turn_by_turn_with_its_accuracy() {
    let arguments = ["analyse", "-", "--nodes", "2000"];
    let (status, output, _) = run_with_input(&arguments, RECORD).await;
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!((status, lines[0]), (Some(0), "Game 1 of kubuguza: South inka, North ?"));
    for (line, turn) in lines[1..].iter().zip(["  1. South  O", "     North  n", "  2. South  L"]) {
        assert!(line.starts_with(turn) && line.contains(" %"), "{line}");
    }
    assert_eq!(lines[4], "Result: ?");
    assert!(lines[5].starts_with("Accuracy: South ") && lines[5].ends_with(" %"), "{output}");
    assert_eq!(run_with_input(&arguments, RECORD).await.1, output, "the same budget");
}

#[tokio::test]
async fn with_json_a_game_is_one_object_and_a_wrong_record_is_reported() {
    let text = format!("{RECORD}\n{}\n{RECORD}", RECORD.replace("2. L", "2. L<"));
    let (status, output, errors) = run_with_input(&["--json", "analyse", "-", "--nodes", "500"], &text).await;
    assert_eq!(status, Some(6));
    assert!(errors.contains("-: line 11, column 4: game 2, turn 3: L<:"), "{errors}");
    let games: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(games.iter().map(|game| &game["record"]).collect::<Vec<_>>(), [1, 3]);
    assert_eq!((&games[0]["turns"], games[0]["nodes"].as_u64()), (&games[1]["turns"], Some(500)));
    let turns = games[0]["turns"].as_array().expect("turns");
    assert_eq!(turns.iter().map(|turn| &turn["ply"]).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(turns.iter().all(|turn| turn["best"][0][0].is_string()), "{output}");
}

#[tokio::test]
async fn a_closed_standard_error_changes_no_exit_code() {
    let wrong = RECORD.replace("2. L", "2. L<");
    for text in [wrong.as_str(), ""] {
        let mut terminal = Terminal::run_offline(&["analyse", "-"]);
        terminal.close_errors();
        terminal.type_line(text).await;
        assert_eq!(terminal.end().await.0, Some(6), "{text}");
    }
}

#[tokio::test]
async fn what_cannot_be_analysed_has_an_exit_code() {
    let (status, _, errors) = Terminal::run_offline(&["analyse", "no-such-file"]).end().await;
    assert_eq!(status, Some(1));
    assert!(errors.contains("cannot read no-such-file"), "{errors}");
    let (status, output, errors) = run_with_input(&["analyse", "-"], "").await;
    assert_eq!((status, output.as_str()), (Some(6), ""));
    assert_eq!(errors, "ikibuguzo: there is no record to analyse\n");
    assert_eq!(Terminal::run_offline(&["analyse", "-", "--nodes", "0"]).end().await.0, Some(2));
}

#[tokio::test]
async fn an_empty_input_is_not_verified() {
    let (status, output, errors) = run_with_input(&["verify", "-"], "").await;
    assert_eq!((status, output.as_str()), (Some(6), "0 good, 0 wrong\n"));
    assert_eq!(errors, "ikibuguzo: there is no record to verify\n");
}

#[tokio::test]
async fn with_json_each_fault_and_the_counts_are_objects() {
    let text = format!("{RECORD}\n{}", RECORD.replace("2. L", "2. L<"));
    let (status, output, _) = run_with_input(&["--json", "verify", "-"], &text).await;
    assert_eq!(status, Some(6));
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines[0]["fault"].as_str().expect("a fault").contains("game 2, turn 3: L<:"), "{output}");
    assert_eq!((&lines[1]["good"], &lines[1]["wrong"]), (&1.into(), &1.into()));
}
