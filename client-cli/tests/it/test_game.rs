//! The game of the feature `test-game`: the terminal shows a board that it knows by its description alone.

use crate::support::Terminal;

const BOARD: &str = "  c   b   a\n  3   3   3\n------------\n [3] [3] [3]\n  A   B   C\n";

#[tokio::test]
async fn the_board_of_another_game_is_shown() {
    let options =
        ["play", "--offline", "--seed", "7", "--rules", "test-game", "--level", "1", "--starts", "me"];
    let mut player = Terminal::run_offline(&options);
    player.wait_for("your turn: A, B or C").await;
    assert!(player.output.contains(BOARD), "{}", player.output);
    player.type_line("A").await;
    player.wait_for("South sows A: 3 counters.").await;
}
