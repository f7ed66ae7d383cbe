//! A client of a local server.

use fastrand::Rng;
use ikibuguzo_browser::{Environment, LocalServer};
use ikibuguzo_protocol::{ErrorCode, Problem, ServerMessage};
use serde_json::{Value, json};

/// The time of the clock.
pub(crate) const NOW: u64 = 1_767_225_600_000;

/// The seed of the computer.
pub(crate) const SEED: u64 = 7;

/// A clock that stands still, and random numbers that follow from a seed.
struct Fixed {
    rng: Rng,
}

impl Environment for Fixed {
    fn now(&mut self) -> u64 {
        NOW
    }

    fn random(&mut self) -> u32 {
        self.rng.u32(..)
    }
}

/// A client that has a local server for itself.
pub(crate) struct Client {
    server: LocalServer,
    environment: Fixed,
    commands: u64,
}

impl Client {
    /// A client whose server has no games.
    pub(crate) fn new() -> Self {
        Self { server: LocalServer::default(), environment: Fixed { rng: Rng::with_seed(1) }, commands: 0 }
    }

    /// The text with which the server answers a text.
    pub(crate) fn answer_text(&mut self, request: &str) -> String {
        self.server.answer(request, &mut self.environment)
    }

    /// The answer to a request.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        let text = self.answer_text(&request.to_string());
        let mut reply: Value = serde_json::from_str(&text).expect("JSON");
        assert!(reply.get("answer").is_some(), "{request}: {text}");
        reply["answer"].take()
    }

    /// The code with which a text is refused.
    pub(crate) fn refusal(&mut self, request: &str) -> ErrorCode {
        let text = self.answer_text(request);
        let mut reply: Value = serde_json::from_str(&text).expect("JSON");
        let problem: Problem = serde_json::from_value(reply["problem"].take()).expect(&text);
        assert!(!problem.detail.is_empty(), "{text}");
        problem.code
    }

    /// Begins a game, and returns its id.
    pub(crate) fn begin(&mut self, rules: &str, seat: &str, opponent: &str) -> String {
        let request =
            json!({"type": "begin", "rules": rules, "seat": seat, "opponent": opponent, "seed": SEED});
        self.ask(&request)["game"].as_str().expect("an id").to_owned()
    }

    /// Sends a message, and returns what the server sends.
    pub(crate) fn send(&mut self, message: &Value) -> Vec<ServerMessage> {
        messages(&self.ask(&json!({"type": "receive", "message": message.to_string()})))
    }

    /// Sends a command of a game, with a new id.
    pub(crate) fn command(&mut self, game: &str, kind: &str, mut fields: Value) -> Vec<ServerMessage> {
        self.commands += 1;
        fields["type"] = kind.into();
        fields["game"] = game.into();
        fields["id"] = format!("command-{}", self.commands).into();
        self.send(&fields)
    }

    /// Has the computer do its tasks, until it has none.
    pub(crate) fn think(&mut self) -> Vec<ServerMessage> {
        let mut all = Vec::new();
        loop {
            let sent = messages(&self.ask(&json!({"type": "think"})));
            if sent.is_empty() {
                return all;
            }
            all.extend(sent);
        }
    }

    /// Says hello and joins a game from its beginning.
    pub(crate) fn join(&mut self, game: &str) -> Vec<ServerMessage> {
        self.send(&json!({"type": "hello"}));
        self.send(&json!({"type": "join", "game": game, "since": 0}))
    }
}

fn messages(answer: &Value) -> Vec<ServerMessage> {
    let list = answer.as_array().expect("messages");
    list.iter().map(|message| ServerMessage::parse(&message.to_string()).expect("a message")).collect()
}
