//! Every message of a client over a socket.

use std::collections::BTreeSet;

use ikibuguzo_protocol::{
    ClientMessage, CommandId, GameId, Heads, MAX_CLIENT_MESSAGE_BYTES, ServerMessage, Snapshot,
};
use ikibuguzo_testing::TestClient;
use serde::de::DeserializeOwned;
use tokio_tungstenite::tungstenite::Message as Frame;

use super::answers::{Answers, mask};
use super::questions::Asker;
use super::world::{Viewer, World};

/// The length of a message for which the server closes a socket.
const TOO_LARGE_BYTES: usize = 4 * MAX_CLIENT_MESSAGE_BYTES + 1;

/// A type of message, and the messages of it that are sent.
pub(super) struct Message {
    /// The type.
    pub(super) kind: &'static str,
    texts: &'static [&'static str],
    /// Messages of those without a seat alone: from North they would end the secret.
    texts_of_others: &'static [&'static str],
}

const fn all(kind: &'static str, texts: &'static [&'static str]) -> Message {
    Message { kind, texts, texts_of_others: &[] }
}

/// Every type of message. Resignations come last.
pub(super) const MESSAGES: &[Message] = &[
    all("hello", &[r#"{"type":"hello","token":{bearer}}"#, r#"{"type":"hello","token":null}"#]),
    all(
        "join",
        &[
            r#"{"type":"join","game":"{arranging}"}"#,
            r#"{"type":"join","game":"{arranging}","since":2}"#,
            r#"{"type":"join","game":"{stores}"}"#,
            r#"{"type":"join","game":"{stores}","since":{common},"compact":true}"#,
            r#"{"type":"join","game":"{finished}","since":0}"#,
            r#"{"type":"join","game":"{open}"}"#,
        ],
    ),
    all("subscribe", &[r#"{"type":"subscribe"}"#]),
    all("ping", &[r#"{"type":"ping"}"#]),
    Message {
        kind: "arrange",
        texts: &[
            r#"{"type":"arrange","game":"{stores}","id":"{id}","array":"first"}"#,
            r#"{"type":"arrange","game":"{arranging}","id":"{id}","array":"third"}"#,
            r#"{"type":"arrange","game":"{arranging}","id":"sealed","array":"third"}"#,
        ],
        texts_of_others: &[r#"{"type":"arrange","game":"{arranging}","id":"{id}","array":"second"}"#],
    },
    all("berserk", &[r#"{"type":"berserk","game":"{arranging}","id":"{id}"}"#]),
    all(
        "act",
        &[
            r#"{"type":"act","game":"{arranging}","id":"{id}","after":4,"action":"N"}"#,
            r#"{"type":"act","game":"{stores}","id":"{id}","after":{head},"action":"b"}"#,
            r#"{"type":"act","game":"{stores}","id":"{id}","after":1,"action":"*>"}"#,
        ],
    ),
    all("decline", &[r#"{"type":"decline","game":"{open}","id":"{id}"}"#]),
    all("offer_draw", &[r#"{"type":"offer_draw","game":"{stores}","id":"{id}"}"#]),
    all("answer_draw", &[r#"{"type":"answer_draw","game":"{stores}","id":"{id}","offer":3,"accept":true}"#]),
    all("offer_takeback", &[r#"{"type":"offer_takeback","game":"{stores}","id":"{id}"}"#]),
    all(
        "answer_takeback",
        &[r#"{"type":"answer_takeback","game":"{stores}","id":"{id}","offer":3,"accept":true}"#],
    ),
    all("offer_previews", &[r#"{"type":"offer_previews","game":"{stores}","id":"{id}"}"#]),
    all(
        "answer_previews",
        &[r#"{"type":"answer_previews","game":"{stores}","id":"{id}","offer":3,"accept":true}"#],
    ),
    all("offer_rematch", &[r#"{"type":"offer_rematch","game":"{finished}","id":"{id}"}"#]),
    all(
        "answer_rematch",
        &[r#"{"type":"answer_rematch","game":"{finished}","id":"{id}","offer":3,"accept":true}"#],
    ),
    all("claim", &[r#"{"type":"claim","game":"{stores}","id":"{id}","claim":"win"}"#]),
    all("say", &[r#"{"type":"say","game":"{arranging}","id":"{id}","text":"Muraho"}"#]),
    all("leave", &[r#"{"type":"leave","game":"{arranging}"}"#]),
    all("resign", &[r#"{"type":"resign","game":"{arranging}","id":"{id}"}"#]),
];

impl Message {
    /// The messages that a viewer sends.
    pub(super) fn texts(&self, viewer: Viewer) -> Vec<&'static str> {
        let others = if viewer == Viewer::North { &[] } else { self.texts_of_others };
        [self.texts, others].concat()
    }
}

/// Sends every message over one socket. Returns everything that comes back to the end of the socket, in the order of the
/// texts: answers come when a game has decided.
pub(super) async fn send_all(world: &World<'_>, viewer: Viewer) -> Answers {
    let mut asker = Asker::new(world, viewer).await;
    let mut conversation = Conversation::open(world).await;
    for text in MESSAGES.iter().flat_map(|message| message.texts(viewer)) {
        conversation.send(&asker.fill(text)).await;
    }
    conversation.read_to_heads().await;
    let received = conversation.close().await;
    let masked: BTreeSet<_> = received.iter().map(|text| mask(text, world, viewer)).collect();
    let texts: Vec<_> = masked.into_iter().collect();
    vec![(format!("{viewer:?} sends all messages"), texts.join("\n"))]
}

/// A socket, and what it has received.
struct Conversation {
    client: TestClient,
    /// The texts of all messages but pongs.
    received: Vec<String>,
    /// The newest event of each game that was received.
    newest: Heads,
    /// The last pong.
    pong: Option<(String, Heads)>,
}

impl Conversation {
    async fn open(world: &World<'_>) -> Self {
        let client = TestClient::connect_without_hello(world.server.address).await;
        Self { client, received: Vec::new(), newest: Heads::new(), pong: None }
    }

    /// Sends a message, and reads until it is answered.
    async fn send(&mut self, text: &str) {
        self.client.send_frame(Frame::text(text)).await;
        let mut id = ClientMessage::parse(text).ok().and_then(|message| message.id().cloned());
        self.ping().await;
        while id.is_some() || self.pong.is_none() {
            let answered = self.read().await;
            id = id.filter(|id| answered.as_ref() != Some(id));
        }
    }

    async fn ping(&mut self) {
        self.pong = None;
        self.client.send(&ClientMessage::PING).await;
    }

    /// Reads until every event has come that a pong knows of. That pong is kept.
    async fn read_to_heads(&mut self) {
        while !self.has_all_events() {
            self.ping().await;
            while self.pong.is_none() {
                self.read().await;
            }
        }
        self.received.extend(self.pong.take().map(|(text, _)| text));
    }

    fn has_all_events(&self) -> bool {
        self.pong.as_ref().is_some_and(|(_, heads)| {
            heads.iter().all(|(game, head)| self.newest.get(game).is_some_and(|newest| newest >= head))
        })
    }

    /// Reads a message. Returns the command that it answers.
    async fn read(&mut self) -> Option<CommandId> {
        let text = self.client.next_text().await;
        let message = ServerMessage::parse(&text).expect("a message");
        if let ServerMessage::Pong { heads, .. } = message {
            self.pong = Some((text, heads));
            return None;
        }
        self.received.push(text);
        match message {
            ServerMessage::Game(Snapshot { game, seq, .. }) => self.note(game, seq),
            ServerMessage::Event { game, event } => self.note(game, event.seq),
            ServerMessage::Acted { game, event } => self.note(game, event.seq),
            ServerMessage::Ack { id, .. } => return Some(id),
            ServerMessage::Refused(refusal) => return refusal.id,
            _ => {}
        }
        None
    }

    fn note(&mut self, game: GameId, seq: u64) {
        let newest = self.newest.entry(game).or_default();
        *newest = seq.max(*newest);
    }

    /// Makes the server close the socket.
    async fn close(mut self) -> Vec<String> {
        self.client.send_frame(Frame::text("x".repeat(TOO_LARGE_BYTES))).await;
        while let Some(Frame::Text(text)) = self.client.next_frame().await {
            self.received.push(text.as_str().to_owned());
        }
        self.received
    }
}

/// The types of the messages in answers.
pub(super) fn kinds_in(answers: &Answers) -> BTreeSet<String> {
    let lines = answers.iter().flat_map(|(_, texts)| texts.lines());
    let kinds = lines.filter_map(|line| line.strip_prefix("{\"type\":\"")?.split('"').next());
    kinds.map(ToOwned::to_owned).collect()
}

/// The types of messages that a type has: the error for an unknown one lists them.
pub(super) fn kinds_of<M: DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<M>(r#"{"type":"?"}"#).err().expect("an unknown type").to_string();
    let (_, known) = error.split_once("expected one of ").expect("a list of types");
    known.split('`').skip(1).step_by(2).map(ToOwned::to_owned).collect()
}
