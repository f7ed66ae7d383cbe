//! The messages that viewers receive while a world is played: over sockets and streams that were opened before.

use ikibuguzo_protocol::{ClientMessage, GameId, ServerMessage};
use ikibuguzo_testing::{EventStream, NDJSON, SSE, TestClient};
use tokio::task::JoinHandle;

use super::answers::{Answers, mask};
use super::scene::{STRANGER, Scene};
use super::world::{LAST_WORDS, Viewer, World};

/// The content of the last message about games that wait for the player.
const LAST_NOTICE: &str = "\"kind\":\"invited\"";

/// One socket or stream, which is read until its last message.
struct Listener {
    source: String,
    texts: JoinHandle<Vec<String>>,
}

/// The sockets and streams of one viewer.
pub(super) struct Listeners {
    viewer: Viewer,
    listeners: Vec<Listener>,
}

impl Listeners {
    /// Opens every kind of socket and stream for a viewer. All have received their first message.
    pub(super) async fn open(world: &World<'_>, viewer: Viewer) -> Self {
        let Scene { arranging, stores, .. } = world.scene;
        let mut listeners = Vec::new();
        for (game, compact) in [(*arranging, false), (*stores, false), (*stores, true)] {
            listeners.push(follow(world, viewer, game, compact).await);
        }
        for game in [arranging, stores] {
            for accept in [NDJSON, SSE] {
                let path = format!("/api/games/{game}/events?since=2");
                listeners.push(stream(world, viewer, &path, accept, LAST_WORDS).await);
            }
        }
        let path = format!("/api/tournaments/{}/stream", world.scene.tournament);
        listeners.push(stream(world, viewer, &path, NDJSON, STRANGER).await);
        if viewer != Viewer::Anonymous {
            listeners.push(stream(world, viewer, "/api/stream", NDJSON, LAST_NOTICE).await);
            listeners.push(subscribe(world, viewer).await);
        }
        Self { viewer, listeners }
    }

    /// Everything that was received up to the last message.
    pub(super) async fn read(self, world: &World<'_>) -> Answers {
        let mut answers = Vec::new();
        for listener in self.listeners {
            let texts = listener.texts.await.expect("the last message");
            answers.push((listener.source, mask(&texts.join("\n"), world, self.viewer)));
        }
        answers
    }
}

async fn follow(world: &World<'_>, viewer: Viewer, game: GameId, compact: bool) -> Listener {
    let mut client = world.server.client(viewer.credentials(world.scene)).await;
    client.send(&ClientMessage::Join { game, since: None, compact }).await;
    let first = client.next_text().await;
    let source = format!("{viewer:?} follows {game}, compact: {compact}");
    Listener { source, texts: tokio::spawn(read_socket(client, first, LAST_WORDS)) }
}

async fn subscribe(world: &World<'_>, viewer: Viewer) -> Listener {
    let mut client = world.server.client(viewer.credentials(world.scene)).await;
    client.send(&ClientMessage::Subscribe {}).await;
    let first = client.next_text().await;
    Listener {
        source: format!("{viewer:?} subscribes"),
        texts: tokio::spawn(read_socket(client, first, LAST_NOTICE)),
    }
}

async fn read_socket(mut client: TestClient, first: String, last: &'static str) -> Vec<String> {
    let mut texts = vec![first];
    while !texts.last().is_some_and(|text| text.contains(last)) {
        let text = client.next_text().await;
        if !is_presence(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Whether a message says who is connected: these come at different moments in every run.
fn is_presence(text: &str) -> bool {
    matches!(ServerMessage::parse(text), Ok(ServerMessage::Presence(_)))
}

async fn stream(world: &World<'_>, viewer: Viewer, path: &str, accept: &str, last: &'static str) -> Listener {
    let player = viewer.credentials(world.scene);
    let mut stream = EventStream::get(world.server.address, path, player, accept, None).await;
    let first = stream.next_text().await.expect("a first message");
    let source = format!("{viewer:?} reads {path} as {accept}");
    let read = async move {
        stream.headers.retain(|header| !header.starts_with("date:"));
        let mut texts = vec![format!("{} {:?}", stream.status, stream.headers), first];
        while !texts.last().is_some_and(|text| text.contains(last)) {
            texts.push(stream.next_text().await.expect("another message"));
        }
        texts
    };
    Listener { source, texts: tokio::spawn(read) }
}
