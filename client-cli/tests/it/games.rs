//! The list of games: what it says of an empty page, and of the next one.

use crate::support::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_list_without_a_filter_says_how_to_begin_a_game() {
    let server = Server::start().await;
    let (_, said, _) = server.run(&["games", "--oldest", "--limit", "5"]).end().await;
    assert!(said.starts_with("No games. `ikibuguzo play --new --public` begins one"), "{said}");
    for filter in [["--state", "open"], ["--player", "nobody-1"], ["--rules", "azigo"]] {
        let (status, said, _) = server.run(&[&["games"], &filter[..]].concat()).end().await;
        assert_eq!((status, said.as_str()), (Some(0), "No game was found.\n"), "{filter:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_page_is_a_command_that_can_be_typed() {
    let server = Server::start().await;
    for _ in 0..2 {
        server.run(&["play", "--new", "--public", "--player", "1"]).end().await;
    }
    let asked = ["games", "--player", "1", "--state", "open", "--oldest", "--limit", "1"];
    let (_, first, _) = server.run(&asked).end().await;
    let more = first.lines().find_map(|line| line.strip_prefix("There are more: ikibuguzo ")).expect(&first);
    assert!(more.starts_with(&format!("--server {} games --state open --player 1 ", server.url())), "{more}");
    let (status, second, _) = server.run(&more.split(' ').collect::<Vec<_>>()).end().await;
    assert_eq!((status, second.lines().count()), (Some(0), 1), "{second}");
    assert_ne!(first.lines().next(), second.lines().next());
}
