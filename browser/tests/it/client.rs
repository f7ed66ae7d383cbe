//! A client of a local server.

use std::collections::BTreeMap;

use fastrand::Rng;
use ikibuguzo_browser::{Environment, LocalServer};
use ikibuguzo_protocol::{ErrorCode, Problem, ServerMessage, Timestamp};
use serde_json::{Value, json};

/// The time of the clock.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_767_225_600_000);

/// The seed of the computer.
pub(crate) const SEED: u64 = 7;

/// A clock that stands still, and random numbers that follow from a seed.
struct Fixed {
    rng: Rng,
}

impl Environment for Fixed {
    fn now(&mut self) -> Timestamp {
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
    /// The log of each game, as a page keeps it.
    kept: BTreeMap<String, Vec<String>>,
}

impl Client {
    /// A client whose server has no games.
    pub(crate) fn new() -> Self {
        let environment = Fixed { rng: Rng::with_seed(1) };
        Self { server: LocalServer::default(), environment, commands: 0, kept: BTreeMap::new() }
    }

    /// The log of a game, as a page keeps it.
    pub(crate) fn log(&self, game: &str) -> &[String] {
        &self.kept[game]
    }

    /// A page that is loaded again: its local server knows no game until it resumes the kept ones.
    pub(crate) fn reload(&mut self) {
        self.server = LocalServer::default();
        for (game, log) in self.kept.clone() {
            self.ask(&json!({"type": "resume", "game": game, "log": log}));
        }
    }

    /// The record of a game.
    pub(crate) fn record(&mut self, game: &str) -> String {
        let request = json!({"type": "record", "game": game, "log": self.log(game)});
        self.ask(&request).as_str().expect("a text").to_owned()
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
        let begun = self.ask(&request);
        self.keep(&begun);
        begun["game"].as_str().expect("an id").to_owned()
    }

    /// Sends a message, and returns what the server sends.
    pub(crate) fn send(&mut self, message: &Value) -> Vec<ServerMessage> {
        self.exchange(&json!({"type": "receive", "message": message.to_string()}))
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
            let sent = self.exchange(&json!({"type": "think"}));
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

    /// Keeps the entries of an answer, and returns its messages.
    fn exchange(&mut self, request: &Value) -> Vec<ServerMessage> {
        let answer = self.ask(request);
        self.keep(&answer);
        let list = answer["messages"].as_array().expect("messages");
        list.iter().map(|message| ServerMessage::parse(&message.to_string()).expect("a message")).collect()
    }

    fn keep(&mut self, answer: &Value) {
        for addition in answer["additions"].as_array().expect("additions") {
            let game = addition["game"].as_str().expect("an id").to_owned();
            let entries = addition["entries"].as_array().expect("entries").iter();
            let log = self.kept.entry(game).or_default();
            assert_eq!(addition["after"], log.len(), "entries follow the kept ones");
            log.extend(entries.map(|entry| entry.as_str().expect("a text").to_owned()));
        }
    }
}
