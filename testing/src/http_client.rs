use std::net::SocketAddr;

use ikibuguzo_protocol::{Credentials, Events, GameId, NewGame, Problem, Seated};
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::{Request, Response};

/// A client of the HTTP API.
#[derive(Clone)]
pub(crate) struct Http {
    base: String,
    agent: Agent,
}

impl Http {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).build();
        Self { base: format!("http://{address}"), agent: config.into() }
    }

    /// Sends any request, and reads the whole answer.
    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<String>,
    ) -> Response<String> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.header("content-type", "application/json").body(body.unwrap_or_default());
        self.run(request.expect("a request")).await
    }

    /// Sends a request with these headers and no body, and reads the whole answer.
    pub(crate) async fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Response<String> {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.run(request.body(String::new()).expect("a request")).await
    }

    /// Asks for what the client has kept with this tag.
    pub(crate) async fn send_if_none_match(&self, path: &str, tag: &str) -> Response<String> {
        self.send_with("GET", path, &[("if-none-match", tag)]).await
    }

    async fn run(&self, request: Request<String>) -> Response<String> {
        let agent = self.agent.clone();
        let run = move || {
            let mut response = agent.run(request).expect("an answer");
            let text = response.body_mut().read_to_string().expect("a whole answer");
            response.map(|_| text)
        };
        tokio::task::spawn_blocking(run).await.expect("no panic")
    }

    /// Fetches a page or a picture as a browser does.
    pub(crate) async fn fetch(&self, path: &str, headers: &[(&str, &str)]) -> Response<Vec<u8>> {
        let mut request = Request::builder().uri(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (agent, request) = (self.agent.clone(), request.body(()).expect("a request"));
        let run = move || {
            let mut response = agent.run(request).expect("an answer");
            let body = response.body_mut().read_to_vec().expect("a whole answer");
            response.map(|_| body)
        };
        tokio::task::spawn_blocking(run).await.expect("no panic")
    }

    /// Sends a request, and reads the answer or the problem.
    pub(crate) async fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        player: Option<&Credentials>,
        body: Option<String>,
    ) -> Result<T, Problem> {
        let response = self.send(method, path, player.map(|player| player.token.reveal()), body).await;
        if response.status().is_success() {
            return Ok(serde_json::from_str(response.body()).expect("the documented answer"));
        }
        assert_eq!(response.headers()["content-type"], "application/problem+json");
        let problem: Problem = serde_json::from_str(response.body()).expect("a problem");
        assert_eq!(problem.status, response.status().as_u16());
        Err(problem)
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        self.ask("GET", path, None, None).await
    }

    pub(crate) async fn guest(&self) -> Credentials {
        self.ask("POST", "/api/players", None, None).await.expect("a guest")
    }

    pub(crate) async fn create(&self, player: &Credentials, new: &NewGame) -> Result<Seated, Problem> {
        let body = serde_json::to_string(new).expect("JSON");
        self.ask("POST", "/api/games", Some(player), Some(body)).await
    }

    pub(crate) async fn join(&self, player: &Credentials, game: GameId) -> Result<Seated, Problem> {
        self.ask("POST", &format!("/api/games/{game}/join"), Some(player), None).await
    }

    pub(crate) async fn events(&self, game: GameId, since: u64) -> Events {
        self.get(&format!("/api/games/{game}/events?since={since}")).await.expect("the events")
    }
}
