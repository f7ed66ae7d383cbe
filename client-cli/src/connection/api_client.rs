//! The server's HTTP side: one method for each thing that is asked of it.

use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::{
    Credentials, GameId, Me, NameClaim, NewGame, Problem, Seated, SignIn, Snapshot, Token,
};
use serde::de::DeserializeOwned;
use ureq::http::{Response, header};
use ureq::{Agent, Body};

use crate::connection::server_address::Address;
use crate::exit::{Exit, Failure};

/// A request that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// No answer is larger: the events of the longest game on record have about 2 MB.
const LARGEST_ANSWER: u64 = 64 << 20;

/// A way to ask the server.
#[derive(Clone, Debug)]
pub struct Api {
    agent: Agent,
    server: Address,
}

impl Api {
    /// A way to ask this server. Nothing is asked yet.
    pub fn new(server: Address) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            // The socket does not go through a proxy either.
            .proxy(None)
            // A redirected POST would arrive as a GET: better say where the server has gone.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("ikibuguzo-cli/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), server }
    }

    /// Where the server is.
    pub fn server(&self) -> &Address {
        &self.server
    }

    /// A new guest.
    pub fn new_player(&self) -> Result<Credentials> {
        self.read(&self.post("/api/players", None, "")?)
    }

    /// Whose token it is.
    pub fn me(&self, token: &Token) -> Result<Me> {
        self.read(&self.get("/api/players/me", &[], Some(token))?)
    }

    /// A name of one's own, and a passphrase.
    pub fn claim(&self, token: &Token, claim: &NameClaim) -> Result<Me> {
        let request = self.agent.put(self.server.http("/api/players/me"));
        let request = request.header(header::AUTHORIZATION, bearer(token));
        let body = serde_json::to_string(claim)?;
        self.read(&self.text(request.header(header::CONTENT_TYPE, "application/json").send(body))?)
    }

    /// Another token for a name that was claimed.
    pub fn sign_in(&self, sign_in: &SignIn) -> Result<Credentials> {
        self.read(&self.post("/api/tokens", None, &serde_json::to_string(sign_in)?)?)
    }

    /// A new game, with oneself seated.
    pub fn create(&self, token: &Token, game: &NewGame) -> Result<Seated> {
        self.read(&self.post("/api/games", Some(token), &serde_json::to_string(game)?)?)
    }

    /// A seat in a game: the free one, or one's own.
    pub fn join(&self, token: &Token, game: GameId) -> Result<Seated> {
        self.read(&self.post(&format!("/api/games/{game}/join"), Some(token), "")?)
    }

    /// The game as it stands, as whoever the token stands for may see it.
    pub fn game(&self, token: Option<&Token>, game: GameId) -> Result<Snapshot> {
        self.read(&self.get(&format!("/api/games/{game}"), &[], token)?)
    }

    /// The text at a path.
    pub fn get(&self, path: &str, query: &[(&'static str, String)], token: Option<&Token>) -> Result<String> {
        let query = query.iter().map(|(name, value)| (*name, value.as_str()));
        let mut request = self.agent.get(self.server.http(path)).query_pairs(query);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, bearer(token));
        }
        self.text(request.call())
    }

    /// Reads an answer's text as what it should be.
    pub fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T> {
        serde_json::from_str(text)
            .map_err(|error| self.strange(&format!("its answer cannot be read: {error}")).into())
    }

    fn post(&self, path: &str, token: Option<&Token>, body: &str) -> Result<String> {
        let mut request = self.agent.post(self.server.http(path));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, bearer(token));
        }
        self.text(match body {
            "" => request.send_empty(),
            json => request.header(header::CONTENT_TYPE, "application/json").send(json),
        })
    }

    fn text(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<String> {
        let mut answer = answer.map_err(|error| self.unreachable(&error))?;
        let status = answer.status();
        if status.is_redirection() {
            let place = answer.headers().get(header::LOCATION).and_then(|place| place.to_str().ok());
            return Err(self
                .strange(&format!("it sends on to {}", place.unwrap_or("somewhere else")))
                .into());
        }
        let body = answer.body_mut().with_config().limit(LARGEST_ANSWER).read_to_string();
        let text = body.map_err(|error| self.unreachable(&error))?;
        if status.is_success() { Ok(text) } else { Err(self.refused(status.as_u16(), &text).into()) }
    }

    fn refused(&self, status: u16, text: &str) -> Failure {
        match serde_json::from_str::<Problem>(text) {
            Ok(problem) => Failure::refused(problem.code, &problem.detail),
            Err(_) => self.strange(&format!("it answered with status {status}")),
        }
    }

    fn unreachable(&self, error: &ureq::Error) -> Failure {
        Failure::new(Exit::Unreachable, format!("cannot reach the server at {}: {error}", self.server))
    }

    fn strange(&self, what: &str) -> Failure {
        let message = format!("what is at {} does not speak as an ikibuguzo server: {what}", self.server);
        Failure::new(Exit::Unreachable, message)
    }
}

fn bearer(token: &Token) -> String {
    format!("Bearer {}", token.reveal())
}
