use std::net::SocketAddr;

use ikibuguzo_protocol::{
    ClientMessage, Credentials, CurrentPlayer, EventPage, GameId, NewGame, Problem, SeatAssignment,
    ServerMessage,
};
use serde::de::DeserializeOwned;
use ureq::http::{Request, Response};
use ureq::{Agent, AsSendBody};

use crate::PATIENCE;

/// The passphrase of players that [`HttpClient::create_claimed`] creates.
pub const CLAIMED_PASSPHRASE: &str = "four words and a comma";

/// Largest number of redirects that are followed.
const MAX_REDIRECTS: u32 = 10;

/// A client of the HTTP API.
#[derive(Clone)]
pub struct HttpClient {
    base: String,
    agent: Agent,
}

impl HttpClient {
    /// A client of the server at this address.
    pub fn new(address: SocketAddr) -> Self {
        Self::with_redirects(address, MAX_REDIRECTS)
    }

    /// A client that returns a redirect as it is.
    pub fn without_redirects(address: SocketAddr) -> Self {
        Self::with_redirects(address, 0)
    }

    fn with_redirects(address: SocketAddr, redirects: u32) -> Self {
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        let config = config.max_redirects(redirects).build();
        Self { base: format!("http://{address}"), agent: config.into() }
    }

    /// Sends a request with a JSON body and returns the response.
    pub async fn send(
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
        self.run(request.expect("a request")).await.map(text)
    }

    /// Sends a request with these headers and no body, and returns the response.
    pub async fn send_with_headers(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Response<String> {
        self.send_with_headers_and_body(method, path, headers, "").await
    }

    /// Sends a request with these headers and a body, and returns the response.
    pub async fn send_with_headers_and_body(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response<String> {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.base));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.run(request.body(body.to_owned()).expect("a request")).await.map(text)
    }

    /// Sends a conditional GET with the ETag of a kept response.
    pub async fn send_if_none_match(&self, path: &str, etag: &str) -> Response<String> {
        self.send_with_headers("GET", path, &[("if-none-match", etag)]).await
    }

    /// Fetches a page or a picture as bytes.
    pub async fn fetch(&self, path: &str, headers: &[(&str, &str)]) -> Response<Vec<u8>> {
        let request = Request::builder().uri(format!("{}{path}", self.base));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.run(request.body(()).expect("a request")).await
    }

    async fn run(&self, request: Request<impl AsSendBody + Send + 'static>) -> Response<Vec<u8>> {
        let agent = self.agent.clone();
        let run = move || {
            let mut response = agent.run(request).expect("a response");
            let body = response.body_mut().read_to_vec().expect("a whole response");
            response.map(|_| body)
        };
        tokio::task::spawn_blocking(run).await.expect("no panic")
    }

    /// Sends a request and returns the parsed answer or problem.
    pub async fn call<T: DeserializeOwned>(
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

    /// Sends a GET without a token and returns the parsed answer or problem.
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Problem> {
        self.call("GET", path, None, None).await
    }

    /// Creates a guest.
    pub async fn create_guest(&self) -> Credentials {
        self.call("POST", "/api/players", None, None).await.expect("a guest")
    }

    /// Creates a player who has claimed a name with [`CLAIMED_PASSPHRASE`].
    pub async fn create_claimed(&self, name: &str) -> Credentials {
        let guest = self.create_guest().await;
        let body = format!(r#"{{"name":"{name}","passphrase":"{CLAIMED_PASSPHRASE}"}}"#);
        let claim: CurrentPlayer =
            self.call("PUT", "/api/players/me", Some(&guest), Some(body)).await.expect("claimed");
        Credentials { name: claim.name, token: guest.token }
    }

    /// Creates a game.
    pub async fn create_game(&self, player: &Credentials, new: &NewGame) -> Result<SeatAssignment, Problem> {
        let body = serde_json::to_string(new).expect("JSON");
        self.call("POST", "/api/games", Some(player), Some(body)).await
    }

    /// Takes the free seat of a game.
    pub async fn join_game(&self, player: &Credentials, game: GameId) -> Result<SeatAssignment, Problem> {
        self.call("POST", &format!("/api/games/{game}/join"), Some(player), None).await
    }

    /// Sends a command and returns the `seq` of its acknowledgement.
    pub async fn command(&self, player: &Credentials, message: &ClientMessage) -> Result<u64, Problem> {
        let body = Some(message.to_json());
        match self.call("POST", "/api/commands", Some(player), body).await? {
            ServerMessage::Ack { seq, .. } => Ok(seq),
            other => panic!("no ack: {other:?}"),
        }
    }

    /// The events of a game after `since`.
    pub async fn events(&self, game: GameId, since: u64) -> EventPage {
        self.get(&format!("/api/games/{game}/events?since={since}")).await.expect("the events")
    }
}

fn text(body: Vec<u8>) -> String {
    String::from_utf8(body).expect("UTF-8")
}
