//! The server's HTTP side: players and games.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ikibuguzo_protocol::{Credentials, GameId, NewGame, Seated, Token};
use serde::de::DeserializeOwned;
use tokio::task::spawn_blocking;
use ureq::Agent;

/// Connections that are kept for the next request: as many as there are requests at a time.
const CONNECTIONS: usize = 32;

/// A request that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// A way to ask the server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Http {
    agent: Agent,
    base: String,
}

impl Http {
    /// A way to ask this server. Nothing is asked yet.
    pub fn new(address: SocketAddr) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .max_idle_connections(CONNECTIONS)
            .max_idle_connections_per_host(CONNECTIONS)
            .proxy(None)
            .build();
        Self { agent: config.into(), base: format!("http://{address}") }
    }

    /// A new guest.
    ///
    /// # Errors
    ///
    /// Where the server does not give one.
    pub async fn new_player(&self) -> Result<Credentials> {
        self.post("/api/players".to_owned(), None, String::new()).await
    }

    /// A new game, with one of its players seated.
    ///
    /// # Errors
    ///
    /// Where the server refuses.
    pub async fn create(&self, token: &Token, game: &NewGame) -> Result<Seated> {
        self.post("/api/games".to_owned(), Some(token), serde_json::to_string(game)?).await
    }

    /// The second player takes a seat.
    ///
    /// # Errors
    ///
    /// Where the server refuses.
    pub async fn join(&self, token: &Token, game: GameId) -> Result<Seated> {
        self.post(format!("/api/games/{game}/join"), Some(token), String::new()).await
    }

    /// The text at a path; none if there is nothing.
    ///
    /// # Errors
    ///
    /// Where the server does not answer.
    pub async fn text(&self, path: &str) -> Result<Option<String>> {
        let request = self.agent.get(format!("{}{path}", self.base));
        let text = spawn_blocking(move || {
            let mut answer = request.call()?;
            answer.status().is_success().then(|| answer.body_mut().read_to_string()).transpose()
        });
        Ok(text.await??)
    }

    async fn post<T: DeserializeOwned>(
        &self,
        path: String,
        token: Option<&Token>,
        body: String,
    ) -> Result<T> {
        let mut request = self.agent.post(format!("{}{path}", self.base)).content_type("application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {}", token.reveal()));
        }
        let answer = spawn_blocking(move || {
            let mut answer = request.send(body)?;
            Ok::<_, ureq::Error>((answer.status(), answer.body_mut().read_to_string()?))
        });
        let (status, text) = answer.await?.with_context(|| format!("POST {path}"))?;
        if !status.is_success() {
            bail!("POST {path}: {status}: {text}");
        }
        serde_json::from_str(&text).with_context(|| format!("POST {path}: {text}"))
    }
}
