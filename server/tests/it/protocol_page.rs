//! `docs/PROTOCOL.md`: this test plays the games of its examples on a server.

mod games;
mod recorder;

use std::collections::BTreeSet;

use ikibuguzo_testing::TestServer;

use crate::documents::{check_document, read_document, wrap};
use recorder::Examples;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_examples_of_the_protocol_are_what_a_server_sends() {
    let examples = Box::pin(games::play(TestServer::start_on_sqlite().await)).await;
    check_document("PROTOCOL.md", &with_examples(&read_document("PROTOCOL.md"), &examples));
}

/// The document with these examples. A fence names the kind of its examples, and each of them.
fn with_examples(document: &str, examples: &Examples) -> String {
    let mut shown = BTreeSet::new();
    let mut parts = document.split("```json ");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (heading, rest) = part.split_once('\n').expect("a line");
        let (_, after) = rest.split_once("```").expect("the end of the block");
        let (kind, names) = heading.split_once(' ').expect("a kind and names");
        let names: Vec<String> = names.split(' ').map(|name| format!("{kind} {name}")).collect();
        let lines = names
            .iter()
            .map(|name| wrap(examples.get(name).unwrap_or_else(|| panic!("no example {name}"))) + "\n");
        written += &format!("```json {heading}\n{}```{after}", lines.collect::<String>());
        shown.extend(names);
    }
    assert_eq!(shown, examples.keys().cloned().collect(), "all examples are shown");
    written
}
