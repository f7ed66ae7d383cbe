//! A world: a server on a copy of the scene, on which the same is done as in every other world except for one secret.

use std::fs;
use std::time::Duration;

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{
    ClientMessage, Credentials, GameId, NewGame, NewPushSubscription, Opponent, PushKeys, PushKind, Text,
};
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_testing::{CLAIMED_PASSPHRASE, TestDatabase, TestServer, act, new_game, resign, say};

use super::scene::{EVENTS_BEFORE_PLAY, FRIEND, NORTH, SOUTH, STRANGER, Scene};

/// The message with which South marks the end of what its listeners compare.
pub(super) const LAST_WORDS: &str = "these are the last words";

/// A key of a browser: the base point of P-256.
const BROWSER_KEY: &str =
    "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";

/// Which secrets a world has. Everything else is the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Secrets {
    /// South seals the first array, and does nothing in private.
    Plain,
    /// South seals the second array, the stores of Azigo hold other numbers, South and a friend play and chat in a private
    /// game, South has played against a computer and challenged the friend, has blocked and reported players, has signed in
    /// once more, and receives notices.
    Other,
}

/// Somebody who looks at a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// A visitor without a token.
    Anonymous,
    /// A player without a seat.
    Stranger,
    /// The opponent of South.
    North,
    /// The player whose secrets they are.
    South,
}

/// A server, and the scene of whose database it has a copy.
pub(super) struct World<'a> {
    pub(super) scene: &'a Scene,
    pub(super) server: TestServer,
    pub(super) secrets: Secrets,
    /// The games that were made in every world after the scene. Their ids differ.
    pub(super) challenges: Vec<GameId>,
}

impl Viewer {
    /// The viewers who must not see the secrets.
    pub(super) const OTHERS: [Self; 3] = [Self::Anonymous, Self::Stranger, Self::North];

    /// The viewer's account.
    pub(super) fn credentials(self, scene: &Scene) -> Option<&Credentials> {
        match self {
            Self::Anonymous => None,
            Self::Stranger => Some(&scene.stranger),
            Self::North => Some(&scene.north),
            Self::South => Some(&scene.south),
        }
    }
}

impl<'a> World<'a> {
    /// Starts a server on a copy of the scene.
    pub(super) async fn start(scene: &'a Scene, secrets: Secrets) -> Self {
        let database = TestDatabase::sqlite();
        fs::copy(scene.database(), database.folder().join("games.db")).expect("copied");
        let limits = Limits { settled: Duration::ZERO, ..Limits::default() };
        let server = TestServer::start_on_with(database, limits).await;
        Self { scene, server, secrets, challenges: Vec::new() }
    }

    /// Does what is done in every world, with the secret in it, and then what ends the listening.
    pub(super) async fn play(&mut self) {
        self.seal_array().await;
        self.scene.play_store_turns(&self.server, self.secrets == Secrets::Other).await;
        if self.secrets == Secrets::Other {
            self.play_in_private().await;
            self.change_account().await;
        }
        self.end_listening().await;
    }

    async fn seal_array(&self) {
        let array = match self.secrets {
            Secrets::Plain => Array::First,
            Secrets::Other => Array::Second,
        };
        let id = "sealed".parse().expect("an id");
        let arrange = ClientMessage::Arrange { game: self.scene.arranging, id, array: Text(array) };
        self.server.http.command(&self.scene.south, &arrange).await.expect("arranged");
    }

    /// A game with a friend that goes on, one against a computer that is over, and a challenge. `/api/stats` counts the
    /// private games of people too, and says so: so no such game ends.
    async fn play_in_private(&self) {
        let Scene { south, friend, .. } = self.scene;
        let http = &self.server.http;
        let game = http.create_game(south, &new_game("kubuguza", "none")).await.expect("a game").game;
        http.join_game(friend, game).await.expect("a seat");
        http.command(south, &act(game, EVENTS_BEFORE_PLAY, "O")).await.expect("played");
        http.command(friend, &say(game, "between us")).await.expect("said");
        let opponent = Some(Text("bot:1".parse().expect("a computer")));
        let new = NewGame { opponent, ..new_game("kubuguza", "none") };
        let game = http.create_game(south, &new).await.expect("a game").game;
        http.command(south, &resign(game)).await.expect("resigned");
        self.challenge(FRIEND).await;
    }

    async fn change_account(&self) {
        let Scene { south, friend, .. } = self.scene;
        let endpoint = "https://push.example.org/south".to_owned();
        let keys = PushKeys { p256dh: BROWSER_KEY.to_owned(), auth: "AAAAAAAAAAAAAAAAAAAAAA".to_owned() };
        let push = NewPushSubscription { endpoint, keys, kinds: vec![PushKind::Started] };
        let push = serde_json::to_string(&push).expect("JSON");
        let report = format!(r#"{{"player":"{NORTH}","reason":"cheating","comment":"a program"}}"#);
        let sign_in = format!(r#"{{"name":"{SOUTH}","passphrase":"{CLAIMED_PASSPHRASE}"}}"#);
        let block = format!("/api/blocks/{}", friend.name);
        let requests = [
            ("PUT", block.as_str(), String::new()),
            ("POST", "/api/reports", report),
            ("PUT", "/api/push", push),
            ("POST", "/api/tokens", sign_in),
        ];
        for (method, path, body) in requests {
            let answer = self.server.http.send(method, path, Some(south.token.reveal()), Some(body)).await;
            assert!(answer.status().is_success(), "{path}: {}", answer.body());
        }
    }

    /// Something that each listener receives last.
    async fn end_listening(&mut self) {
        let Scene { south, stranger, arranging, stores, tournament, .. } = self.scene;
        for name in [STRANGER, NORTH] {
            let game = self.challenge(name).await;
            self.challenges.push(game);
        }
        let path = format!("/api/tournaments/{tournament}/entry");
        let entered = self.server.http.send("PUT", &path, Some(stranger.token.reveal()), None).await;
        assert_eq!(entered.status(), 204);
        for game in [*arranging, *stores] {
            self.server.http.command(south, &say(game, LAST_WORDS)).await.expect("said");
        }
    }

    async fn challenge(&self, name: &str) -> GameId {
        let opponent = Some(Text(Opponent::Player(name.parse().expect("a name"))));
        let new = NewGame { opponent, ..new_game("kubuguza", "none") };
        self.server.http.create_game(&self.scene.south, &new).await.expect("a challenge").game
    }
}
