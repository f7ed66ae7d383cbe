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
    // Once there, it is one player of this machine, however often it signs in.
    for _ in 0..2 {
        let (code, output, errors) = run_to_end(server.run(&["sign-in", "Ọbịageli"]), &[PASSPHRASE]).await;
        assert_eq!(code, Some(0), "{errors}");
        assert!(output.contains("Ọbịageli is player 1 of this machine"), "{output}");
    }
    let (_, output, _) =
        run_to_end(server.run(&["claim", "Amina"]), &[PASSPHRASE, "another four words"]).await;
    assert!(output.contains("Player 1 is Amina now"), "{output}");
    let (_, output, _) = server.run(&["whoami"]).end().await;
    assert_eq!(output, "player 1: Amina\n");
    let (code, output, errors) = server.run(&["sign-out"]).end().await;
    assert_eq!(
        (code, output.as_str()),
        (Some(0), "Amina is no longer a player of this machine.\n"),
        "{errors}"
    );
    let (_, output, _) = server.run(&["whoami"]).end().await;
    assert!(output.contains("No players yet"), "{output}");
    let (code, output, _) = run_to_end(server.run(&["sign-in", "Amina"]), &["another four words"]).await;
    assert_eq!((code, output.as_str()), (Some(0), "Amina is player 1 of this machine.\n"));
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
    fails(&["claim", "admin"], &[PASSPHRASE], 4, "taken").await;
    fails(&["sign-in", "Amina"], &[PASSPHRASE], 4, "passphrase").await;
}
