//! `tournaments`: makes, enters and shows tournaments.

use crate::support::Server;

/// Runs a command that succeeds, and returns what it prints.
async fn output_of(server: &Server, arguments: &[&str]) -> String {
    let (code, output, errors) = server.run(arguments).end().await;
    assert_eq!(code, Some(0), "{arguments:?}: {errors}");
    output
}

/// Makes a tournament of which player 1 has claimed a name. Returns its code.
async fn make(server: &Server) -> String {
    let mut claim = server.run(&["claim", "Amina"]);
    claim.type_line("four words and a comma").await;
    assert_eq!(claim.end().await.0, Some(0));
    let made = output_of(server, &["tournaments", "--new", "kubuguza", "--clock", "days:2"]).await;
    assert!(made.contains("kubuguza days:2, 0 of 4 players, open, begins when it is full"), "{made}");
    made.split(':').next().expect("a code").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_players_enter_a_tournament_which_begins() {
    let server = Server::start().await;
    assert!(output_of(&server, &["tournaments"]).await.starts_with("No tournaments."));
    let code = make(&server).await;
    for player in ["1", "2", "3"] {
        output_of(&server, &["tournaments", &code, "--enter", "--player", player]).await;
    }
    let left = output_of(&server, &["tournaments", &code, "--withdraw", "--player", "3"]).await;
    assert!(left.contains("2 of 4 players"), "{left}");
    for player in ["3", "4"] {
        output_of(&server, &["tournaments", &code, "--enter", "--player", player]).await;
    }
    let begun = loop {
        let shown = output_of(&server, &["tournaments", &code]).await;
        if shown.contains("Round 3") {
            break shown;
        }
    };
    assert!(begun.contains("being played\n\nPLACE  PLAYER"), "{begun}");
    assert_eq!(begun.matches("  being played  ").count(), 6, "{begun}");
    let list = output_of(&server, &["tournaments"]).await;
    assert!(list.starts_with("CODE          RULES            PLAYERS  STATE\n"), "{list}");
    let new = ["tournaments", "--new", "kubuguza", "--format", "arena", "--minutes", "20"];
    let arena = output_of(&server, &new).await;
    assert!(arena.contains("kubuguza fischer:300+5, arena of 20 minutes, 0 of 100 players, "), "{arena}");
    let new = ["tournaments", "--new", "kubuguza", "--format", "swiss"];
    let swiss = output_of(&server, &new).await;
    assert!(swiss.contains("kubuguza fischer:300+5, Swiss, 5 rounds, 0 of 16 players, open"), "{swiss}");
    let json = output_of(&server, &["tournaments", &code, "--json"]).await;
    assert!(json.starts_with(&format!(r#"{{"tournament":"{code}""#)), "{json}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_done_is_explained() {
    let server = Server::start().await;
    for (arguments, status, words) in [
        (&["tournaments", "--new", "kubuguza", "--player", "7"][..], 4, "claimed their names"),
        (&["tournaments", "--new", "chess"], 2, "chess"),
        (&["tournaments", "--new", "kubuguza", "--places", "301"], 2, "301"),
        (&["tournaments", "--new", "kubuguza", "--format", "ladder"], 2, "ladder"),
        (&["tournaments", "--new", "kubuguza", "--begins", "tomorrow"], 2, "tomorrow"),
        (&["tournaments", "000000000000", "--enter"], 4, "no such tournament"),
    ] {
        let (code, _, errors) = server.run(arguments).end().await;
        assert_eq!(code, Some(status), "{errors}");
        assert!(errors.contains(words), "{errors}");
    }
}
