//! A name is claimed at one machine and comes back at another.

use crate::support::{Server, Terminal};

const SECRET: &str = "four words and a comma";

async fn ends(mut terminal: Terminal, lines: &[&str]) -> (Option<i32>, String, String) {
    for line in lines {
        terminal.say(line).await;
    }
    terminal.end().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claimed_name_signs_in_elsewhere() {
    let server = Server::start().await;
    let (code, said, errors) = ends(server.run(&["claim", "Ọbịageli"]), &[SECRET]).await;
    assert_eq!(code, Some(0), "{errors}");
    assert!(said.contains("Player 1 is Ọbịageli now"), "{said}");
    let (code, said, errors) = ends(server.run(&["sign-in", "Ọbịageli"]), &[SECRET]).await;
    assert_eq!(code, Some(0), "{errors}");
    assert!(said.contains("Ọbịageli is player 2 of this machine"), "{said}");
    let (_, said, _) = ends(server.run(&["claim", "Amina"]), &[SECRET, "another four words"]).await;
    assert!(said.contains("Player 1 is Amina now"), "{said}");
    let (_, said, _) = server.run(&["whoami"]).end().await;
    assert_eq!(said, "player 1: Amina\nplayer 2: Amina\n", "one player, with two tokens");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_is_refused_says_why_and_no_passphrase() {
    let server = Server::start().await;
    let fails = async |arguments: &[&str], lines: &[&str], status, words: &str| {
        let (code, _, errors) = ends(server.run(arguments), lines).await;
        assert_eq!(code, Some(status), "{errors}");
        assert!(errors.contains(words) && !errors.contains(SECRET), "{errors}");
    };
    fails(&["claim", "x"], &[], 2, "2 to 24").await;
    fails(&["claim", "Amina"], &["short"], 4, "8 to 200").await;
    fails(&["claim", "admin"], &[SECRET], 4, "name_taken").await;
    fails(&["sign-in", "Amina"], &[SECRET], 4, "wrong_passphrase").await;
}
