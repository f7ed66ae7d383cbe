//! `verify`, which needs no server.

use crate::support::Terminal;

const RECORD: &str = "[Rules \"kubuguza\"]\n\n1. O n\n2. L ?\n";

/// Runs `ikibuguzo` with a text as its input. Returns its exit code and output.
async fn run_with_input(arguments: &[&str], text: &str) -> (Option<i32>, String) {
    let mut terminal = Terminal::run_offline(arguments);
    terminal.type_line(text).await;
    let (status, output, errors) = terminal.end().await;
    (status, format!("{output}{errors}"))
}

#[tokio::test]
async fn an_empty_input_is_not_verified() {
    let expected = "0 good, 0 wrong\nikibuguzo: there is no record to verify\n";
    assert_eq!(run_with_input(&["verify", "-"], "").await, (Some(6), expected.to_owned()));
}

#[tokio::test]
async fn with_json_each_fault_and_the_counts_are_objects() {
    let text = format!("{RECORD}\n{}", RECORD.replace("2. L", "2. L<"));
    let (status, output) = run_with_input(&["--json", "verify", "-"], &text).await;
    assert_eq!(status, Some(6));
    let lines: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(lines[0]["fault"].as_str().expect("a fault").contains("game 2, turn 3: L<:"), "{output}");
    assert_eq!((&lines[1]["good"], &lines[1]["wrong"]), (&1.into(), &1.into()));
}
