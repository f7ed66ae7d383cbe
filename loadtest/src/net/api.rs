//! The client of the server's HTTP API.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ikibuguzo_protocol::{Credentials, GameId, NewGame, SeatAssignment, Token};
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;
use ureq::Agent;

/// Idle connections that are kept for reuse: as many as there are concurrent requests.
const MAX_IDLE_CONNECTIONS: usize = 32;

/// The longest duration of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// A client of the HTTP API. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ApiClient {
    agent: Agent,
    base_url: String,
}

impl ApiClient {
    /// Creates a client. It sends no request yet.
    pub fn new(address: SocketAddr) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST_TIMEOUT))
            .max_idle_connections(MAX_IDLE_CONNECTIONS)
            .max_idle_connections_per_host(MAX_IDLE_CONNECTIONS)
            .proxy(None)
            .build();
        Self { agent: config.into(), base_url: format!("http://{address}") }
    }

    /// Creates a guest player.
    ///
    /// # Errors
    ///
    /// If the server refuses the request or does not answer.
    pub async fn create_player(&self) -> Result<Credentials> {
        self.post("/api/players".to_owned(), None, String::new()).await
    }

    /// Creates a game, in which the token's player takes a seat.
    ///
    /// # Errors
    ///
    /// If the server refuses the request or does not answer.
    pub async fn create_game(&self, token: &Token, game: &NewGame) -> Result<SeatAssignment> {
        self.post("/api/games".to_owned(), Some(token), serde_json::to_string(game)?).await
    }

    /// Takes the second seat of a game.
    ///
    /// # Errors
    ///
    /// If the server refuses the request or does not answer.
    pub async fn join_game(&self, token: &Token, game: GameId) -> Result<SeatAssignment> {
        self.post(format!("/api/games/{game}/join"), Some(token), String::new()).await
    }

    /// Reads the text at a path. Returns `None` if the status is not a success.
    ///
    /// # Errors
    ///
    /// If the server does not answer.
    pub async fn get_text(&self, path: &str) -> Result<Option<String>> {
        let request = self.agent.get(format!("{}{path}", self.base_url));
        let text = spawn_blocking(move || {
            let mut response = request.call()?;
            response.status().is_success().then(|| response.body_mut().read_to_string()).transpose()
        });
        Ok(text.await??)
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: String,
        token: Option<&Token>,
        body: String,
    ) -> Result<T> {
        let mut request =
            self.agent.post(format!("{}{path}", self.base_url)).content_type("application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {}", token.reveal()));
        }
        let response = spawn_blocking(move || {
            let mut response = request.send(body)?;
            Ok::<_, ureq::Error>((response.status(), response.body_mut().read_to_string()?))
        });
        let (status, text) = response.await?.with_context(|| format!("POST {path}"))?;
        if !status.is_success() {
            bail!("POST {path}: {status}: {text}");
        }
        serde_json::from_str(&text).with_context(|| format!("POST {path}: {text}"))
    }
}
