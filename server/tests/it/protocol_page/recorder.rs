use std::collections::BTreeMap;

use ikibuguzo_protocol::{ClientMessage, CommandId, Credentials, Event, GameId, ServerMessage};
use ikibuguzo_testing::{HttpClient, TestClient};
use serde_json::Value;

/// Examples by kind and name, such as `event acted`.
pub(super) type Examples = BTreeMap<String, String>;

/// A connection whose messages are recorded as examples.
pub(super) struct Socket<'e> {
    pub(super) client: TestClient,
    pub(super) examples: &'e mut Examples,
}

impl Socket<'_> {
    /// Sends a message, which is an example.
    pub(super) async fn send(&mut self, name: &str, message: &ClientMessage) {
        note(self.examples, "client", name, message.to_json());
        self.client.send(message).await;
    }

    /// Waits for a message, which is an example; others are skipped.
    pub(super) async fn expect(&mut self, name: &str, is_it: impl Fn(&ServerMessage) -> bool) {
        loop {
            let message = self.client.next_with_presence().await;
            if is_it(&message) {
                return note(self.examples, "server", name, message.to_json());
            }
        }
    }
}

/// Records an example.
///
/// # Panics
///
/// If there is an example of this name.
pub(super) fn note(examples: &mut Examples, kind: &str, name: &str, json: String) {
    assert_eq!(examples.insert(format!("{kind} {name}"), json), None, "{kind} {name}");
}

/// The parts of a game that are recorded over HTTP.
pub(super) struct Table<'e> {
    pub(super) http: HttpClient,
    pub(super) game: GameId,
    pub(super) examples: &'e mut Examples,
}

impl Table<'_> {
    /// Sends a command without an example of it.
    pub(super) async fn play(&self, player: &Credentials, message: ClientMessage) -> u64 {
        let seq = self.http.command(player, &message).await;
        seq.unwrap_or_else(|problem| panic!("{message:?}: {problem:?}"))
    }

    /// Sends a command, which is an example.
    pub(super) async fn show(&mut self, name: &str, player: &Credentials, message: ClientMessage) -> u64 {
        note(self.examples, "client", name, message.to_json());
        self.play(player, message).await
    }

    /// All events as a player sees them, or a spectator.
    pub(super) async fn events(&self, player: Option<&Credentials>) -> Vec<Event> {
        let path = format!("/api/games/{}/events", self.game);
        let page: Value = self.http.call("GET", &path, player, None).await.expect("events");
        serde_json::from_value(page["events"].clone()).expect("events")
    }

    /// Records the newest event.
    pub(super) async fn note_newest(&mut self, name: &str) {
        let event = self.events(None).await.pop().expect("an event");
        self.note_event(name, &event);
    }

    /// Records an event.
    pub(super) fn note_event(&mut self, name: &str, event: &Event) {
        note(self.examples, "event", name, serde_json::to_string(event).expect("JSON"));
    }
}

/// An id that is the same in every run.
pub(super) fn id(text: &str) -> CommandId {
    text.parse().expect("an id")
}
