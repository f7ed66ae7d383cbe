use std::collections::BTreeMap;

use ikibuguzo_protocol::Credentials;
use ikibuguzo_testing::TestServer;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::documents::wrap;

/// A request and its answer.
pub(super) struct Example {
    pub(super) request: String,
    pub(super) answer: String,
    pub(super) media_type: String,
}

/// Sends requests and records them as examples.
pub(super) struct Recorder<'s> {
    pub(super) server: &'s TestServer,
    /// The examples of each operation, such as `GET /api/games/{game}`.
    pub(super) examples: BTreeMap<String, Vec<Example>>,
}

/// A request to be sent.
#[derive(Clone, Copy, Default)]
pub(super) struct Call<'c> {
    pub(super) path: &'c str,
    pub(super) player: Option<&'c Credentials>,
    pub(super) accept: Option<&'c str>,
    pub(super) body: Option<&'c str>,
}

impl<'s> Recorder<'s> {
    pub(super) fn new(server: &'s TestServer) -> Self {
        Self { server, examples: BTreeMap::new() }
    }

    /// Sends a request and records it as an example of an operation. Returns the text of the answer.
    pub(super) async fn send(&mut self, operation: &str, call: Call<'_>) -> String {
        let method = operation.split(' ').next().expect("a method");
        let bearer = call.player.map(|player| format!("Bearer {}", player.token.reveal()));
        let headers = [
            ("Authorization", bearer.as_deref()),
            ("Accept", call.accept),
            ("Content-Type", call.body.map(|_| "application/json")),
        ];
        let headers: Vec<(&str, &str)> =
            headers.into_iter().filter_map(|(name, it)| Some((name, it?))).collect();
        let http = &self.server.http;
        let body = call.body.unwrap_or_default();
        let response = http.send_with_headers_and_body(method, call.path, &headers, body).await;
        let status = response.status();
        let media_type = response.headers().get("content-type").and_then(|it| it.to_str().ok());
        let media_type = media_type.unwrap_or_default().to_owned();
        let answer = response.into_body();
        assert!(status.is_success() != operation.ends_with(" error"), "{operation}: {status} {answer}");
        self.note(operation, call, &headers, answer.clone(), media_type);
        answer
    }

    /// Sends a request, records it, and returns its parsed answer.
    pub(super) async fn call<T: DeserializeOwned>(&mut self, operation: &str, call: Call<'_>) -> T {
        let answer = self.send(operation, call).await;
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Sends a GET without a token and records it.
    pub(super) async fn get(&mut self, operation: &str, path: &str) -> String {
        self.send(operation, Call { path, ..Call::default() }).await
    }

    /// Sends a request of a player without a body and records it.
    pub(super) async fn send_as(&mut self, player: &Credentials, operation: &str, path: &str) -> String {
        self.send(operation, Call { path, player: Some(player), ..Call::default() }).await
    }

    /// Sends a request of a player with a body and records it.
    pub(super) async fn send_body(
        &mut self,
        player: &Credentials,
        operation: &str,
        path: &str,
        body: &impl Serialize,
    ) -> String {
        let body = serde_json::to_string(body).expect("JSON");
        self.send(operation, Call { path, player: Some(player), accept: None, body: Some(&body) }).await
    }

    /// Records an example.
    pub(super) fn note(
        &mut self,
        operation: &str,
        call: Call<'_>,
        headers: &[(&str, &str)],
        answer: String,
        media_type: String,
    ) {
        let method = operation.split(' ').next().expect("a method");
        let mut request = format!("{method} {}", call.path);
        request.extend(headers.iter().map(|(name, value)| format!("\n{name}: {value}")));
        request.extend(call.body.map(|body| format!("\n\n{}", wrap(body))));
        let example = Example { request, answer, media_type };
        self.examples.entry(operation.to_owned()).or_default().push(example);
    }
}
