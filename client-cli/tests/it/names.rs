//! `claim` and `sign-in`: a name claimed on one machine signs in on another.

use crate::support::{Server, Terminal};

const PASSPHRASE: &str = "four words and a comma";

/// Types the lines, and waits until the program ends.
async fn run_to_end(mut terminal: Terminal, lines: &[&str]) -> (Option<i32>, String, String) {
    for line in lines {
        terminal.type_line(line).await;
    }
    terminal.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claimed_name_can_sign_in_elsewhere() {
    let server = Server::start().await;
    let (code, output, errors) = run_to_end(server.run(&["claim", "Ọbịageli"]), &[PASSPHRASE]).await;
    assert_eq!(code, Some(0), "{errors}");
    assert!(output.contains("Player 1 is Ọbịageli now"), "{output}");
    let (code, output, errors) = run_to_end(server.run(&["sign-in", "Ọbịageli"]), &[PASSPHRASE]).await;
    assert_eq!(code, Some(0), "{errors}");
    assert!(output.contains("Ọbịageli is player 2 of this machine"), "{output}");
    let (_, output, _) =
        run_to_end(server.run(&["claim", "Amina"]), &[PASSPHRASE, "another four words"]).await;
    assert!(output.contains("Player 1 is Amina now"), "{output}");
    let (_, output, _) = server.run(&["whoami"]).end().await;
    assert_eq!(output, "player 1: Amina\nplayer 2: Amina\n", "one player, with two tokens");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_name_is_explained_without_the_passphrase() {
    let server = Server::start().await;
    let fails = async |arguments: &[&str], lines: &[&str], status, words: &str| {
        let (code, _, errors) = run_to_end(server.run(arguments), lines).await;
        assert_eq!(code, Some(status), "{errors}");
        assert!(errors.contains(words) && !errors.contains(PASSPHRASE), "{errors}");
    };
    fails(&["claim", "x"], &[], 2, "2 to 24").await;
    fails(&["claim", "Amina"], &["short"], 4, "8 to 200").await;
    fails(&["claim", "admin"], &[PASSPHRASE], 4, "name_taken").await;
    fails(&["sign-in", "Amina"], &[PASSPHRASE], 4, "wrong_passphrase").await;
}
