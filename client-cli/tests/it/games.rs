//! `games`: the texts for an empty page and for the next page.

use crate::support::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_empty_list_without_a_filter_says_how_to_begin_a_game() {
    let server = Server::start().await;
    let (_, output, _) = server.run(&["games", "--oldest", "--limit", "5"]).end().await;
    assert!(output.starts_with("No games. `ikibuguzo play --new --public` begins one"), "{output}");
    for filter in [["--state", "open"], ["--player", "nobody-1"], ["--rules", "azigo"]] {
        let (status, output, _) = server.run(&[&["games"], &filter[..]].concat()).end().await;
        assert_eq!((status, output.as_str()), (Some(0), "No game was found.\n"), "{filter:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_page_is_a_command_that_can_be_typed() {
    let server = Server::start().await;
    for _ in 0..2 {
        server.run(&["play", "--new", "--public", "--player", "1"]).end().await;
    }
    let arguments = ["games", "--player", "1", "--state", "open", "--oldest", "--limit", "1"];
    let (_, first, _) = server.run(&arguments).end().await;
    let next_page =
        first.lines().find_map(|line| line.strip_prefix("There are more: ikibuguzo ")).expect(&first);
    assert!(
        next_page.starts_with(&format!("--server {} games --state open --player 1 ", server.url())),
        "{next_page}"
    );
    let (status, second, _) = server.run(&next_page.split(' ').collect::<Vec<_>>()).end().await;
    assert_eq!((status, second.lines().count()), (Some(0), 1), "{second}");
    assert_ne!(first.lines().next(), second.lines().next());
}
