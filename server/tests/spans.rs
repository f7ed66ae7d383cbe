//! Spans of sockets, commands and commits name their game, and no secret. A program of its own: the library `tracing`
//! remembers for the whole process whether anybody listens to a span.

use std::fmt;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Subscriber, subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry;

use ikibuguzo_testing::{TestServer, act, arranged_pair};

/// Writes down spans: a name and fields when one begins, fields that are added later.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<String>>>);

impl Spans {
    fn push(&self, name: &str, record: impl FnOnce(&mut Fields)) {
        let mut fields = Fields(name.to_owned());
        record(&mut fields);
        self.0.lock().expect("no panic").push(fields.0);
    }
}

impl<S: Subscriber> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        if attributes.metadata().target().starts_with("ikibuguzo_server") {
            self.push(attributes.metadata().name(), |fields| attributes.record(fields));
        }
    }

    fn on_record(&self, _: &Id, record: &Record<'_>, _: Context<'_, S>) {
        self.push("", |fields| record.record(fields));
    }
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0 += &format!(" {field}={value:?}");
    }
}

#[tokio::test]
async fn sockets_commands_and_commits_have_spans() {
    let spans = Spans::default();
    // All tasks of this test run on this thread.
    let _guard = subscriber::set_default(registry().with(spans.clone()));
    let server = TestServer::start().await;
    let (game, players, [mut south, _]) = arranged_pair(&server).await;
    let seq = south.command(&act(game, 6, "N")).await.expect("played");
    let spans = spans.0.lock().expect("no panic").join("\n");
    for expected in [
        "socket socket.id=",
        &format!("command game.id={game} command.id="),
        &format!(" seq={seq}"),
        &format!("commit game.id={game} seq={seq}"),
        "transaction commits=1",
    ] {
        assert!(spans.contains(expected), "{expected}: {spans}");
    }
    for player in players {
        assert!(!spans.contains(player.token.reveal()), "a token");
    }
}
